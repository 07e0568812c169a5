/* store_postgres_note_test.c: notes on PostgreSQL: store_note_test.c as it is, with a schema of a real server wherever
 * it says "file"; and a house with notes that moves to an SQLite file. */
#define KIT_POSTGRES
#include "store_note_test.c" /* NOLINT(bugprone-suspicious-include) */
