/* api_games.c: GET /api/games: what can be played here, and against whom. The answer never changes while
 * the house is open: it is printed once, and clients keep it as long as its tag does not change. */
#include <stdio.h>

#include "base/hash.h"
#include "hosts/server/api.h"

void srv_api_games(srv_house *h, const srv_request *r, char *const *word)
{
    char etag[24];
    (void)word;
    if (h->shelf_text.n == 0)
        room_print_shelf(&(spk_json){.out = &h->shelf_text});
    snprintf(etag, sizeof etag, "\"%016llx\"",
             (unsigned long long)spk_hash(SPK_HASH_START, h->shelf_text.bytes, h->shelf_text.n));
    srv_reply(h->net, r->ask,
              &(srv_response){.status = 200,
                              .type = "application/json",
                              .body = h->shelf_text.bytes,
                              .n_body = h->shelf_text.n,
                              .cache = "no-cache",
                              .etag = etag});
}
