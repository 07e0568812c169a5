/* files.h: static files from a folder. Its files are read when first
 * requested, cached (up to 64 MB) and checked for changes on each request, so an edited page is
 * served at once. Nothing leads out of the folder: no "..", no symbolic links, no names that begin
 * with a dot. If FILE.gz exists beside FILE, clients that accept gzip get it. "/" and "/x/" mean
 * their index.html. Files over 16 MB are not served.
 *
 * Files are read on the house's thread, so keep them on a fast disk. */
#ifndef SRV_FILES_H
#define SRV_FILES_H

#include "base/err.h"
#include "hosts/server/world.h"

typedef struct srv_files srv_files;

srv_files *srv_files_from_folder(const char *folder, spk_why *why); /* NULL: no such folder */
void srv_files_free(srv_files *files); /* replies in progress keep what they need */

/* Answer with the file at that path (usually r->path). False: there is none, and nothing was
 * sent. */
bool srv_files_reply(srv_files *files, const srv_world *world, const srv_request *r,
                     const char *path);

/* The file's bytes; NULL: there is none. Borrowed until the next call. */
const srv_blob *srv_files_look(srv_files *files, const char *path);

const char *srv_mime_type(const char *path); /* by its ending: "text/css; charset=utf-8" */

#endif
