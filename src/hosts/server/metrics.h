/* metrics.h: GET /metrics, everything the house counts in Prometheus' text format, for those whom the config
 * allows; and GET /healthz for whoever watches over it. docs/hosting.md explains the figures. */
#ifndef SRV_METRICS_H
#define SRV_METRICS_H

#include "hosts/server/house.h"

extern const srv_route srv_watch_routes[];

/* The text. 'counts' is the store's answer to SRV_ASK_COUNTS; NULL: it gave none. */
void srv_metrics_print(srv_house *h, const srv_counts *counts, spk_buf *out);

#endif
