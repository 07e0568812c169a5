/* doctor_program.c: the program itself and what came with it: libraries, games, the page. See doctor.h. */
#include <jansson.h>
#include <limits.h>
#include <openssl/crypto.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ai/net.h"
#include "base/str.h"
#include "engine/box.h"
#include "games/registry.h"
#include "hosts/cli/cli.h"
#include "hosts/cli/doctor.h"

/* -- Libraries ----------------------------------------------------------------------------------- */

/* What runs must be at least what it was built with: an older one may lack what we call. */
void doctor_libraries(doctor *d)
{
    if (sqlite3_libversion_number() < SQLITE_VERSION_NUMBER) {
        doctor_find(d, DOCTOR_WRONG, "SQLite is %s here, but the program was built with %s",
                    sqlite3_libversion(), SQLITE_VERSION);
        doctor_mend(d, "upgrade libsqlite3, or build Speakeasy on this machine");
    }
    if (OpenSSL_version_num() >> 28 != OPENSSL_VERSION_NUMBER >> 28) {
        doctor_find(d, DOCTOR_WRONG, "%s is here, but the program was built with %s",
                    OpenSSL_version(OPENSSL_VERSION), OPENSSL_VERSION_TEXT);
        doctor_mend(d, "install OpenSSL %d, or build Speakeasy on this machine",
                    (int)(OPENSSL_VERSION_NUMBER >> 28));
    }
    if (sodium_init() < 0) {
        doctor_find(d, DOCTOR_WRONG, "libsodium cannot be used: it finds no source of chance");
        doctor_mend(d, "make /dev/urandom readable, as on every Linux system");
    }
    doctor_fine(d, "speakeasy %s, SQLite %s, %s, libsodium %s, jansson %s", SPK_VERSION,
                sqlite3_libversion(), OpenSSL_version(OPENSSL_VERSION), sodium_version_string(),
                jansson_version_str());
}

/* -- Games ----------------------------------------------------------------------------------------- */

static bool look_at_table(doctor *d, const spk_game *game, int n_seats)
{
    spk_box box;
    spk_net net;
    spk_why why = {0};
    if (spk_box_open(&box, game, &(spk_choice){.n_seats = n_seats}, &why) != SPK_OK) {
        doctor_find(d, DOCTOR_WRONG, "%s for %d: %s", game->key, n_seats, why.text);
        doctor_mend(d, "the program is damaged: install it again");
        return false;
    }
    spk_err err = box.net.bytes ? spk_net_open(&net, &box, &why) : SPK_OK;
    if (err != SPK_OK) {
        doctor_find(d, DOCTOR_WRONG, "%s for %d: its net: %s", game->key, n_seats, why.text);
        doctor_mend(d, "the program is damaged: install it again");
    }
    spk_box_close(&box);
    return err == SPK_OK;
}

void doctor_games(doctor *d)
{
    bool fine = true;
    for (int i = 0; i < spk_n_games; i++)
        for (int n = spk_games[i]->min_seats; n <= spk_games[i]->max_seats; n++)
            fine = look_at_table(d, spk_games[i], n) && fine;
    if (fine)
        doctor_fine(d, "%d games, their editions and nets can be read", spk_n_games);
}

/* -- The page ------------------------------------------------------------------------------------ */

/* The folders the server would look into: as http/pages.c does. */
static int folders_of(const doctor *d, char room[8][PATH_MAX])
{
    static const char *const beside[] = {"/../share/speakeasy/web", "/../../web", "/../web"};
    struct stat about;
    int n = 0;
    for (const char *const *web = d->config->web; *web && n < 8; web++)
        snprintf(room[n++], PATH_MAX, "%s", *web);
    if (n > 0)
        return n;
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    for (size_t i = 0; slash && i < sizeof beside / sizeof *beside; i++) {
        int size =
            snprintf(room[n], PATH_MAX, "%.*s%s", (int)(slash - program), program, beside[i]);
        n += size < PATH_MAX && stat(room[n], &about) == 0;
    }
    return n;
}

/* The first folder that has the file; NULL: none. Its path goes into 'path'. */
static const char *find_file(char folders[8][PATH_MAX], int n, const char *name,
                             char path[PATH_MAX])
{
    struct stat about;
    for (int i = 0; i < n; i++) {
        int size = snprintf(path, PATH_MAX, "%s/%s", folders[i], name);
        if (size < PATH_MAX && stat(path, &about) == 0 && S_ISREG(about.st_mode))
            return access(path, R_OK) == 0 ? path : NULL;
    }
    return NULL;
}

/* Nets are data of the program and of the page: where they differ, the page is another version's. */
static bool is_same_net(const char *path, const spk_net_file *net)
{
    spk_buf bytes = {0};
    bool same = cli_file_read(path, 64 << 20, &bytes) == 0 && bytes.n == net->size &&
                memcmp(bytes.bytes, net->bytes, net->size) == 0;
    spk_buf_release(&bytes);
    return same;
}

static bool look_at_nets(doctor *d, char folders[8][PATH_MAX], int n)
{
    char name[80], path[PATH_MAX];
    for (int i = 0; i < spk_n_games; i++) {
        const spk_hints *hints = spk_games[i]->hints;
        for (const spk_net_file *net = hints ? hints->nets : NULL; net && net->bytes; net++) {
            snprintf(name, sizeof name, "nets/%s/%d.net", spk_games[i]->key, net->n_seats);
            if (find_file(folders, n, name, path) && is_same_net(path, net))
                continue;
            doctor_find(d, DOCTOR_WRONG, "the page's %s is not this program's", name);
            doctor_mend(d, "page and program are of different versions: install both again");
            return false;
        }
    }
    return true;
}

void doctor_page(doctor *d)
{
    static const char *const needed[] = {"index.html", "table.html", "speakeasy.wasm",
                                         "rules/list.json", "nets/list.json"};
    static char folders[8][PATH_MAX];
    char path[PATH_MAX];
    int n = folders_of(d, folders);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!find_file(folders, n, needed[i], path)) {
            doctor_find(d, DOCTOR_WRONG, "the page's %s is not there, or cannot be read",
                        needed[i]);
            doctor_mend(d, "'make play' builds the page, 'make install' copies it; 'web' names its "
                           "folder");
            return;
        }
    if (look_at_nets(d, folders, n))
        doctor_fine(d, "the page is in %s", folders[0]);
}
