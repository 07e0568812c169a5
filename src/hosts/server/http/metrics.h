/* metrics.h: GET /metrics, everything the house counts, in the Prometheus text format, for
 * addresses the config allows; and GET /healthz for monitoring. docs/hosting.md explains the
 * figures. */
#ifndef SRV_METRICS_H
#define SRV_METRICS_H

#include "hosts/server/http/inside.h"

extern const srv_route srv_watch_routes[];

/* The text. 'counts' is the store's answer to SRV_ASK_COUNTS; NULL: there was none. */
void srv_metrics_print(srv_house *h, const srv_counts *counts, spk_buf *out);

#endif
