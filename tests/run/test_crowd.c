#include "run/crowd.h"

#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/parallel.h"

/* As many threads as there are cores are one too many as soon as there is another rank beside them. */
ParallelTest(crowd, more_threads_than_cores_are_a_crowd) {
  const int before = omp_get_max_threads(), cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  char *said = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&said, &length);
  const tc_log log = {stream, TC_LOG_NORMAL, NULL};
  omp_set_num_threads(1);
  cr_assert_eq(tc_crowd_is(world), world->ranks > cores);
  tc_crowd_tell(world, &log);
  fflush(stream);
  cr_assert_eq(length, 0, "a rank that has one thread does not wait for others: %s", said);
  omp_set_num_threads(cores + 1);
  cr_assert(tc_crowd_is(world));
  tc_crowd_tell(world, &log);
  fclose(stream);
  cr_assert_not_null(strstr(said, "share cores"), "%s", said);
  free(said);
  omp_set_num_threads(before);
}

/* What counts as a node for the model does not put ranks on other cores. */
ParallelTest(crowd, imagined_nodes_have_no_cores_of_their_own) {
  const int before = omp_get_max_threads(), cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (world->ranks > 1 && omp_get_num_procs() >= cores) {
    omp_set_num_threads(cores);
    tc_world_group(world, 1);
    cr_assert(tc_crowd_is(world));
    omp_set_num_threads(before);
  }
}
