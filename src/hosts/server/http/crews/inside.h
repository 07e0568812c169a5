/* inside.h: what the files of this folder share: crews, groups of people with a name, standings of their own, and "deal us in"
 * (docs/people.md, "Crews"; the notes are described in people.h).
 *
 *     crews.c       the routes; a crew's notes, and opening it
 *     show.c        a crew, and the caller's crews
 *     standings.c   who is the best among the members
 *     join.c        making one, joining
 *     change.c      leaving, removing somebody, deleting it; what an owner may change
 *     deal.c        a table for the crew
 *     sweep.c       crews that nobody is in any more
 *
 *     request -> who asks? -> the crew's note -> its members -> is the caller one? -> what was asked for
 *     crew_begin    caller.h  crew_open ------------------------------------------>   e->opened
 *
 * Whoever changes who is in a crew, or its link, also writes the crew's own note over the version that was read. So of two who join at
 * once one reads again (crew_failed), and nobody joins with a link that has just been renewed. A crew that nobody is in any more is
 * removed, by whoever leaves last or, if that one's account was deleted, by a sweep.
 *
 * Of a stranger a crew is as good as not there: an unknown id, a wrong link and an old one are all answered alike. */
#ifndef SRV_HTTP_CREWS_INSIDE_H
#define SRV_HTTP_CREWS_INSIDE_H

#include "hosts/server/http/caller.h"
#include "hosts/server/league/league.h"
#include "hosts/server/people/people.h"

enum {
    CREW_MOST_AGAIN = 5,
    CREW_MOST_MEMBERS =
        100, /* whatever the settings say: a change has 256 notes, and some members have two */
    CREW_LINK = 24, /* room for a link's secret: 16 bytes as base64url */
    CREW_NAME = 61,
};

typedef struct crew_member {
    char account[SRV_ID_ROOM], name[SRV_NAME_ROOM], id[SRV_ID + 1];
    bool owner;
    int64_t at, version;
    rating rating; /* of the game whose standings are being printed ... */
    int games, wins;
} crew_member;

/* An errand about one crew. A route that has more to remember puts this first in a struct of its own. */
typedef struct crew_errand crew_errand;
struct crew_errand {
    srv_caller caller;
    char crew[SRV_ID_ROOM];
    void (*opened)(crew_errand *e); /* the crew is known, and so are its members */
    bool is_removal;                /* it changes something, although it has no body */
    bool strangers;                 /* may ask too, with this link */
    char link[CREW_LINK];
    int n_again;

    char name[CREW_NAME], secret[CREW_LINK]; /* of the crew, from its note */
    int64_t made, dealt, version;
    crew_member *members; /* with room for one who joins */
    int n_members, me;    /* me: -1: not a member */

    void (*counted)(crew_errand *e); /* rounds were read (standings.c) */
    struct crew_round *rounds;
    int n_rounds;
    int64_t after_at;
    char after_id[SRV_KEY_ROOM];
};

/* -- Opening one (crews.c) ----------------------------------------------------------------------------- */

/* True: the house has no crews; it was refused. */
bool crew_is_off(srv_house *h, const srv_request *r);

/* 'size' of the whole errand; NULL: it was refused. A 'release' of one's own calls crew_release too. */
void *crew_begin(srv_house *h, const srv_request *r, size_t size, const char *crew,
                 void (*opened)(crew_errand *e));
void crew_release(srv_caller *c);
void crew_open(crew_errand *e);

/* After writing. True: it is tried again from opening on, as somebody was faster; or it has failed, and was answered. */
bool crew_failed(crew_errand *e, const srv_answer *a);
bool crew_owns(crew_errand *e); /* false: it was refused */

/* Notes that are to be written. They borrow 'key' and 'text'. */
srv_note crew_note(const crew_errand *e, spk_buf *text);
srv_note crew_member_note(const crew_errand *e, const crew_member *m, char key[SRV_TIE_KEY],
                          spk_buf *text);
void crew_new_secret(crew_errand *e);
void crew_copy_field(const json_t *o, const char *name, char *to, size_t cap);

/* -- Showing one (show.c) ------------------------------------------------------------------------------- */

/* Answers, with as much as the caller may know. */
void crew_show(crew_errand *e);

/* The caller's own notes as a member, of all crews. */
void crew_ask_mine(srv_caller *c, srv_done *done);

/* -- Standings (standings.c) ------------------------------------------------------------------------------ */

/* 'next' runs when the rounds were read; then they can be printed, into an open object. */
void crew_want_rounds(crew_errand *e, void (*next)(crew_errand *e));
void crew_print_standings(crew_errand *e, spk_json *j);

/* -- Changing one (join.c, sweep.c) -------------------------------------------------------------------------- */

/* The body's "name" becomes the crew's. */
bool crew_read_name(crew_errand *e, spk_why *why);

/* For srv_caller_write: reads the crew again, and shows it. */
void crew_on_written(void *context, const srv_answer *a);

/* Its games, after it was deleted. */
void crew_wipe_rounds(srv_house *h, const char *crew);

/* -- Routes ------------------------------------------------------------------------------------------------- */

srv_handler crew_get_mine, crew_post, crew_get, crew_patch, crew_delete, crew_post_member,
    crew_delete_member, crew_post_deal;

#endif
