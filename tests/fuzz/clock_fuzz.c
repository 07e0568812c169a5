/* clock_fuzz.c: any text as the rule of a clock and as a saved clock. What is read prints as itself, and
 * a clock that was loaded can be asked anything. */
#include "fuzz.h"

#include "base/str.h"
#include "engine/clock.h"

static void check_rule(const char *text)
{
    spk_clock_rule rule, again;
    spk_why why = {0};
    char room[SPK_CLOCK_RULE], second[SPK_CLOCK_RULE];
    if (spk_clock_rule_parse(text, &rule, &why) != SPK_OK) {
        SPK_BUG_IF(!why.text[0]);
        return;
    }
    spk_clock_rule_print(&rule, room);
    SPK_BUG_IF(spk_clock_rule_parse(room, &again, NULL) != SPK_OK);
    SPK_BUG_IF(!spk_str_eq(spk_clock_rule_print(&again, second), room));
}

static void ask(spk_clock *c)
{
    for (int64_t now = c->at_ms - 1; now <= c->at_ms + 100000000; now += 33333333) {
        SPK_BUG_IF(spk_clock_out(c, now) && spk_clock_deadline(c) > now && now >= c->at_ms);
        for (spk_seat seat = 0; seat < c->n_seats; seat++)
            for (spk_seat viewer = 0; viewer <= c->n_seats; viewer++)
                SPK_BUG_IF(spk_clock_show(c, viewer, seat, now).left_ms < -1);
    }
    spk_clock_stop(c, c->at_ms + 5);
    SPK_BUG_IF(spk_clock_deadline(c) != SPK_NEVER);
    spk_clock_go(c, c->at_ms - 5);
    spk_clock_leave(c, 0, c->at_ms);
    spk_clock_back(c, 0, c->at_ms);
}

static void check_saved(const char *text, int n_seats)
{
    spk_clock c, again;
    spk_buf line = {0}, second = {0};
    spk_why why = {0};
    if (spk_clock_load(&c, text, n_seats, 1000, &why) != SPK_OK) {
        SPK_BUG_IF(!why.text[0]);
        return;
    }
    spk_clock_save(&c, &line);
    SPK_BUG_IF(line.n >= SPK_CLOCK_TEXT);
    SPK_BUG_IF(spk_clock_load(&again, spk_buf_text(&line), n_seats, 1000, NULL) != SPK_OK);
    spk_clock_save(&again, &second);
    SPK_BUG_IF(!spk_str_eq(spk_buf_text(&line), spk_buf_text(&second)));
    ask(&c);
    spk_buf_release(&line);
    spk_buf_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char *text = fuzz_text(bytes, n);
    check_rule(text);
    check_saved(text, 2);
    check_saved(text, 5);
    spk_free(text);
    return 0;
}
