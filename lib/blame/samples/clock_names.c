#include "blame/samples/clock_names.h"

static const tc_word clocks[] = {
#define TC_CLOCK(name, least, time, several, text) {#name, (text)},
#include "sampler/clocks.def"
#undef TC_CLOCK
};

TC_REGISTRY_WORDS(tc_clock_registry, clocks);
