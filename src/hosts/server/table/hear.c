/* hear.c: whom a guest does not hear: those whom the person in that seat has blocked (people.h). Only chat is kept from them; what
 * is said by the rules of a game is part of it. Known before somebody is let in, and asked for again when they block somebody:
 * then what they have heard so far is corrected (show.c). */
#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/table/inside.h"

const char *srv_guest_account(const srv_table *table, spk_seat seat, const char *session)
{
    const char *of_seat = seat >= 0 && seat < table->n_seats ? table->places[seat].account : NULL;
    return of_seat ? of_seat : *session ? session : NULL;
}

bool srv_guest_hears(const srv_guest *guest, const srv_line *line)
{
    const srv_table *table = guest->table;
    bool known = line->seat >= 0 && line->seat < table->n_seats;
    return !known || !srv_blocks_has(guest->blocks, table->places[line->seat].account);
}

unsigned srv_guest_unheard(const srv_guest *guest)
{
    unsigned seats = 0;
    for (spk_seat seat = 0; seat < guest->table->n_seats; seat++)
        if (srv_blocks_has(guest->blocks, guest->table->places[seat].account))
            seats |= 1u << seat;
    return seats;
}

typedef struct hearing {
    srv_house *house;
    srv_ws ws;
} hearing;

static void on_blocks(void *context, const srv_answer *a)
{
    hearing *q = context;
    srv_guest *guest = srv_ws_user(q->house->world, q->ws);
    srv_house_end(q->house);
    if (guest && a->err == SPK_OK) {
        unsigned were_unheard = guest->table ? srv_guest_unheard(guest) : 0;
        spk_free(guest->blocks);
        guest->blocks = srv_blocks_read(a);
        if (guest->table)
            srv_show_heard(guest, were_unheard);
    }
    spk_free(q);
}

static void ask_anew(srv_guest *guest, const char *account)
{
    srv_house *h = guest->house;
    srv_query query = srv_blocks_query(account);
    hearing *q = spk_alloc(sizeof *q);
    *q = (hearing){h, guest->ws};
    if (srv_store_ask(h->store, &query, on_blocks, q) == SPK_OK)
        srv_house_begin(h);
    else
        spk_free(q);
}

void srv_guests_hear_anew(srv_house *h, const char *account)
{
    for (int i = 0; i < h->tables->n_buckets; i++)
        for (srv_table *table = h->tables->bucket[i]; table; table = table->next)
            for (srv_guest *g = table->guests; g && table->room; g = g->next) {
                const char *its = srv_guest_account(table, g->seat, g->account);
                if (its && spk_str_eq(its, account))
                    ask_anew(g, account);
            }
}
