/* store_postgres_crash_test.c: kill -9 of the server loses no acknowledged change on PostgreSQL either:
 * store_crash_test.c as it is, with a schema of a real server in place of the file. */
#define KIT_POSTGRES
#include "store_crash_test.c" /* NOLINT(bugprone-suspicious-include) */
