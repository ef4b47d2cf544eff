/* Layer `plain`, modelled on GCC UPC and on MuPC without its cache: every access is completed separately. */
#include "pgas/shared_access.h"

const tc_access_layer tc_access_layer_plain = {
    .name = "plain",
    .summary = "every access completed before the next one: MuPC without its cache, GCC UPC",
    .size = sizeof(tc_shared_access),
    .get = tc_shared_get_single,
    .put = tc_shared_put_single,
    .get_many = tc_shared_get_loop,
    .put_many = tc_shared_put_loop,
};
