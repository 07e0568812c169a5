/* config_inside.h: what the files of the config share. config.h is the manual. */
#ifndef SRV_CONFIG_INSIDE_H
#define SRV_CONFIG_INSIDE_H

#include "hosts/server/config.h"

/* The limits of net and house as one list; 'offset' is in srv_config. */
srv_limit_info srv_config_limit(int i);
int srv_config_n_limits(void);
uint32_t *srv_config_limit_in(const srv_config *c, const srv_limit_info *info);

void *srv_config_field(const srv_config *c, const srv_setting *s);

/* A copy, and room, that live as long as the config. */
const char *srv_config_keep(srv_config *c, const char *text);
void *srv_config_keep_bytes(srv_config *c, size_t n);

/* A setting with its value as a file has it: words apart by blanks, "quoted" ones may hold some. */
spk_err srv_config_set_text(srv_config *c, const char *name, const char *text, spk_why *why);

const char *srv_config_variable(char *const *environment, const char *name); /* NULL: not there */

#endif
