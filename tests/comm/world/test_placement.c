/* Whose thread touches what first; where pages come to lie is told by base/program/test_numa_pages.c and by
 * runs. */
#include "comm/world/placement.h"

#include <omp.h>

#include "support/parallel.h"

/* Arrays of the master are made by one thread, in nested calls too, and all threads are there afterwards. */
ThreadedTest(placement, the_master_alone) {
  const int all = omp_get_max_threads();
  world->placement = TC_PLACEMENT_MASTER;
  const int outer = tc_placement_begin(world);
  cr_expect_eq(omp_get_max_threads(), 1);
  const int inner = tc_placement_begin(world);
  tc_placement_end(inner);
  cr_expect_eq(omp_get_max_threads(), 1);
  tc_placement_end(outer);
  cr_expect_eq(omp_get_max_threads(), all);
}

ThreadedTest(placement, local_at_first) {
  const int all = omp_get_max_threads();
  cr_expect_eq(world->placement, TC_PLACEMENT_LOCAL);
  const int threads = tc_placement_begin(world);
  cr_expect_eq(omp_get_max_threads(), all);
  tc_placement_end(threads);
  cr_expect_eq(omp_get_max_threads(), all);
}
