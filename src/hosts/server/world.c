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
