/* http.h: what a house answers over HTTP: the API under /api (docs/protocol.md), pages, /metrics
 * and /healthz. For server.c, which passes every request to srv_http_request.
 *
 *     request -> routes.c -> games.c list.c make.c     what there is, and a new table
 *                            table.c record.c study.c  one table (visit.c: checks the token, waits for the table)
 *                            accounts.c stats.c        accounts and their results (password.c: argon2id)
 *                            alerts.c                  what somebody wants to be told, and where
 *                            daily/                    the deal of the day
 *                            tournaments/              tournaments: looking, making, joining
 *                            people/                   friends, blocks, who is here (caller.c: whose session it is)
 *                            crews/                    groups with standings of their own, and "deal us in"
 *                            reports.c                 what people tell the host about others
 *                            metrics.c                 figures for operators
 *                            pages.c files.c           everything else: a file, or 404
 *                            preview.c poster.c png.c  what a messenger shows beside a table's link
 *
 * To add a route, write a handler and add a line to a list of routes (inside.h); routes.def names
 * the lists. */
#ifndef SRV_HTTP_H
#define SRV_HTTP_H

#include "hosts/server/house.h"

/* NULL, and why: a folder of the page is missing. Kept in h->http. Call srv_http_free after the
 * store is closed. */
struct srv_http *srv_http_new(srv_house *h, spk_why *why);
void srv_http_free(srv_house *h);

/* Before the tables are freed: gives back what is theirs. */
void srv_http_let_go(srv_house *h);

/* Answers it, now or later. */
void srv_http_request(srv_house *h, const srv_request *r);

#endif
