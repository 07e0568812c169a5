/* bus_nats_test.c: what bus.h promises, on a NATS server: bus_test.c as it is, and beside the process NATS. */
#define KIT_NATS
#include "bus_test.c" /* NOLINT(bugprone-suspicious-include) */
