/* Key placement: number of threads that initialise arrays. base/program/test_numa_pages.c tests the NUMA
 * nodes on which the pages are. */
#include "comm/world/placement.h"

#include <omp.h>

#include "support/parallel.h"

/* With `placement: master` only one thread initialises arrays, also in nested calls. After the
 * initialisation all threads are used again. */
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
