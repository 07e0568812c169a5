/* inside.h: what the files of this folder share; for no other folder (tournament.h is the manual). */
#ifndef SRV_TOURNAMENT_INSIDE_H
#define SRV_TOURNAMENT_INSIDE_H

#include "hosts/server/tournament/tournament.h"

typedef struct srv_tournaments {
    srv_house *house;
    srv_tournament *first;
    int n_sweeps;
    bool is_listing;
    int64_t after_at;
    char after_id[SRV_KEY_ROOM];
} srv_tournaments;

/* log.c: what is written becomes what is known. False: the note is damaged. */
srv_tournament *srv_tournament_new(srv_house *h, const char *id);
void srv_tournament_empty(srv_tournament *t); /* to be read again */
bool srv_tournament_read_head(srv_tournament *t, const srv_note *note, spk_why *why);
bool srv_tournament_read_log(srv_tournament *t, const srv_note *note);
void srv_tournament_read_entrant(srv_tournament *t, const srv_note *note);
void srv_tournament_complete(
    srv_tournament *t); /* all notes were read: who has none was forgotten */
void srv_tournament_read_table(srv_tournament *t, const srv_note *note);
void srv_tournament_add_entrant(srv_tournament *t, const srv_entrant *e);

/* A line, applied; of a table with its id, else NULL. */
spk_err srv_tournament_apply(srv_tournament *t, const char *line, const char *table, spk_why *why);

/* log.c: the notes of an edit, whose lines were applied. */
typedef struct srv_written {
    srv_note *notes;
    int n;
    spk_buf texts, keys; /* the notes borrow from them */
} srv_written;
spk_err srv_written_make(srv_tournament *t, const srv_edit *edit, int64_t now, srv_written *w,
                         spk_why *why);
void srv_written_release(srv_written *w);

/* The seed of a duplicate's round. */
void srv_tournament_seed(const srv_tournament *t, int round, uint8_t seed[SRV_HASH]);
int srv_tournament_rounds_over(const srv_tournament *t);

/* tables.c: make the tables that have none yet. */
void srv_tournament_make_tables(srv_tournament *t);
void srv_tournament_send_leavers(srv_tournament *t);

/* run.c. In memory; NULL: not now. */
srv_tournament *srv_tournament_find(srv_house *h, const char *id);
void srv_tournament_ask(srv_tournament *t, const srv_query *query, srv_done *done);
void srv_tournament_settle(srv_tournament *t); /* not busy any more: tasks, then looks */
void srv_tournament_trouble(srv_tournament *t, spk_err err, const char *text);

/* look.c */
void srv_tournament_look_now(srv_tournament *t);

/* setup.c: a bot's name, "Lucky 3". */
void srv_tournament_bot_name(const srv_tournament *t, int number, const char *word,
                             char name[ROOM_NAME]);
void srv_tournament_plan(const srv_setup *s, tournament_plan *plan);

#endif
