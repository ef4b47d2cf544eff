/* Exact sums over groups of cells, with the same bits on any number of ranks. The component levels
 * (solve/space/component_levels.h) and the response to noise (solve/stability/noise_response.h) use these
 * sums. The groups are the components of the mesh, or smaller sets of cells. Each sum has its own
 * accumulator, so the number of groups is limited to TC_GROUPED_DOT_MAX. Usage: tc_grouped_dot_init once,
 * tc_grouped_dot_compute any number of times, tc_grouped_dot_free. */
#ifndef TC_SOLVE_SPACE_GROUPED_DOT_H
#define TC_SOLVE_SPACE_GROUPED_DOT_H

#include "base/numeric/dot.h"
#include "solve/space/space.h"

enum { TC_GROUPED_DOT_MAX = 4096 };

typedef struct tc_grouped_dot {
  const tc_space *space; /* Space with the cell volumes; borrowed. */
  int count;             /* Number of groups. */
  const int64_t *group;  /* [owned] Group number of each cell, from 0; negative if the cell belongs to no
                            group. Borrowed. */
  tc_dot *sum;           /* [count] Accumulators of the sums; owned. */
  int *top; /* [count] Exponent bin with which each sum is started (base/numeric/dot.h); owned. */
} tc_grouped_dot;

/* Collective. Allocates the accumulators. `count` is at most TC_GROUPED_DOT_MAX and equal on all ranks. The
 * caller frees `*out` with tc_grouped_dot_free, also after an error. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_grouped_dot_init(const tc_space *space, const int64_t *group, int64_t count,
                              tc_grouped_dot *out);
void tc_grouped_dot_free(tc_grouped_dot *dot); /* Not collective. */

/* Collective. Writes to out[count] the sum of volume * x * y over each group; y = NULL stands for a vector of
 * ones. The result has the same bits on any number of ranks. Errors (on all ranks): TC_INTERNAL if MPI fails.
 */
tc_status tc_grouped_dot_compute(tc_grouped_dot *dot, const double *x, const double *y, double *out);

#endif
