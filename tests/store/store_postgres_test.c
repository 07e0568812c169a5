/* store_postgres_test.c: what store.h promises, on PostgreSQL: store_test.c as it is, with a schema of a real
 * server wherever it says "file". */
#define KIT_POSTGRES
#include "store_test.c" /* NOLINT(bugprone-suspicious-include) */
