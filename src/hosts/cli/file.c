/* file.c: whole files in and out. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hosts/cli/cli.h"

int cli_file_read(const char *file, size_t limit, spk_buf *out)
{
    char block[8192];
    size_t n;
    FILE *in = fopen(file, "rb");
    if (!in)
        return cli_error("%s: %s", file, strerror(errno));
    errno = 0;
    while (out->n <= limit && (n = fread(block, 1, sizeof block, in)) > 0)
        spk_buf_add(out, block, n);
    int failed = ferror(in) ? errno : 0;
    bool too_large = out->n > limit;
    fclose(in);
    if (failed)
        return cli_error("%s: %s", file, strerror(failed));
    return too_large ? cli_error("%s: larger than %zu bytes", file, limit) : 0;
}

bool cli_file_exists(const char *file)
{
    struct stat about;
    return lstat(file, &about) == 0;
}

static bool write_all(int fd, const spk_buf *text)
{
    for (size_t done = 0; done < text->n;) {
        ssize_t n = write(fd, text->bytes + done, text->n - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return fsync(fd) == 0;
}

/* mkstemp makes files that only their owner reads; a saved game is an ordinary file. */
static void make_ordinary(int fd)
{
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fd, 0666 & ~mask) != 0)
        errno = 0; /* some file systems know no modes: the file is as good */
}

spk_err cli_file_write(const char *file, const spk_buf *text, spk_why *why)
{
    spk_buf name = {0};
    spk_buf_printf(&name, "%s.XXXXXX", file);
    int fd = mkstemp(name.bytes);
    bool done = fd >= 0 && write_all(fd, text);
    if (fd >= 0) {
        make_ordinary(fd);
        done = close(fd) == 0 && done;
        done = done && rename(name.bytes, file) == 0;
    }
    spk_err err = done ? SPK_OK : spk_fail(why, SPK_EIO, "%.150s: %s", file, strerror(errno));
    if (!done && fd >= 0)
        unlink(name.bytes);
    spk_buf_release(&name);
    return err;
}
