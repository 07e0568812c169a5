/* people.h: what a house knows of people beside their games: who is whose friend, who does not want to hear of whom, who
 * is here now, crews, and reports. docs/people.md tells people, docs/protocol.md programs; the requests are http/'s.
 *
 * All of it is in notes of the store (store.h), except who is here, which is nowhere but in memory:
 *
 *     kind     key             account   list     rank                      text
 *     tie      ANN/BOB         ANN       BOB      SRV_RANK_..., or a time   what Ann wants of Bob: a friend, a request, a block
 *     person   ANN             ANN                                          what Ann lets others see
 *     invite   BOB/TABLE       BOB       ANN      when                      Ann has invited Bob
 *     crew     CREW                               when it was made          its name, its link
 *     member   CREW/ANN        ANN       CREW     when she joined           one member of a crew
 *     round    TABLE                     CREW     when it ended             a game among members
 *     report   ID              ANN       BOB      when, or minus that       what Ann says about Bob
 *
 * A note belongs to its account and goes with it; one that is about somebody else has that person's account as its list,
 * and goes with that too (store.h, srv_kinds_about_people). So an account that is deleted leaves none behind, whoever deletes it.
 *
 * TIES. What two people want of each other is two notes, one for each direction, and whoever changes one writes both, with the
 * versions that were read: of two who act at once, one reads again. What one of them is told never depends on whether the other
 * has refused them, has blocked them, or has not looked:
 *
 *     Ann asks Bob               Ann reads "asked". Bob reads it too, unless his note says refused or blocked
 *     Bob refuses, or blocks     Ann's note stays as it is; its rank hides it from Bob
 *     Bob removes, or blocks     Ann's note is gone if it said friend
 *
 * All of it belongs to the house's thread. */
#ifndef SRV_PEOPLE_H
#define SRV_PEOPLE_H

#include "hosts/server/house.h"

#define SRV_KIND_TIE    "tie"
#define SRV_KIND_PERSON "person"
#define SRV_KIND_INVITE "invite"
#define SRV_KIND_CREW   "crew"
#define SRV_KIND_MEMBER "member"
#define SRV_KIND_ROUND  "round"
#define SRV_KIND_REPORT "report"

/* -- Ties ------------------------------------------------------------------------------------------ */

typedef enum srv_tie_is {
    SRV_TIE_NONE,
    SRV_TIE_ASKED,
    SRV_TIE_FRIEND,
    SRV_TIE_REFUSED, /* a request of theirs, which is not shown any more */
    SRV_TIE_BLOCKED,
    SRV_TIE_COUNT
} srv_tie_is;
extern const char *const srv_tie_words[SRV_TIE_COUNT]; /* "none", "asked", "friend", ... */

/* Ranks. A request that is shown to whom it was sent has the time of it, so that the newest are found first. */
enum { SRV_RANK_QUIET = 0, SRV_RANK_BLOCKED = -1, SRV_RANK_REFUSED = -2 };

/* What 'from' wants of 'to'. */
typedef struct srv_tie {
    srv_tie_is is;
    bool shown;          /* ASKED: to the one who was asked */
    char id[SRV_ID + 1]; /* what it is called in requests; nobody's secret, and no account's id */
    char from_name[SRV_NAME_ROOM], to_name[SRV_NAME_ROOM]; /* as they are shown to each other */
    int64_t at, version;
} srv_tie;

/* "ANN/BOB" */
enum { SRV_TIE_KEY = 2 * SRV_ID_ROOM };
void srv_tie_key(const char *from, const char *to, char key[SRV_TIE_KEY]);
bool srv_tie_read(const srv_note *note, srv_tie *tie); /* false: that is no tie */

/* The note that makes it so, for a change; NONE removes it. It borrows key and text. */
typedef struct srv_tie_note {
    char key[SRV_TIE_KEY];
    spk_buf text;
} srv_tie_note;
srv_note srv_tie_write(const srv_tie *tie, const char *from, const char *to, srv_tie_note *room);

/* What somebody does about somebody else. SPK_EREFUSED, SPK_EUNKNOWN: why not; then nothing is changed. Names and ids of ties
 * that are made are the caller's to fill in: 'id' is "" then. */
typedef enum srv_tie_act {
    SRV_TIE_ASK,    /* to be friends; if the other one has asked, they are */
    SRV_TIE_ACCEPT, /* a request of theirs */
    SRV_TIE_REFUSE,
    SRV_TIE_BLOCK,
    SRV_TIE_DROP, /* whatever it was: a friend, a request, a block */
    SRV_TIE_ACT_COUNT
} srv_tie_act;
extern const char *const srv_tie_act_words[SRV_TIE_ACT_COUNT]; /* "ask", "accept", ... */
spk_err srv_tie_do(srv_tie *mine, srv_tie *theirs, srv_tie_act act, int64_t now, spk_why *why);

/* -- Whom somebody does not hear -------------------------------------------------------------------- */

enum { SRV_MOST_BLOCKS = SRV_PAGE };

/* Their query, and its answer as numbers: small enough to stand beside a guest. */
typedef struct srv_blocks {
    int n;
    uint64_t who[]; /* srv_account_hash */
} srv_blocks;

uint64_t srv_account_hash(const char *account);
srv_query srv_blocks_query(const char *account);
srv_blocks *srv_blocks_read(const srv_answer *answer); /* NULL: none. Free it */
/* The other way round: those who have blocked this one. */
srv_query srv_blockers_query(const char *account);
srv_blocks *srv_blockers_read(const srv_answer *answer);
bool srv_blocks_has(const srv_blocks *b, const char *account); /* either may be NULL */

/* -- What a person lets others see -------------------------------------------------------------------- */

typedef enum srv_profile {
    SRV_PROFILE_EVERYBODY,
    SRV_PROFILE_FRIENDS,
    SRV_PROFILE_NOBODY,
    SRV_PROFILE_COUNT
} srv_profile;
extern const char
    *const srv_profile_words[SRV_PROFILE_COUNT]; /* "everybody", "friends", "nobody" */

typedef struct srv_wishes {
    bool presence; /* friends may see that they are here */
    srv_profile profile;
    int64_t version; /* 0: nothing was chosen yet */
} srv_wishes;

/* NULL: nothing was chosen yet. */
void srv_wishes_read(const srv_note *note, srv_wishes *w);
void srv_wishes_print(const srv_wishes *w,
                      spk_json *j); /* "presence" and "profile", into an open object */

/* -- Who is here now ------------------------------------------------------------------------------------ */

/* A page that is open says so every SRV_HERE_MS; who has said nothing for SRV_HERE_LONG_MS is not here. It is told to the other
 * nodes of a house, and kept nowhere else. */
enum { SRV_HERE_MS = 45 * 1000, SRV_HERE_LONG_MS = 120 * 1000 };

void srv_here_say(srv_house *h,
                  const char *account); /* somebody is here: told to other nodes now and then */
void srv_here_hear(srv_house *h, const char *account); /* ... at another node */
void srv_here_forget(srv_house *h, const char *account,
                     bool tell); /* they do not want to be seen, or are gone */
bool srv_is_here(const srv_house *h, const char *account);
int srv_n_here(const srv_house *h);
void srv_here_free(srv_house *h);

#endif
