/* world.c: the world as a page has it: nothing. The C library would reach for files through calls that a
 * page has to supply; they are answered here instead, so that the module imports nothing at all. What
 * the engine prints before it stops itself (spk_bug) is kept for the page to read. */
#include <string.h>

#include "hosts/wasm/wasm.h"

enum { LAST_WORDS = 400 };

static char words[LAST_WORDS];
static size_t n_words;

const char *wasm_last_words(void) { return words; }
uint32_t wasm_last_words_length(void) { return (uint32_t)n_words; }

#ifdef __wasm__
#include <wasi/api.h>

/* The names are the C library's. */
__wasi_errno_t __wasi_fd_write(__wasi_fd_t fd, const __wasi_ciovec_t *parts, size_t n,
                               __wasi_size_t *written)
{
    (void)fd;
    *written = 0;
    for (size_t i = 0; i < n; i++) {
        size_t room = LAST_WORDS - n_words;
        size_t some = parts[i].buf_len < room ? parts[i].buf_len : room;
        memcpy(words + n_words, parts[i].buf, some);
        n_words += some;
        *written += parts[i].buf_len; /* all of it, or the library would try again */
    }
    return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t offset, __wasi_whence_t whence,
                              __wasi_filesize_t *at)
{
    (void)fd, (void)offset, (void)whence, (void)at;
    return __WASI_ERRNO_SPIPE;
}

__wasi_errno_t __wasi_fd_close(__wasi_fd_t fd)
{
    (void)fd;
    return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_fd_fdstat_get(__wasi_fd_t fd, __wasi_fdstat_t *stat)
{
    (void)fd, (void)stat;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_clock_time_get(__wasi_clockid_t clock, __wasi_timestamp_t precision,
                                     __wasi_timestamp_t *now)
{
    (void)clock, (void)precision, (void)now;
    return __WASI_ERRNO_NOSYS;
}
#endif
