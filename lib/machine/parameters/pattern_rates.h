/* Rates of access patterns for a number of ranks. They depend on how many ranks access at once, so a machine
 * file may contain `patterns` for pattern_ranks and `patterns_fewer` for fewer_ranks, as Table 1 of Zhang and
 * Seidel 2006 does. Called by finegrain for each number of ranks before a forecast. Pure. */
#ifndef TC_MACHINE_PARAMETERS_PATTERN_RATES_H
#define TC_MACHINE_PARAMETERS_PATTERN_RATES_H

#include "base/text/registry.h"
#include "machine/parameters/machine.h"

typedef enum tc_rates_origin {
  TC_RATES_MEASURED,     /* for this number of ranks, or the file states none */
  TC_RATES_INTERPOLATED, /* between the two numbers of the file */
  TC_RATES_OUTSIDE       /* those of the nearest number */
} tc_rates_origin;

extern const tc_registry tc_rates_origins; /* "measured" .. */

/* Parameters of the machine with the rates for this number of ranks. Between the two numbers the logarithm of
 * a rate is linear in the logarithm of the number of ranks. */
tc_rates_origin tc_machine_patterns_at(const tc_machine *machine, int ranks, tc_params *out);

#endif
