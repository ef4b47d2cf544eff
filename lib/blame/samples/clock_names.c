#include "blame/samples/clock_names.h"

static const tc_named_item clocks[] = {
#define TS_CLOCK(name, least, time, several, text) {#name, (text)},
#include "sampler/clocks.def"
#undef TS_CLOCK
};

TC_REGISTRY_NAMED_ITEMS(tb_clock_registry, clocks);
