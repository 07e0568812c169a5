/* driver.c: a fuzz target without a fuzzer. Hands the target an empty input, every file of the folder
 * named on the command line, and every beginning of each file, as if the bytes had been cut off: what
 * a fuzzer once found, and what a full disk does to a record, stay mended in every ordinary build.
 * Prints TAP, one line a file. A folder that is not there has no files. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this many bytes a file is cut in strides, so that a big one takes no quadratic time. */
enum { CUTS_MAX = 512, FILE_MAX = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* A copy of exactly n bytes, so that a sanitizer sees the first one read past the end. */
static void hand_over(const uint8_t *bytes, size_t n)
{
    uint8_t *exact = malloc(n ? n : 1);
    if (!exact)
        abort();
    memcpy(exact, bytes, n);
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
}

static void hand_over_file(const char *path)
{
    static uint8_t bytes[FILE_MAX];
    FILE *f = fopen(path, "rb");
    if (!f) {
        printf("Bail out! cannot read %s\n", path);
        exit(1);
    }
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    size_t stride = n / CUTS_MAX + 1;
    for (size_t cut = 0; cut < n; cut += stride)
        hand_over(bytes, cut);
    hand_over(bytes, n);
}

int main(int argc, char **argv)
{
    int n_done = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* a crash must not swallow the names before it */
    hand_over((const uint8_t *)"", 0);
    printf("ok %d - no bytes at all\n", ++n_done);

    DIR *folder = argc > 1 ? opendir(argv[1]) : NULL;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        hand_over_file(path);
        printf("ok %d - %s\n", ++n_done, entry->d_name);
    }
    if (folder)
        closedir(folder);
    printf("1..%d\n", n_done);
    return 0;
}
