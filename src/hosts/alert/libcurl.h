/* libcurl.h: libcurl, loaded when a house first sends alerts; treated as store/libpq.h treats PostgreSQL's library.
 *
 *     if (alert_libcurl_load(&why) != SPK_OK) ...        libcurl.so.4 is not there
 *     curl_easy_init();                                  from here on as ever */
#ifndef ALERT_LIBCURL_H
#define ALERT_LIBCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#include "base/err.h"

/* Those we use. */
#define ALERT_LIBCURL_FUNCTIONS(F)                                                                 \
    F(curl_easy_cleanup)                                                                           \
    F(curl_easy_getinfo)                                                                           \
    F(curl_easy_init)                                                                              \
    F(curl_easy_setopt)                                                                            \
    F(curl_easy_strerror)                                                                          \
    F(curl_global_init)                                                                            \
    F(curl_multi_add_handle)                                                                       \
    F(curl_multi_cleanup)                                                                          \
    F(curl_multi_info_read)                                                                        \
    F(curl_multi_init)                                                                             \
    F(curl_multi_perform)                                                                          \
    F(curl_multi_poll)                                                                             \
    F(curl_multi_remove_handle)                                                                    \
    F(curl_multi_setopt)                                                                           \
    F(curl_multi_wakeup)                                                                           \
    F(curl_slist_append)                                                                           \
    F(curl_slist_free_all)

#undef curl_easy_getinfo
#undef curl_easy_setopt
#undef curl_multi_setopt

typedef struct alert_libcurl_functions {
#define F(name) __typeof__(name) *name;
    ALERT_LIBCURL_FUNCTIONS(F)
#undef F
} alert_libcurl_functions;

extern alert_libcurl_functions alert_libcurl;

/* Once is enough; before other threads use it. */
spk_err alert_libcurl_load(spk_why *why);

#endif
