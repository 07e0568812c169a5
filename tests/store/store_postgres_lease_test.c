/* store_postgres_lease_test.c: leases on PostgreSQL: store_lease_test.c as it is, with nodes in a schema of a real
 * server beside those in memory. */
#define KIT_POSTGRES
#include "store_lease_test.c" /* NOLINT(bugprone-suspicious-include) */
