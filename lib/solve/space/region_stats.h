/* What a field amounts to: extremes, and integrals over the mesh and over each of its regions. The same bits
 * on any number of ranks and threads. */
#ifndef TC_SOLVE_SPACE_REGION_STATS_H
#define TC_SOLVE_SPACE_REGION_STATS_H

#include "solve/space/space.h"

typedef struct tc_region_stats {
  const tc_space *space; /* borrowed */
  int32_t *region;       /* [owned] which of the space's regions a cell is in */
  int threads;
  tc_sum *partial; /* [threads][regions] */

  double min, max, integral; /* of the field that was looked at last */
  double *region_integral;   /* [regions] integrals */
} tc_region_stats;

/* Collective. Errors on all ranks: TC_INTERNAL out of memory. */
tc_status tc_region_stats_create(const tc_space *space, tc_region_stats **out);
void tc_region_stats_destroy(tc_region_stats **digest);

/* Collective. Integrals are NaN when a value is not finite; min and max are then those of the others. */
tc_status tc_region_stats_update(tc_region_stats *digest, const double *value);

/* The mean over region number k. Not collective. */
double tc_region_stats_mean(const tc_region_stats *digest, int32_t k);

#endif
