/* choose.c: which moves are left, and what they have that can be chosen next. See choose.h. */
#include "hosts/tui/choose.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/tui/board.h"

void tui_part(tui_parts *parts, const char *prefix, const char *name)
{
    if (parts->n < TUI_PARTS)
        snprintf(parts->part[parts->n++], TUI_PART, "%s%.20s", prefix, name);
}

void tui_choice_begin(tui_choice *c, const tui_table *t, const tui_board *board)
{
    char text[SPK_MOVE_TEXT];
    spk_free(c->of);
    *c = (tui_choice){.of = spk_alloc((size_t)(t->n_moves + 1) * sizeof *c->of),
                      .n_moves = t->n_moves};
    for (int i = 0; i < t->n_moves; i++) {
        c->of[i].n = 0;
        if (board->parts)
            board->parts(t, spk_move_text(t->box, t->moves[i], text), &c->of[i]);
    }
}

void tui_choice_release(tui_choice *c)
{
    spk_free(c->of);
    *c = (tui_choice){0};
}

static int count(const tui_parts *parts, const char *part)
{
    int n = 0;
    for (int i = 0; i < parts->n; i++)
        n += spk_str_eq(parts->part[i], part);
    return n;
}

/* Whether 'all' has everything of 'some', as often. */
static bool has_all(const tui_parts *all, const tui_parts *some)
{
    for (int i = 0; i < some->n; i++)
        if (count(all, some->part[i]) < count(some, some->part[i]))
            return false;
    return true;
}

/* Some move that is left has this part once more than it is picked. */
static const char *is_left(const tui_choice *c, const char *part)
{
    int picked = count(&c->picked, part);
    for (int i = 0; i < c->n_moves; i++) {
        const tui_parts *of = &c->of[i];
        if (of->n <= c->picked.n || !has_all(of, &c->picked))
            continue;
        if (count(of, part) > picked)
            for (int k = 0; k < of->n; k++)
                if (spk_str_eq(of->part[k], part))
                    return of->part[k];
    }
    return NULL;
}

const char *tui_choice_offers(const tui_choice *c, const char *thing)
{
    char target[TUI_PART];
    const char *found = is_left(c, thing);
    if (found || c->picked.n == 0 || *thing == '=')
        return found;
    snprintf(target, sizeof target, ">%.20s", thing);
    return is_left(c, target);
}

int tui_choice_times(const tui_choice *c, const char *thing)
{
    char target[TUI_PART];
    snprintf(target, sizeof target, ">%.20s", thing);
    return count(&c->picked, thing) + count(&c->picked, target);
}

void tui_choice_pick(tui_choice *c, const char *part) { tui_part(&c->picked, "", part); }

bool tui_choice_unpick(tui_choice *c, const char *thing)
{
    for (int i = c->picked.n; i-- > 0;) {
        const char *part = c->picked.part[i];
        if (!spk_str_eq(part + (*part == '>'), thing))
            continue;
        memmove(c->picked.part[i], c->picked.part[i + 1], (size_t)(--c->picked.n - i) * TUI_PART);
        return true;
    }
    return false;
}

bool tui_choice_back(tui_choice *c)
{
    if (c->picked.n == 0)
        return false;
    c->picked.n--;
    return true;
}

void tui_choice_clear(tui_choice *c) { c->picked.n = 0; }

int tui_choice_found(const tui_choice *c, bool exact, int *moves, int cap, bool *whole)
{
    int n = 0;
    bool same = false;
    for (int i = 0; exact && i < c->n_moves; i++)
        same = same || (c->of[i].n == c->picked.n && has_all(&c->of[i], &c->picked));
    *whole = true;
    for (int i = 0; i < c->n_moves; i++) {
        bool equal = c->of[i].n == c->picked.n;
        if (!has_all(&c->of[i], &c->picked) || (same && !equal))
            continue;
        *whole = *whole && equal;
        if (n < cap)
            moves[n] = i;
        n++;
    }
    return n;
}

int tui_choice_buttons(const tui_choice *c, const char **parts, int cap)
{
    int n = 0;
    for (int i = 0; i < c->n_moves; i++) {
        const tui_parts *of = &c->of[i];
        if (of->n <= c->picked.n || !has_all(of, &c->picked))
            continue;
        for (int k = 0; k < of->n && n < cap; k++) {
            bool known = of->part[k][0] != '=' || count(&c->picked, of->part[k]) > 0;
            for (int j = 0; j < n && !known; j++)
                known = spk_str_eq(parts[j], of->part[k]);
            if (!known)
                parts[n++] = of->part[k];
        }
    }
    return n;
}
