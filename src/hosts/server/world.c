/* world.c: reading a request, and bytes that replies share. */
#include "hosts/server/world.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"

/* -- Requests ----------------------------------------------------------------------------------- */

static const char *find_pair(const srv_pair *pairs, int n, const char *name)
{
    for (int i = 0; i < n; i++) {
        if (spk_str_eq(pairs[i].name, name))
            return pairs[i].value;
    }
    return NULL;
}

const char *srv_request_header(const srv_request *r, const char *name)
{
    return find_pair(r->headers, r->n_headers, name);
}

const char *srv_request_param(const srv_request *r, const char *name)
{
    return find_pair(r->params, r->n_params, name);
}

bool srv_request_cookie(const srv_request *r, const char *name, char *room, size_t cap)
{
    size_t n_name = strlen(name);
    for (int i = 0; i < r->n_headers; i++) {
        if (!spk_str_eq(r->headers[i].name, "cookie"))
            continue;
        for (const char *at = r->headers[i].value; *at; at += strspn(at, "; \t")) {
            size_t n = strcspn(at, ";");
            if (n > n_name && at[n_name] == '=' && memcmp(at, name, n_name) == 0 &&
                n - n_name - 1 < cap) {
                memcpy(room, at + n_name + 1, n - n_name - 1);
                room[n - n_name - 1] = '\0';
                return true;
            }
            at += n;
        }
    }
    return false;
}

/* -- Blobs -------------------------------------------------------------------------------------- */

srv_blob *srv_blob_new(const void *bytes, size_t n)
{
    srv_blob *blob = spk_alloc(sizeof *blob + n + 1);
    blob->n = n;
    blob->n_owners = 1;
    if (n)
        memcpy(blob->bytes, bytes, n);
    return blob;
}

void srv_blob_drop(srv_blob *blob)
{
    if (blob && --blob->n_owners == 0)
        spk_free(blob);
}
