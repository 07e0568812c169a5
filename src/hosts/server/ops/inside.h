/* inside.h: what the files of the config share. config.h is the manual. */
#ifndef SRV_CONFIG_INSIDE_H
#define SRV_CONFIG_INSIDE_H

#include "hosts/server/ops/config.h"

/* The limits of net and house as one list; 'offset' is in srv_config. */
srv_limit_info srv_config_limit(int i);
int srv_config_n_limits(void);
uint32_t *srv_config_limit_in(const srv_config *c, const srv_limit_info *info);

void *srv_config_field(const srv_config *c, const srv_setting *s);

/* A copy of a text, and memory, valid as long as the config. */
const char *srv_config_keep(srv_config *c, const char *text);
void *srv_config_keep_bytes(srv_config *c, size_t n);

/* A setting with its value as in a file: space-separated words; "quoted" ones may contain
 * spaces. */
spk_err srv_config_set_text(srv_config *c, const char *name, const char *text, spk_why *why);

const char *srv_config_variable(char *const *environment, const char *name); /* NULL: not set */

#endif
