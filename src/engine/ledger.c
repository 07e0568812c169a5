/* ledger.c: see ledger.h. */
#include "engine/ledger.h"

#include "base/mem.h"

const char *const spk_vow_names[SPK_VOW_COUNT] = {"open", "kept", "broken", "lapsed", "replaced"};

void spk_ledger_release(spk_ledger *l)
{
    spk_free(l->vows);
    *l = (spk_ledger){0};
}

static bool is_known(const spk_ledger *l, const spk_vow *vow)
{
    for (int i = l->n - 1; i >= 0 && l->vows[i].subject == vow->subject; i--)
        if (l->vows[i].seat == vow->seat && l->vows[i].promise == vow->promise &&
            l->vows[i].state != SPK_VOW_REPLACED)
            return true;
    return false;
}

static void replace(spk_ledger *l, const spk_talk *talk, const spk_vow *by, int since)
{
    for (int i = l->n - 1; i >= 0 && l->vows[i].entry >= since; i--) {
        spk_vow *vow = &l->vows[i];
        if (vow->state != SPK_VOW_OPEN || vow->seat != by->seat || vow->subject != by->subject ||
            !talk->replaces(by->promise, vow->promise))
            continue;
        vow->state = SPK_VOW_REPLACED;
        vow->decided = by->entry;
        l->n_open--;
    }
}

void spk_ledger_hear(spk_ledger *l, const spk_box *box, const void *view, const spk_said *said,
                     int n, spk_vow vow, int since)
{
    const spk_talk *talk = box->game->talk;
    if (!talk || !talk->promise)
        return;
    vow.promise = talk->promise(box, view, said, n);
    vow.subject = talk->subject(box, view);
    vow.seat = said[n - 1].seat;
    vow.state = SPK_VOW_OPEN;
    if (!vow.promise || is_known(l, &vow))
        return;
    if (talk->replaces)
        replace(l, talk, &vow, since);
    if (l->n == l->cap) {
        l->cap = l->n + l->n / 8 + 4;
        l->vows = spk_realloc(l->vows, (size_t)l->cap * sizeof *l->vows);
    }
    l->vows[l->n++] = vow;
    l->n_open++;
}

static spk_vow_state judge(const spk_box *box, const void *view, const spk_vow *vow,
                           uint32_t subject)
{
    if (vow->subject != subject)
        return SPK_VOW_LAPSED;
    switch (box->game->talk->kept(box, view, vow->seat, vow->promise)) {
    case SPK_KEPT: return SPK_VOW_KEPT;
    case SPK_BROKEN: return SPK_VOW_BROKEN;
    default: return SPK_VOW_OPEN;
    }
}

void spk_ledger_settle(spk_ledger *l, const spk_box *box, const void *view, int entry)
{
    uint32_t subject = l->n_open ? box->game->talk->subject(box, view) : 0;
    for (int i = l->n - 1, left = l->n_open; left > 0; i--) {
        spk_vow *vow = &l->vows[i];
        if (vow->state != SPK_VOW_OPEN)
            continue;
        left--;
        vow->state = judge(box, view, vow, subject);
        vow->decided = entry;
        l->n_open -= vow->state != SPK_VOW_OPEN;
    }
}

static void open_again(spk_ledger *l, spk_vow *vow, int entry)
{
    if (vow->state == SPK_VOW_OPEN || vow->decided < entry)
        return;
    vow->state = SPK_VOW_OPEN;
    l->n_open++;
}

/* Words outlive a move that is taken back, and so does what they replaced. */
void spk_ledger_reopen(spk_ledger *l, int entry)
{
    for (int i = 0; i < l->n; i++)
        if (l->vows[i].state != SPK_VOW_REPLACED)
            open_again(l, &l->vows[i], entry);
}

void spk_ledger_rewind(spk_ledger *l, int entry)
{
    while (l->n > 0 && l->vows[l->n - 1].entry >= entry)
        l->n_open -= l->vows[--l->n].state == SPK_VOW_OPEN;
    for (int i = 0; i < l->n; i++)
        open_again(l, &l->vows[i], entry);
}
