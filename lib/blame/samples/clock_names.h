/* Registry of the clocks by which the sampler measures the time between samples (sampler/clocks.def), for the
 * options and lists of tcblame. */
#ifndef TC_BLAME_SAMPLES_CLOCK_NAMES_H
#define TC_BLAME_SAMPLES_CLOCK_NAMES_H

#include "base/text/registry.h"

extern const tc_registry tb_clock_registry;

#endif
