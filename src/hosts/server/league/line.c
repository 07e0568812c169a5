/* line.c: lines, ratings and curves as JSON, and what a line does to them. No store and no order here: that is apply.c
 * and again.c. */
#include <stdio.h>
#include <string.h>

#include "hosts/server/league/inside.h"

static void copy(char *to, size_t cap, const char *text)
{
    snprintf(to, cap, "%s", text ? text : "");
}

static int64_t number_of(const json_t *o, const char *name)
{
    return json_integer_value(json_object_get(o, name));
}

const char *srv_who_account(const char *who) { return strncmp(who, "a:", 2) == 0 ? who + 2 : NULL; }

void srv_league_list(const char *game, int players, char list[SRV_LIST_ROOM])
{
    snprintf(list, SRV_LIST_ROOM, "%s/%d", game, players);
}

/* -- Lines ------------------------------------------------------------------------------------------- */

void srv_rated_print(const srv_rated *line, spk_buf *json)
{
    spk_json j = {.out = json};
    spk_json_open(&j, '{');
    spk_json_key(&j, "list"), spk_json_str(&j, line->list);
    spk_json_key(&j, "at"), spk_json_int(&j, line->at);
    spk_json_key(&j, "seats"), spk_json_open(&j, '[');
    for (int i = 0; i < line->n; i++) {
        spk_json_open(&j, '{');
        spk_json_key(&j, "who"), spk_json_str(&j, line->seat[i].who);
        spk_json_key(&j, "place"), spk_json_int(&j, line->seat[i].place);
        if (line->seat[i].left)
            spk_json_key(&j, "left"), spk_json_bool(&j, true);
        spk_json_close(&j, '}');
    }
    spk_json_close(&j, ']');
    spk_json_close(&j, '}');
}

static bool read_seat(const json_t *o, srv_rated_seat *seat)
{
    const char *who = json_string_value(json_object_get(o, "who"));
    if (!who || strlen(who) >= SRV_WHO_ROOM)
        return false;
    copy(seat->who, sizeof seat->who, who);
    seat->place = (int)number_of(o, "place");
    seat->left = json_is_true(json_object_get(o, "left"));
    return seat->place > 0;
}

bool srv_rated_read(const srv_note *note, srv_rated *line)
{
    json_t *o = json_loads(note->text, 0, NULL);
    const json_t *seats = json_object_get(o, "seats");
    *line = (srv_rated){.at = number_of(o, "at"), .n = (int)json_array_size(seats)};
    copy(line->table, sizeof line->table, note->key);
    copy(line->list, sizeof line->list, json_string_value(json_object_get(o, "list")));
    bool well = line->n >= 2 && line->n <= RATING_MOST_PLAYERS && *line->list &&
                !json_is_true(json_object_get(o, "void"));
    for (int i = 0; i < line->n && well; i++)
        well = read_seat(json_array_get(seats, (size_t)i), &line->seat[i]);
    json_decref(o);
    return well;
}

/* -- Players ----------------------------------------------------------------------------------------- */

void srv_standing_init(srv_standing *s, const char *who)
{
    *s = (srv_standing){.rating = RATING_NEW};
    copy(s->who, sizeof s->who, who);
    if (!srv_who_account(who))
        copy(s->name, sizeof s->name, who + 2);
}

bool srv_standing_read(const srv_note *note, srv_standing *s)
{
    json_t *o = json_loads(note->text, 0, NULL);
    const char *who = json_string_value(json_object_get(o, "who"));
    bool well = who && strlen(who) > 2 && strlen(who) < SRV_WHO_ROOM;
    if (well) {
        srv_standing_init(s, who);
        copy(s->name, sizeof s->name, json_string_value(json_object_get(o, "name")));
        s->rating = (rating){.mean = (int32_t)number_of(o, "mean"),
                             .deviation = (int32_t)number_of(o, "deviation")};
        s->games = (int)number_of(o, "games");
        s->wins = (int)number_of(o, "wins");
        s->last = number_of(o, "last");
    }
    json_decref(o);
    return well;
}

void srv_standing_print(const srv_standing *s, spk_buf *json)
{
    spk_json j = {.out = json};
    spk_json_open(&j, '{');
    spk_json_key(&j, "who"), spk_json_str(&j, s->who);
    spk_json_key(&j, "name"), spk_json_str(&j, s->name);
    spk_json_key(&j, "mean"), spk_json_int(&j, s->rating.mean);
    spk_json_key(&j, "deviation"), spk_json_int(&j, s->rating.deviation);
    spk_json_key(&j, "games"), spk_json_int(&j, s->games);
    spk_json_key(&j, "wins"), spk_json_int(&j, s->wins);
    spk_json_key(&j, "last"), spk_json_int(&j, s->last);
    spk_json_close(&j, '}');
}

void srv_standing_show(const srv_standing *s, spk_json *j)
{
    spk_json_key(j, "name"), spk_json_str(j, s->name);
    spk_json_key(j, "kind"), spk_json_str(j, srv_who_account(s->who) ? "person" : "bot");
    spk_json_key(j, "points"), spk_json_int(j, rating_points(&s->rating));
    spk_json_key(j, "doubt"), spk_json_int(j, rating_doubt(&s->rating));
    spk_json_key(j, "games"), spk_json_int(j, s->games);
    spk_json_key(j, "wins"), spk_json_int(j, s->wins);
    spk_json_key(j, "last"), spk_json_int(j, s->last);
}

/* Lists go by what somebody has for certain (97.5 %), so that three lucky games are not worth more than three hundred good ones. */
static int64_t rank_of(const rating *r) { return r->mean - (int64_t)r->deviation * 196 / 100; }

srv_note srv_league_note(const char *kind, const char *list, const srv_standing *s,
                         char key[SRV_KEY_ROOM], const char *text)
{
    snprintf(key, SRV_KEY_ROOM, "%s/%s", list, s->who);
    return (srv_note){.kind = kind,
                      .key = key,
                      .account = srv_who_account(s->who),
                      .list = list,
                      .rank = rank_of(&s->rating),
                      .text = text,
                      .version = SRV_ANY_VERSION};
}

/* -- Curves ------------------------------------------------------------------------------------------ */

bool srv_curve_read(const srv_note *note, srv_curve *c)
{
    json_t *o = json_loads(note->text, 0, NULL);
    const json_t *points = json_object_get(o, "points");
    size_t n = json_array_size(points);
    c->n = n < SRV_CURVE ? (int)n : SRV_CURVE;
    for (int i = 0; i < c->n; i++) {
        const json_t *p = json_array_get(points, (size_t)i);
        c->point[i].at = json_integer_value(json_array_get(p, 0));
        c->point[i].points = (int)json_integer_value(json_array_get(p, 1));
        c->point[i].doubt = (int)json_integer_value(json_array_get(p, 2));
        copy(c->point[i].table, sizeof c->point[i].table, json_string_value(json_array_get(p, 3)));
    }
    bool well = json_is_array(points);
    json_decref(o);
    return well;
}

void srv_curve_print(const srv_curve *c, spk_buf *json)
{
    spk_json j = {.out = json};
    spk_json_open(&j, '{');
    spk_json_key(&j, "points"), spk_json_open(&j, '[');
    for (int i = 0; i < c->n; i++) {
        spk_json_open(&j, '[');
        spk_json_int(&j, c->point[i].at), spk_json_int(&j, c->point[i].points);
        spk_json_int(&j, c->point[i].doubt), spk_json_str(&j, c->point[i].table);
        spk_json_close(&j, ']');
    }
    spk_json_close(&j, ']');
    spk_json_close(&j, '}');
}

static void add_point(srv_curve *c, const srv_rated *line, const rating *r)
{
    if (c->n == SRV_CURVE)
        memmove(c->point, c->point + 1, (size_t)--c->n * sizeof *c->point);
    c->point[c->n].at = line->at;
    c->point[c->n].points = rating_points(r);
    c->point[c->n].doubt = rating_doubt(r);
    copy(c->point[c->n++].table, SRV_ID_ROOM, line->table);
}

/* -- A game ------------------------------------------------------------------------------------------ */

void srv_league_play(const srv_rated *line, srv_standing *const *players, srv_curve *const *curves)
{
    rating now[RATING_MOST_PLAYERS];
    int place[RATING_MOST_PLAYERS];
    for (int i = 0; i < line->n; i++) {
        now[i] = players[i]->rating;
        place[i] = line->seat[i].place;
    }
    rating_update(now, place, line->n);
    for (int i = 0; i < line->n; i++) {
        srv_standing *s = players[i];
        s->rating = now[i];
        s->games++;
        s->wins += place[i] == 1;
        s->last = line->at;
        add_point(curves[i], line, &now[i]);
    }
}

int64_t srv_ladder_read(const char *text)
{
    json_t *o = json_loads(text, 0, NULL);
    int64_t n = number_of(o, "lines");
    json_decref(o);
    return n;
}

void srv_ladder_print(int64_t lines, spk_buf *json)
{
    spk_buf_printf(json, "{\"lines\":%lld}", (long long)lines);
}
