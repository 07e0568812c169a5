/* mem_test.c: memory that is there, or a process that says what it lacked. */
#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"

/* A sanitizer has an opinion of its own about such sizes. */
#if !HAS_SANITIZER
TEST(out_of_memory_is_said_in_words)
{
    int to[2], status;
    char said[300] = "";
    CHECK_INT(pipe(to), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(to[1], STDERR_FILENO);
        spk_alloc((size_t)1 << 60);
        _exit(0);
    }
    close(to[1]);
    CHECK(read(to[0], said, sizeof said - 1) > 0);
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CHECK(strstr(said, "speakeasy: out of memory: 1152921504606846976 more bytes were refused."));
    close(to[0]);
}
#endif

TEST(memory_is_zeroed_and_grows)
{
    char *p = spk_alloc(8);
    CHECK(memcmp(p, "\0\0\0\0\0\0\0", 8) == 0);
    memcpy(p, "1234567", 8);
    p = spk_realloc(p, 1 << 20);
    CHECK_STR(p, "1234567");
    spk_free(p);
    spk_free(spk_alloc(0));
}

TEST_MAIN()
