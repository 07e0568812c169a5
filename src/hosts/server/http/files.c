/* files.c: pages, pictures and programs, from a folder, which is entered step by step, and
 * no step follows a symbolic link: whatever a path says, it ends inside. What was read is kept, with
 * a tag made from its bytes, and shared by all who ask. */
#include "hosts/server/http/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"

enum { FILE_MAX_BYTES = 16 << 20, KEPT_MAX_BYTES = 64 << 20, N_HEADS = 256 };

typedef struct kept { /* a file that was read */
    struct kept *next;
    struct timespec changed;
    ino_t inode;
    srv_blob *blob;
    char etag[24];
    char path[];
} kept;

struct srv_files {
    int folder;
    kept *heads[N_HEADS];
    size_t n_kept_bytes;
};

/* -- Kinds ------------------------------------------------------------------------------------- */

const char *srv_mime_type(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {"html", "text/html; charset=utf-8"},
        {"js", "text/javascript; charset=utf-8"},
        {"mjs", "text/javascript; charset=utf-8"},
        {"css", "text/css; charset=utf-8"},
        {"json", "application/json"},
        {"map", "application/json"},
        {"webmanifest", "application/manifest+json"},
        {"wasm", "application/wasm"},
        {"svg", "image/svg+xml"},
        {"png", "image/png"},
        {"jpg", "image/jpeg"},
        {"jpeg", "image/jpeg"},
        {"webp", "image/webp"},
        {"ico", "image/x-icon"},
        {"woff2", "font/woff2"},
        {"txt", "text/plain; charset=utf-8"},
        {"md", "text/plain; charset=utf-8"},
        {"play", "text/plain; charset=utf-8"},
        {"xml", "application/xml"},
        {"pdf", "application/pdf"},
        {"mp3", "audio/mpeg"},
        {"ogg", "audio/ogg"},
    };
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++) {
        if (strcasecmp(dot + 1, types[i].ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

/* -- Keeping ----------------------------------------------------------------------------------- */

static kept **head_of(srv_files *files, const char *path)
{
    return &files->heads[spk_hash(SPK_HASH_START, path, strlen(path)) % N_HEADS];
}

static void forget(srv_files *files, kept **at)
{
    kept *it = *at;
    *at = it->next;
    files->n_kept_bytes -= it->blob->n;
    srv_blob_drop(it->blob);
    spk_free(it);
}

static void forget_all(srv_files *files)
{
    for (int i = 0; i < N_HEADS; i++) {
        while (files->heads[i])
            forget(files, &files->heads[i]);
    }
}

static kept *keep(srv_files *files, const char *path, srv_blob *blob)
{
    if (files->n_kept_bytes + blob->n > KEPT_MAX_BYTES)
        forget_all(files);
    kept **head = head_of(files, path);
    kept *it = spk_alloc(sizeof *it + strlen(path) + 1);
    memcpy(it->path, path, strlen(path) + 1);
    it->blob = blob;
    snprintf(it->etag, sizeof it->etag, "\"%016llx\"",
             (unsigned long long)spk_hash(SPK_HASH_START, blob->bytes, blob->n));
    it->next = *head;
    *head = it;
    files->n_kept_bytes += blob->n;
    return it;
}

/* -- Finding ----------------------------------------------------------------------------------- */

/* Names that begin with a dot are nobody's pages (RFC 8615's folder is meant to be seen). */
static bool is_hidden(const char *path)
{
    for (const char *at = path;; at++) {
        if (*at == '.' && strncmp(at, ".well-known/", 12) != 0)
            return true;
        at = strchr(at, '/');
        if (!at)
            return false;
    }
}

/* Open "a/b/c" below the folder, or -1. Each step is opened in the one before it. */
static int open_below(int folder, const char *path)
{
    int at = folder;
    for (;;) {
        char name[256];
        size_t n = strcspn(path, "/");
        bool is_last = path[n] == '\0';
        int next = -1;
        if (n > 0 && n < sizeof name) {
            memcpy(name, path, n);
            name[n] = '\0';
            int kind = is_last ? O_NONBLOCK : O_DIRECTORY;
            next = openat(at, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind);
        }
        if (at != folder)
            close(at);
        if (next < 0 || is_last)
            return next;
        at = next;
        path += n + 1;
    }
}

static srv_blob *read_all(int fd, size_t n)
{
    srv_blob *blob = srv_blob_new(NULL, 0);
    blob = spk_realloc(blob, sizeof *blob + n + 1);
    blob->n = n;
    for (size_t at = 0; at < n;) {
        ssize_t got = read(fd, blob->bytes + at, n - at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) { /* shorter than a moment ago: somebody is writing it */
            srv_blob_drop(blob);
            return NULL;
        }
        at += (size_t)got;
    }
    return blob;
}

static kept *look_up(srv_files *files, int fd, const char *path)
{
    struct stat now;
    if (fstat(fd, &now) != 0 || !S_ISREG(now.st_mode) || now.st_size > FILE_MAX_BYTES)
        return NULL;
    for (kept **at = head_of(files, path); *at; at = &(*at)->next) {
        kept *it = *at;
        if (!spk_str_eq(it->path, path))
            continue;
        if (it->inode == now.st_ino && it->blob->n == (size_t)now.st_size &&
            it->changed.tv_sec == now.st_mtim.tv_sec && it->changed.tv_nsec == now.st_mtim.tv_nsec)
            return it;
        forget(files, at);
        break;
    }
    srv_blob *blob = read_all(fd, (size_t)now.st_size);
    if (!blob)
        return NULL;
    kept *it = keep(files, path, blob);
    it->inode = now.st_ino;
    it->changed = now.st_mtim;
    return it;
}

static kept *find(srv_files *files, const char *path)
{
    int fd = open_below(files->folder, path);
    if (fd < 0)
        return NULL;
    kept *it = look_up(files, fd, path);
    close(fd);
    return it;
}

/* -- Answering --------------------------------------------------------------------------------- */

static bool takes_gzip(const srv_request *r)
{
    const char *list = srv_request_header(r, "accept-encoding");
    const char *at = list ? strcasestr(list, "gzip") : NULL;
    if (!at || (at > list && at[-1] != ' ' && at[-1] != ','))
        return false;
    at += 4;
    at += strspn(at, " \t");
    return strncmp(at, ";q=0", 4) != 0 ||
           (at[4] == '.' && strspn(at + 5, "0") != strcspn(at + 5, ", \t"));
}

static void send_file(const srv_world *world, const srv_request *r, const char *path,
                      const kept *plain, const kept *gzip)
{
    const kept *it = gzip && takes_gzip(r) ? gzip : plain;
    srv_pair headers[] = {{"Vary", "Accept-Encoding"}, {"Content-Encoding", "gzip"}};
    srv_response a = {.status = 200,
                      .type = srv_mime_type(path),
                      .cache = "no-cache", /* keep it, but ask whether it is still the same */
                      .etag = it->etag,
                      .blob = it->blob,
                      .headers = headers,
                      .n_headers = !gzip        ? 0
                                   : it == gzip ? 2
                                                : 1};
    srv_reply(world, r->ask, &a);
}

const srv_blob *srv_files_look(srv_files *files, const char *path)
{
    const kept *it = find(files, path);
    return it ? it->blob : NULL;
}

bool srv_files_reply(srv_files *files, const srv_world *world, const srv_request *r,
                     const char *path)
{
    char name[1024];
    path += *path == '/';
    size_t n = strlen(path);
    const char *index = n == 0 || path[n - 1] == '/' ? "index.html" : "";
    if (n + 16 > sizeof name || is_hidden(path))
        return false;
    snprintf(name, sizeof name, "%s%s.gz", path, index);
    size_t n_name = strlen(name) - 3;
    kept *gzip = find(files, name);
    srv_blob *held = gzip ? gzip->blob : NULL;
    if (held)
        held->n_owners++; /* reading the other one may make room by forgetting this one */
    name[n_name] = '\0';
    size_t before = files->n_kept_bytes;
    kept *plain = find(files, name);
    if (gzip && files->n_kept_bytes < before)
        gzip = NULL;
    bool found = plain != NULL;
    if (found && r->method != SRV_GET)
        srv_reply(world, r->ask,
                  &(srv_response){.status = r->method == SRV_OPTIONS ? 204 : 405,
                                  .allow = "GET, HEAD, OPTIONS",
                                  .body = "Pages can only be read.\n"});
    else if (found)
        send_file(world, r, name, plain, gzip);
    srv_blob_drop(held);
    return found;
}

/* -- Life -------------------------------------------------------------------------------------- */

srv_files *srv_files_from_folder(const char *folder, spk_why *why)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        spk_fail(why, SPK_EIO, "%s: %s", folder, strerror(errno));
        return NULL;
    }
    srv_files *files = spk_alloc(sizeof *files);
    files->folder = fd;
    return files;
}

void srv_files_free(srv_files *files)
{
    if (!files)
        return;
    forget_all(files);
    close(files->folder);
    spk_free(files);
}
