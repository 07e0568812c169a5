/* news.h: how a running house hears what the operator changed behind its back (`speakeasy admin`). The store
 * itself keeps the two from hurting each other: a table that was closed or deleted takes nothing more.
 * But who sits at a table in memory should hear of it now and not at the next move; so the tool leaves
 * a line in a file beside the store, and the house reads it within a second, sends the table's guests
 * away (they come back and see what is) and reads the table anew.
 *
 *     srv_news_leave("/srv/speakeasy/speakeasy.db", "table", id);        the tool
 *     srv_news_read(h);                                                  the house, now and then
 */
#ifndef SRV_NEWS_H
#define SRV_NEWS_H

#include "base/err.h"

struct srv_house;

/* 'what' is "table" or "account". Best effort: the news is old when no server runs. */
void srv_news_leave(const char *store_path, const char *what, const char *id);

void srv_news_read(struct srv_house *h);

#endif
