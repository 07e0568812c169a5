/* doctor_store.c: what a house keeps, and where: user, data directory, disk, store, bus,
 * clock. See doctor.h. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "hosts/cli/doctor.h"
#include "hosts/server/bus/bus.h"
#include "hosts/server/store/store.h"

enum { MB = 1 << 20, LEAST_MB = 100, LITTLE_MB = 1024 };

static bool keeps_nothing(const doctor *d) { return spk_str_eq(d->config->data, "memory"); }

/* -- Who ----------------------------------------------------------------------------------------- */

static const char *name_of(uid_t user, char room[64])
{
    struct passwd *found = getpwuid(user);
    snprintf(room, 64, found ? "%s" : "user %.0s%u", found ? found->pw_name : "", (unsigned)user);
    return room;
}

void doctor_user(doctor *d)
{
    char name[64];
    struct stat about;
    bool is_others = !keeps_nothing(d) && stat(d->config->data, &about) == 0 && about.st_uid != 0;
    if (geteuid() == 0 && !is_others) {
        doctor_find(d, DOCTOR_ODD, "this is root, which a server need not be");
        doctor_mend(
            d, "give it a user of its own; the unit that comes with it does (docs/hosting.md)");
    } else
        doctor_fine(d, "%s", name_of(geteuid(), name));
}

/* -- The data directory -------------------------------------------------------------------------- */

/* The nearest folder on the way that is there. */
static void existing_part(const char *path, char room[PATH_MAX])
{
    struct stat about;
    snprintf(room, PATH_MAX, "%s", path);
    while (stat(room, &about) != 0 && strrchr(room, '/') && strrchr(room, '/') != room)
        *strrchr(room, '/') = '\0';
    if (stat(room, &about) != 0)
        snprintf(room, PATH_MAX, "/");
}

static void look_for_data(doctor *d)
{
    char there[PATH_MAX];
    existing_part(d->config->data, there);
    if (access(there, W_OK | X_OK) == 0) {
        doctor_fine(d, "%s is not there yet; the server will make it", d->config->data);
        return;
    }
    doctor_find(d, DOCTOR_WRONG, "%s is not there, and cannot be made: %s", d->config->data,
                strerror(errno));
    doctor_mend(d, "install -d -m 700 -o USER %s, with the server's user", d->config->data);
}

static void look_at_data(doctor *d, const struct stat *about)
{
    const char *data = d->config->data;
    char name[64];
    if (!S_ISDIR(about->st_mode)) {
        doctor_find(d, DOCTOR_WRONG, "%s is not a directory", data);
        doctor_mend(d, "move it away, or name another one with 'data'");
    } else if (access(data, R_OK | W_OK | X_OK) != 0) {
        doctor_find(d, DOCTOR_WRONG, "%s belongs to %s and cannot be written by %s", data,
                    name_of(about->st_uid, (char[64]){0}), name_of(geteuid(), name));
        doctor_mend(d, "chown -R %s %s; or run this as the server's user", name, data);
    } else if (about->st_mode & 077) {
        doctor_find(d, DOCTOR_ODD, "others on this machine may look into %s (mode %03o)", data,
                    (unsigned)about->st_mode & 0777);
        doctor_mend(d, "chmod 700 %s: seeds of running games are inside", data);
    } else
        doctor_fine(d, "%s", data);
}

void doctor_data(doctor *d)
{
    struct stat about;
    if (keeps_nothing(d)) {
        doctor_find(d, DOCTOR_ODD, "tables are kept in memory and lost when the server stops");
        doctor_mend(d, "name a directory with 'data', unless that is what you want");
    } else if (stat(d->config->data, &about) == 0)
        look_at_data(d, &about);
    else
        look_for_data(d);
}

void doctor_disk(doctor *d)
{
    char there[PATH_MAX];
    struct statvfs disk;
    existing_part(keeps_nothing(d) ? "/tmp" : d->config->data, there);
    if (statvfs(there, &disk) != 0)
        return;
    int64_t left_mb = (int64_t)(disk.f_bavail * (disk.f_frsize / 1024)) / 1024;
    if (disk.f_flag & ST_RDONLY) {
        doctor_find(d, DOCTOR_WRONG, "the disk of %s is read-only", there);
        doctor_mend(d, "mount it for writing; the system's log may say why it is not");
    } else if (left_mb < LITTLE_MB || (disk.f_files && disk.f_favail < 1000)) {
        doctor_find(d, left_mb < LEAST_MB ? DOCTOR_WRONG : DOCTOR_ODD,
                    "%" PRId64 " MB and %llu files are left on the disk of %s", left_mb,
                    (unsigned long long)disk.f_favail, there);
        doctor_mend(
            d, "make room ('speakeasy admin delete --older 90d', then vacuum), or move 'data'");
    } else
        doctor_fine(d, "%" PRId64 " MB are left", left_mb);
}

/* -- The store ----------------------------------------------------------------------------------- */

static void look_at_database(doctor *d)
{
    char name[200];
    spk_why why = {0};
    srv_store_name(d->config->store, name, sizeof name);
    srv_store *store = srv_store_open(&(srv_store_options){.clock = host_clock_real,
                                                           .path = d->config->store,
                                                           .must_exist = true},
                                      &why);
    if (store)
        doctor_fine(d, "%s answers", name);
    else {
        doctor_find(d, DOCTOR_WRONG, "%s: %s", name, why.text);
        doctor_mend(d, "is PostgreSQL running, and may this user connect? Try: psql '%s'", name);
    }
    srv_store_close(store);
}

static void look_at_file(doctor *d, const char *path)
{
    srv_glance glance;
    spk_why why = {0};
    spk_err err = srv_store_glance(path, &glance, &why);
    if (err == SPK_EUNKNOWN)
        doctor_fine(d, "there is none yet");
    else if (err != SPK_OK) {
        doctor_find(d, DOCTOR_WRONG, "%s: %s", path, why.text);
        doctor_mend(d, "keep a copy of it and of the files beside it; then restore a backup "
                       "(docs/hosting.md)");
    } else if (glance.version < glance.newest) {
        doctor_find(d, DOCTOR_ODD, "%s is an older Speakeasy's (schema %d, now %d)", path,
                    glance.version, glance.newest);
        doctor_mend(d, "back it up; the next start brings it up to date");
    } else if (!glance.is_checked) {
        doctor_find(d, DOCTOR_ODD, "%s is too large for a quick look", path);
        doctor_mend(d, "'speakeasy admin check' reads all of it");
    } else
        doctor_fine(d, "%s, %" PRId64 " KB", path, glance.bytes / 1024);
}

void doctor_store(doctor *d)
{
    char path[PATH_MAX];
    if (*d->config->store)
        look_at_database(d);
    else if (!keeps_nothing(d) &&
             snprintf(path, sizeof path, "%s/speakeasy.db", d->config->data) < PATH_MAX)
        look_at_file(d, path);
}

/* -- The bus ------------------------------------------------------------------------------------- */

static const char *given(const char *text) { return *text ? text : NULL; }

void doctor_bus(doctor *d)
{
    const srv_config *c = d->config;
    char name[200];
    spk_why why = {0};
    if (!*c->bus)
        return;
    srv_bus_name(c->bus, name, sizeof name);
    srv_bus *bus = srv_bus_open(&(srv_bus_options){.url = c->bus,
                                                   .name = "speakeasy doctor",
                                                   .credentials = given(c->bus_credentials),
                                                   .ca = given(c->bus_ca),
                                                   .cert = given(c->bus_tls[0]),
                                                   .key = given(c->bus_tls[1]),
                                                   .clock = host_clock_real},
                                &why);
    if (bus)
        doctor_fine(d, "%s answers", name);
    else {
        doctor_find(d, DOCTOR_WRONG, "%s: %s", name, why.text);
        doctor_mend(d, "is nats-server running there, and may this server connect? See 'bus' in "
                       "docs/hosting.md");
    }
    srv_bus_close(bus);
}

/* -- The clock ----------------------------------------------------------------------------------- */

/* When the store was last written to, in ms; 0: unknown. */
static int64_t last_written(const doctor *d)
{
    char path[PATH_MAX];
    srv_glance glance = {0};
    if (keeps_nothing(d) || *d->config->store ||
        snprintf(path, sizeof path, "%s/speakeasy.db", d->config->data) >= PATH_MAX)
        return 0;
    return srv_store_glance(path, &glance, NULL) == SPK_OK ? glance.last : 0;
}

void doctor_clock(doctor *d)
{
    struct timex about = {0};
    time_t now = time(NULL);
    int64_t ahead_s = last_written(d) / 1000 - (int64_t)now;
    if (now < 1767225600 || ahead_s > 60) { /* the year 2026 */
        doctor_find(d, DOCTOR_WRONG,
                    ahead_s > 60 ? "this machine's clock is %" PRId64
                                   " s behind the last entry of the store"
                                 : "this machine's clock is %.0" PRId64 "years behind",
                    ahead_s > 60 ? ahead_s : 0);
        doctor_mend(d, "set the clock, and keep it right: timedatectl set-ntp true");
    } else if (adjtimex(&about) == TIME_ERROR) {
        doctor_find(d, DOCTOR_ODD, "nothing keeps this machine's clock right");
        doctor_mend(d, "timedatectl set-ntp true; certificates and sessions depend on the time");
    } else
        doctor_fine(d, "it is kept right");
}
