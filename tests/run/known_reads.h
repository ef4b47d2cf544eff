/* Adds to a machine the parameters that models need for single reads of x and for accesses through pointers.
 * Included by tests of forecasts in tests/run. The values are arbitrary but plausible, so forecasts become
 * available without a measurement. */
#ifndef TC_TESTS_RUN_KNOWN_READS_H
#define TC_TESTS_RUN_KNOWN_READS_H

#include "machine/parameters/params.h"

static inline void set_read_costs(tc_params *machine) {
  for (int i = 0; i < TC_SPREADS; i++) {
    machine->spread_B[i] = 1024 << i;
    machine->gather4_s[i] = machine->gather16_s[i] = 1e-9 * (i + 1);
  }
}

static inline void set_access_costs(tc_params *machine) {
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_is_pattern(p)) *tc_param_at(machine, p) = 1e-9;
}

#endif
