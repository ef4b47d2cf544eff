/* Region statistics: extremes of a field and its integrals over the mesh and over each region. The history
 * and the outcome of a run create them after the space exists and update them between steps. Results have the
 * same bits on any number of ranks and threads. The integral over the mesh equals tc_field_integral bit for
 * bit. */
#ifndef TC_SOLVE_SPACE_REGION_STATS_H
#define TC_SOLVE_SPACE_REGION_STATS_H

#include "base/core/pool.h"
#include "solve/space/space.h"

typedef struct tc_region_stats {
  const tc_space *space; /* Space of the field, borrowed. */
  int32_t *region;       /* [owned] Region of each cell, as index in space->regions. */
  int threads;
  tc_sum *partial; /* [threads][regions] Scratch: partial sums of each thread. */

  double min, max, integral; /* Extremes and integral over the mesh of the field at the last update. */
  double *region_integral;   /* [regions] Integral over each region. */
  tc_pool memory;            /* Owns the arrays of this struct. */
} tc_region_stats;

/* Collective. The caller frees `*out` with tc_region_stats_destroy. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_region_stats_create(const tc_space *space, tc_region_stats **out);
void tc_region_stats_destroy(tc_region_stats **digest);

/* Collective. Updates min, max and all integrals for value[owned]. If a value is not finite, all integrals
 * are NaN. min and max ignore NaN values. */
tc_status tc_region_stats_update(tc_region_stats *digest, const double *value);

/* Not collective. Returns the volume-weighted mean over region number k of space->regions. */
double tc_region_stats_mean(const tc_region_stats *digest, int32_t k);

#endif
