/* courier_none.c: in place of courier.c where libcurl was not there when the program was built. */
#include "hosts/alert/courier.h"

courier *courier_new(const courier_options *options, spk_why *why)
{
    (void)options;
    spk_fail(why, SPK_EREFUSED, "This program was built without libcurl, which sends alerts.");
    return NULL;
}

spk_err courier_send(courier *c, const courier_parcel *parcel, courier_done *done, void *context)
{
    (void)c, (void)parcel, (void)done, (void)context;
    return SPK_EBUSY;
}

int courier_poll(courier *c)
{
    (void)c;
    return 0;
}

void courier_stop(courier *c) { (void)c; }
void courier_free(courier *c) { (void)c; }
