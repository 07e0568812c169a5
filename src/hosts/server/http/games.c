/* games.c: GET /api/games: what can be played here, and against whom. The answer never changes while
 * the house is open: it is printed once, and clients keep it as long as its tag does not change. */
#include <stdio.h>

#include "base/hash.h"
#include "hosts/server/alert/alert.h"
#include "hosts/server/http/inside.h"
#include "hosts/server/league/league.h"

/* The games' object, and in it what this house has beside tables. */
static void print_house(const srv_house *h, spk_buf *out)
{
    room_print_games(&(spk_json){.out = out});
    SPK_BUG_IF(out->bytes[out->n - 1] != '}');
    out->n--;
    spk_buf_printf(out, ",\"ratings\":%s,\"alerts\":%s", srv_league_is_open(h) ? "true" : "false",
                   srv_alerts_are_on(h) ? "true" : "false");
    bool accounts = h->config->accounts != SRV_ACCOUNTS_OFF; /* all of these need one */
    spk_buf_printf(out, ",\"friends\":%s,\"presence\":%s,\"crews\":%s",
                   accounts && h->config->friends == SRV_FRIENDS_ON ? "true" : "false",
                   accounts && h->config->presence == SRV_PRESENCE_ON ? "true" : "false",
                   accounts && h->config->crews == SRV_CREWS_ON ? "true" : "false");
    spk_buf_printf(out, ",\"reports\":%s,\"profiles\":%s,\"tournaments\":%s}",
                   accounts && h->config->reports == SRV_REPORTS_ON ? "true" : "false",
                   accounts && h->config->profiles == SRV_PROFILES_ON ? "true" : "false",
                   h->tournaments ? "true" : "false");
}

void srv_api_games(srv_house *h, const srv_request *r, char *const *word)
{
    char etag[24];
    (void)word;
    if (h->http->games_text.n == 0)
        print_house(h, &h->http->games_text);
    snprintf(etag, sizeof etag, "\"%016llx\"",
             (unsigned long long)spk_hash(SPK_HASH_START, h->http->games_text.bytes,
                                          h->http->games_text.n));
    srv_reply(h->world, r->ask,
              &(srv_response){.status = 200,
                              .type = "application/json",
                              .body = h->http->games_text.bytes,
                              .n_body = h->http->games_text.n,
                              .cache = "no-cache",
                              .etag = etag});
}
