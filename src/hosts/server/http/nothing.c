/* nothing.c: where nothing is. People get a page in their language with a way out, programs the reason. */
#include <string.h>

#include "hosts/server/http/inside.h"
#include "hosts/words.h"

#define N_(text) text

host_language srv_request_language(const srv_request *r)
{
    const char *list = srv_request_header(r, "accept-language");
    for (; list && *list; list += strcspn(list, ","), list += strspn(list, ", ")) {
        host_language found = host_language_of(list);
        if (found != HOST_ENGLISH || strncmp(list, "en", 2) == 0)
            return found;
    }
    return HOST_ENGLISH;
}

/* It stands at any path, so its addresses begin at the root. */
static void put_page(host_language language, spk_buf *out)
{
    spk_buf_printf(
        out,
        "<!doctype html>\n<html lang=\"%s\" data-theme=\"auto\">\n<head>\n<meta "
        "charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>%s \xC2\xB7 Speakeasy</title>\n<link rel=\"icon\" href=\"/style/sign.svg\">\n"
        "<link rel=\"stylesheet\" href=\"/fonts/fonts.css\">\n"
        "<link rel=\"stylesheet\" href=\"/style/tokens.css\">\n"
        "<link rel=\"stylesheet\" href=\"/style/base.css\">\n</head>\n",
        host_language_codes[language], host_tr(language, N_("Nobody opens")));
    spk_buf_printf(out,
                   "<body>\n<main class=\"panel nothing\">\n"
                   "<img src=\"/style/sign.svg\" width=\"96\" height=\"96\" "
                   "alt=\"\">\n<h1>%s</h1>\n<p>%s</p>\n"
                   "<p><a class=\"button main\" href=\"/\">%s</a></p>\n</main>\n</body>\n</html>\n",
                   host_tr(language, N_("Nobody opens")),
                   host_tr(language, N_("There is nothing here.")),
                   host_tr(language, N_("Games and my tables")));
}

void srv_nothing_here(srv_house *h, const srv_request *r)
{
    const char *accept = srv_request_header(r, "accept");
    if (strncmp(r->path, "/api/", 5) == 0 || !accept || !strstr(accept, "text/html")) {
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is nothing here.");
        return;
    }
    spk_buf page = {0};
    put_page(srv_request_language(r), &page);
    srv_reply(h->world, r->ask,
              &(srv_response){.status = 404,
                              .type = "text/html; charset=utf-8",
                              .body = page.bytes,
                              .n_body = page.n});
    spk_buf_release(&page);
}
