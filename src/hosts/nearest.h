/* nearest.h: which known word a misspelt one was probably meant to be. */
#ifndef HOST_NEAREST_H
#define HOST_NEAREST_H

/* The nearest of n names; NULL if none is close. */
const char *host_nearest(const char *word, const char *const *names, int n);

#endif
