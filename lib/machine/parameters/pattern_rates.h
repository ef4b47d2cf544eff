/* Costs of access patterns to shared arrays for a given number of ranks. The costs depend on the number of
 * ranks that access shared arrays at the same time. A machine file may therefore contain `patterns` for
 * pattern_ranks ranks and `patterns_fewer` for fewer_ranks ranks, like Table 1 of Zhang and Seidel 2006. The
 * program finegrain calls tc_machine_patterns_at for each number of ranks before a forecast. Pure. */
#ifndef TC_MACHINE_PARAMETERS_PATTERN_RATES_H
#define TC_MACHINE_PARAMETERS_PATTERN_RATES_H

#include "base/text/registry.h"
#include "machine/parameters/machine.h"

typedef enum tc_rates_origin {
  TC_RATES_MEASURED, /* the rates were measured for this number of ranks, or the machine file states no number
                        of ranks */
  TC_RATES_INTERPOLATED, /* interpolated between the two numbers of ranks in the file */
  TC_RATES_OUTSIDE /* outside the range of the two numbers of ranks in the file; the rates are those of the
                      nearer one */
} tc_rates_origin;

/* Names "measured", "interpolated" and "outside", indexed by tc_rates_origin. */
extern const tc_registry tc_rates_origins;

/* Sets *out to the machine's parameters with the costs of access patterns for `ranks` ranks. Between the two
 * numbers of ranks in the file the logarithm of a cost is linear in the logarithm of the number of ranks.
 * Returns the origin of the costs. */
tc_rates_origin tc_machine_patterns_at(const tc_machine *machine, int ranks, tc_params *out);

#endif
