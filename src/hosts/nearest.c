/* nearest.c: see nearest.h. */
#include "hosts/nearest.h"

#include <stdbool.h>
#include <string.h>

static int smaller(int a, int b) { return a < b ? a : b; }

/* Letters to insert, drop, change or swap with their neighbour. Words over 30 letters are far. */
static int distance(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b), d[32][32];
    if (n > 30 || m > 30)
        return 30;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = smaller(smaller(d[i - 1][j], d[i][j - 1]) + 1,
                              d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

const char *host_nearest(const char *word, const char *const *names, int n)
{
    const char *best = NULL;
    int least = 3;
    for (int i = 0; i < n; i++) {
        bool begins = strlen(word) >= 2 && strncmp(word, names[i], strlen(word)) == 0;
        int far = begins ? 0 : distance(word, names[i]);
        if (far < least && far < (int)strlen(names[i]) / 2 + 1) {
            least = far;
            best = names[i];
        }
    }
    return best;
}
