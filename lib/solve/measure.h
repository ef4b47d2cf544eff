/* What one rank measured of a run, and how all of it comes together. */
#ifndef TC_SOLVE_MEASURE_H
#define TC_SOLVE_MEASURE_H

#include "comm/parts.h"
#include "comm/traffic.h"
#include "comm/world.h"

/* Seconds per step are medians over the steps; counts are of one step. */
typedef struct tc_measure {
  int rank, node;
  int32_t rows;
  double total_s;
  tc_parts part_s;
  tc_traffic traffic;
  double peak_memory_B; /* largest resident size of the process so far */
} tc_measure;

/* Collective. Rank 0 gets all[ranks] in *out (tc_free); the others NULL. Errors on all ranks. */
tc_status tc_measure_gather(const tc_world *world, const tc_measure *own, tc_measure **out);

#endif
