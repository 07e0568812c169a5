/* boardgameio.c: boardgame.io's server as its own client sees it: a lobby over HTTP, and socket.io over a
 * WebSocket (engine.io 4: a digit for the packet, a digit for the message, the game's name, JSON). The game
 * is that of bench/peers/boardgameio/game.js, whose moves are all legal: any of six cards from the
 * street for any of four from the hand. */
#include <stdio.h>
#include <string.h>

#include "load.h"

#define GAME "famiglia"

/* -- Making a match ------------------------------------------------------------------------------ */

static void join(load_table *t, int seat, load_answered *done)
{
    char path[120], words[80];
    snprintf(path, sizeof path, "/games/" GAME "/%s/join", t->id);
    snprintf(words, sizeof words, "{\"playerID\":\"%d\",\"playerName\":\"%s %d\"}", seat,
             seat ? "Bob" : "Ann", t->number);
    load_web_ask(t->l->web, "POST", path, words, done, t);
}

static bool take_seat(load_table *t, int seat, int status, load_span body)
{
    load_span token = load_json_bare(load_json_key(body, "playerCredentials"));
    if (status == 200 && token.n > 0 &&
        load_span_copy(token, t->seats[seat].token, sizeof t->seats[seat].token))
        return true;
    load_table_failed(t, "a seat was not given", body);
    return false;
}

static void on_second(void *context, int status, load_span body)
{
    if (take_seat(context, 1, status, body))
        load_table_made(context);
}

static void on_first(void *context, int status, load_span body)
{
    if (take_seat(context, 0, status, body))
        join(context, 1, on_second);
}

static void on_created(void *context, int status, load_span body)
{
    load_table *t = context;
    load_span id = load_json_bare(load_json_key(body, "matchID"));
    if (status != 200 || id.n == 0 || !load_span_copy(id, t->id, sizeof t->id))
        load_table_failed(t, "a match was not made", body);
    else
        join(t, 0, on_first);
}

static void make(load_table *t)
{
    load_web_ask(t->l->web, "POST", "/games/" GAME "/create", "{\"numPlayers\":2}", on_created, t);
}

/* -- Playing ------------------------------------------------------------------------------------- */

static void opened(load_seat *s) { (void)s; /* it speaks first: packet 0 */ }

static void say(load_seat *s, const char *text) { load_ws_send(s->ws, text, strlen(text)); }

static void ask_for_state(load_seat *s)
{
    char words[200];
    snprintf(words, sizeof words, "42/" GAME ",[\"sync\",\"%s\",\"%d\",\"%s\",2]", s->table->id,
             s->number, s->token);
    say(s, words);
}

static void move(load_seat *s, const char *text)
{
    char words[400];
    snprintf(words, sizeof words,
             "42/" GAME
             ",[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":\"recruit\",\"args\":[%s],"
             "\"playerID\":\"%d\",\"credentials\":\"%s\"}},%d,\"%s\",\"%d\"]",
             text, s->number, s->token, s->n, s->table->id, s->number);
    say(s, words);
}

static void on_state(load_seat *s, load_span state)
{
    spk_rng *rng = &s->table->l->rng;
    load_span ctx = load_json_key(state, "ctx");
    load_span player = load_json_bare(load_json_key(ctx, "currentPlayer"));
    load_span over = load_json_key(ctx, "gameover");
    int n = load_span_int(load_json_key(state, "_stateID"), -1);
    char text[16] = "";
    if (n < 0)
        return;
    if (over.n == 0 && load_span_int(player, -1) == s->number)
        snprintf(text, sizeof text, "%u,%u", spk_rng_below(rng, 6), spk_rng_below(rng, 4));
    load_seat_view(s, n, over.n > 0, (load_span){text, strlen(text)});
}

static void on_event(load_seat *s, load_span event)
{
    load_span name = load_json_bare(load_json_item(event, 0));
    if (load_span_is(name, "update"))
        on_state(s, load_json_item(event, 2));
    else if (load_span_is(name, "sync"))
        on_state(s, load_json_key(load_json_item(event, 2), "state"));
}

static void message(load_seat *s, load_span message)
{
    static const char event[] = "42/" GAME ",", joined[] = "40/" GAME ",";
    if (load_span_starts(message, event))
        on_event(s, (load_span){message.at + strlen(event), message.n - strlen(event)});
    else if (load_span_starts(message, joined))
        ask_for_state(s);
    else if (load_span_starts(message, "0"))
        say(s, joined);
    else if (load_span_starts(message, "2"))
        say(s, "3"); /* ping, pong */
    else if (load_span_starts(message, "44") || load_span_starts(message, "41"))
        load_table_failed(s->table, "turned away", message);
}

const load_dialect load_boardgameio = {.name = "boardgameio",
                                       .ws_path = "/socket.io/?EIO=4&transport=websocket",
                                       .make = make,
                                       .opened = opened,
                                       .message = message,
                                       .move = move};
