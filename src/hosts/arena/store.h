/* store.h: an arena as one JSON object, and back. docs/arena.md lists the fields. Times and figures
 * are for readers; a continued run uses only the games of complete sets ("set_results"). */
#ifndef ARENA_STORE_H
#define ARENA_STORE_H

#include "hosts/arena/figures.h"

/* 'version' is the program's. */
void arena_json(const arena *a, const arena_figures *f, const char *version, spk_buf *out);

/* Take over what an earlier run of the same plan has played; the number of sets or threads may
 * differ. Refused, with the reason, if anything else differs or the text cannot be read. */
spk_err arena_resume(arena *a, const char *text, size_t n, spk_why *why);

#endif
