/* config_fuzz.c: a config file. Whatever can be read is printed, read again and printed the same. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz.h"
#include "hosts/server/ops/config.h"

static void check_print(const srv_config *config)
{
    srv_config again;
    spk_buf first = {0}, second = {0};
    spk_why why = {0};
    srv_config_print(config, &first);
    srv_config_init(&again);
    SPK_BUG_IF(srv_config_read_text(&again, spk_buf_text(&first), first.n, &why) != SPK_OK);
    srv_config_print(&again, &second);
    SPK_BUG_IF(strcmp(spk_buf_text(&first), spk_buf_text(&second)) != 0);
    srv_config_release(&again);
    spk_buf_release(&first);
    spk_buf_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const char *const home[] = {"HOME=/home/ann", NULL};
    srv_config config;
    spk_why why = {0};
    char *text = spk_alloc(n + 1);
    memcpy(text, bytes, n);
    srv_config_init(&config);
    spk_err err = srv_config_read_text(&config, text, n, &why);
    SPK_BUG_IF(err != SPK_OK && !*why.text);
    check_print(&config);
    if (err == SPK_OK && srv_config_finish(&config, (char *const *)home, &why) == SPK_OK)
        check_print(&config);
    srv_config_release(&config);
    spk_free(text);
    return 0;
}
