/* ops.h: what the operator of a house works with. One header for everybody outside; each of the three is a
 * manual of its own:
 *
 *     config.h     the settings of `speakeasy serve`, from one list (config.def), wherever they are given
 *     log.h        one line per event (events.def), without secrets
 *     notices.h    how a running house learns what `speakeasy admin` has changed */
#ifndef SRV_OPS_H
#define SRV_OPS_H

#include "hosts/server/ops/config.h"
#include "hosts/server/ops/log.h"
#include "hosts/server/ops/notices.h"

#endif
