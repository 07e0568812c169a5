/* config.h: the settings of `speakeasy serve`, from one list (config.def), wherever they are given.
 *
 *     srv_config config;
 *     srv_config_init(&config);                                   the defaults
 *     err = srv_config_read_file(&config, "speakeasy.conf", &why);        why.line: where it is wrong
 *     err = srv_config_read_environment(&config, environ, &why);
 *     err = srv_config_set(&config, "listen", (const char *[]){"*:80"}, 1, &why);
 *     err = srv_config_finish(&config, &why);                     checks that the settings fit together
 *     ...
 *     srv_config_release(&config);
 *
 * A later setting replaces an earlier one; a list replaces the whole list (except limits, which are
 * set one by one). Reading file, environment and command line in this order gives the precedence
 * that the help promises; src/hosts/cli/settings.h does that. Refused settings change nothing.
 *
 * A file consists of lines `option = value`; '#' begins a comment, and "quotes" enclose words with
 * spaces. */
#ifndef SRV_CONFIG_H
#define SRV_CONFIG_H

#include "base/buf.h"
#include "base/err.h"
#include "hosts/server/bus/bus.h"
#include "hosts/server/net/net.h"

typedef enum srv_setting_kind {
    SRV_SETTING_FLAG,
    SRV_SETTING_NUMBER,
    SRV_SETTING_TEXT,
    SRV_SETTING_CHOICE,
    SRV_SETTING_LIST,
    SRV_SETTING_PAIR,
} srv_setting_kind;

typedef struct srv_house_limits {
#define LIMIT(name, value, words) uint32_t name;
#include "hosts/server/ops/house_limits.def"
#undef LIMIT
} srv_house_limits;

#define SRV_FIELD_FLAG(name)   bool name;
#define SRV_FIELD_NUMBER(name) int64_t name;
#define SRV_FIELD_TEXT(name)   const char *name;        /* "" if not set */
#define SRV_FIELD_CHOICE(name) int name;                /* the index of its word */
#define SRV_FIELD_LIST(name)   const char *const *name; /* ends with NULL; never NULL itself */
#define SRV_FIELD_PAIR(name)   const char *name[2];     /* both "" if not set */

/* Owns all its texts. */
typedef struct srv_config {
#define SETTING(field, option, value, kind, lo, hi, fallback, words) SRV_FIELD_##kind(field)
#include "hosts/server/ops/config.def"
#undef SETTING
    srv_limits limits;      /* of the network layer (limits.def) */
    srv_house_limits house; /* of the house (house_limits.def) */
    bool accept_loss;       /* see srv_store_options; for one start, so no setting of a file */
    void *texts;            /* everything that was allocated */
} srv_config;

/* The choices by name, in the order of their words. Durability's are srv_durability's. */
enum { SRV_RATINGS_OFF, SRV_RATINGS_ON };
enum { SRV_TOURNAMENTS_OFF, SRV_TOURNAMENTS_ACCOUNTS, SRV_TOURNAMENTS_OPEN };
enum { SRV_ACCOUNTS_OFF, SRV_ACCOUNTS_CLOSED, SRV_ACCOUNTS_OPEN };
enum { SRV_DAILY_OFF, SRV_DAILY_ON };
enum { SRV_FRIENDS_OFF, SRV_FRIENDS_ON };
enum { SRV_CREWS_OFF, SRV_CREWS_ON };
enum { SRV_REPORTS_OFF, SRV_REPORTS_ON };
enum { SRV_PROFILES_OFF, SRV_PROFILES_ON };
enum { SRV_PRESENCE_OFF, SRV_PRESENCE_ON };

void srv_config_init(srv_config *c);
void srv_config_release(srv_config *c);

/* -- Setting -------------------------------------------------------------------------------------- */

/* One setting by its option's name ('_' may replace '-'), or a limit by its name. A FLAG takes no
 * value or yes/no, a LIST any number, a PAIR two, the rest one. SPK_EUNKNOWN: there is no such
 * setting, and 'why' says which one was probably meant. */
spk_err srv_config_set(srv_config *c, const char *name, const char *const *values, int n,
                       spk_why *why);

/* A config file's text (terminated, n bytes), or the file itself. All or nothing. */
spk_err srv_config_read_text(srv_config *c, const char *text, size_t n, spk_why *why);
spk_err srv_config_read_file(srv_config *c, const char *path, spk_why *why);

/* The variables SPEAKEASY_...; an unknown one is refused, all others are ignored. SPEAKEASY_CONFIG
 * is for the caller: srv_config_file_of finds it. */
spk_err srv_config_read_environment(srv_config *c, char *const *environment, spk_why *why);
const char *srv_config_file_of(char *const *environment); /* NULL: not set */

/* After the last setting: fill in what depends on the machine (the data directory) and refuse what
 * does not fit together, such as a certificate without a key or a malformed URL. */
spk_err srv_config_finish(srv_config *c, char *const *environment, spk_why *why);

/* -- Using --------------------------------------------------------------------------------------- */

/* Print it as a commented config file with the same settings. */
void srv_config_print(const srv_config *c, spk_buf *out);

/* The limits with their defaults and meanings, one per line, for the help. */
void srv_config_print_limits(spk_buf *out);

/* The path of the store's file in the data directory, which is created (readable by its owner only)
 * if 'make' is true. Release the path. It is empty if data is "memory": then srv_store_options.path
 * is NULL. */
spk_err srv_config_store_path(const srv_config *c, bool make, spk_buf *path, spk_why *why);

/* The network's settings. Its lists are valid as long as the config and 'room'. */
typedef struct srv_net_lists {
    const char *origins[64];
} srv_net_lists;
void srv_config_to_net(const srv_config *c, srv_net_config *net, srv_net_lists *room);

/* The message server's address, user and certificates; 'wake', 'gap' and 'clock' are the caller's. Valid as long as the
 * config. */
void srv_config_to_bus(const srv_config *c, srv_bus_options *bus);

/* Whether these settings are a message server's: its URL, and whole pairs. Part of srv_config_finish; for programs
 * that need nothing else. */
spk_err srv_config_check_bus(const srv_config *c, spk_why *why);

/* Whether this address may read /metrics. 'forwarded': the request came through a proxy. Then the address counts
 * only if a trusted proxy (--proxy) named it; otherwise everybody behind a proxy on this machine would pass for
 * this machine. */
bool srv_config_allows_metrics(const srv_config *c, const char *peer, bool forwarded);

/* -- The list ------------------------------------------------------------------------------------ */

typedef struct srv_setting {
    const char *option, *field, *value;
    srv_setting_kind kind;
    int64_t lo, hi;
    const char *fallback, *words;
    size_t offset; /* in srv_config */
} srv_setting;

extern const srv_setting srv_settings[];
extern const int srv_n_settings;

#endif
