/* How many steps of what length. Not collective. */
#ifndef TC_SOLVE_STEP_SIZE_H
#define TC_SOLVE_STEP_SIZE_H

#include <stdint.h>

#include "base/status.h"

typedef struct tc_step_size {
  int64_t steps;
  double dt;
} tc_step_size;

/* bound: the largest stable step; dt 0: automatic (infinite gives 1, or `end` in one step). end 0: `steps`
 * steps; otherwise as many as reach `end` exactly, dt shortened to fit. where begins messages. Errors:
 * TC_NUMERICAL when a given dt exceeds the bound (the message has the bound); TC_USAGE when `end` needs more
 * than 2^53 steps. */
tc_status tc_step_size_choose(const char *where, double bound, double dt, double automatic, int64_t steps,
                              double end, tc_step_size *out);

#endif
