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
    if (!*file)
        return cli_error("the name of a file is missing: '' is none");
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

/* A link that leads nowhere is nothing to write through; what else is not there can be made. */
static spk_err check_missing(const char *file, spk_why *why)
{
    struct stat about;
    if (lstat(file, &about) == 0)
        return spk_refuse_as(why, SPK_EIO, "{file} is a link that leads nowhere",
                             SPK_TEXT("file", file));
    return SPK_OK;
}

/* The mode is asked as well as access(): root may write everything, but a file that its owner made
 * read-only is not to be replaced by a slip. */
spk_err cli_file_check(const char *file, spk_why *why)
{
    struct stat about;
    if (!*file)
        return spk_refuse_as(why, SPK_EIO, "the name of a file is missing");
    if (stat(file, &about) != 0)
        return check_missing(file, why);
    if (S_ISDIR(about.st_mode))
        return spk_refuse_as(why, SPK_EIO, "{file} is a directory; name a file in it",
                             SPK_TEXT("file", file));
    if (!S_ISREG(about.st_mode))
        return spk_refuse_as(why, SPK_EIO, "{file} is not an ordinary file",
                             SPK_TEXT("file", file));
    if (!(about.st_mode & 0222) || access(file, W_OK) != 0)
        return spk_refuse_as(why, SPK_EIO, "{file} is write-protected", SPK_TEXT("file", file));
    return SPK_OK;
}

/* mkstemp makes files that only their owner reads; a saved game is an ordinary file, and keeps the
 * mode of the one it replaces. */
static void set_mode(int fd, const char *file)
{
    struct stat old;
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fd, stat(file, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask) != 0)
        errno = 0; /* some file systems know no modes: the file is as good */
}

/* 'file' is no link any more. */
static spk_err replace(const char *file, const spk_buf *text, spk_why *why)
{
    spk_buf name = {0};
    spk_buf_printf(&name, "%s.XXXXXX", file);
    int fd = mkstemp(name.bytes);
    bool done = fd >= 0 && write_all(fd, text);
    if (done)
        set_mode(fd, file);
    if (fd >= 0 && close(fd) != 0)
        done = false;
    done = done && rename(name.bytes, file) == 0;
    spk_err err = done ? SPK_OK : spk_fail(why, SPK_EIO, "%.150s: %s", file, strerror(errno));
    if (!done && fd >= 0)
        unlink(name.bytes);
    spk_buf_release(&name);
    return err;
}

spk_err cli_file_write(const char *file, const spk_buf *text, spk_why *why)
{
    spk_err err = cli_file_check(file, why);
    char *target = err == SPK_OK ? realpath(file, NULL) : NULL; /* NULL: it is not there yet */
    if (err == SPK_OK)
        err = replace(target ? target : file, text, why);
    free(target);
    return err;
}
