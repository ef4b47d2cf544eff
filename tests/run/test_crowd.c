#include "run/crowd.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/parallel.h"

/* What is said, "" nothing; for the caller to free. */
static char *told(const tc_world *world) {
  char *said = NULL;
  size_t length = 0;
  const tc_log log = {open_memstream(&said, &length), TC_LOG_NORMAL, NULL};
  tc_crowd_tell(world, &log);
  fclose(log.stream);
  return said;
}

/* Another value of a variable, NULL: none; returns what it had, for the caller to free. */
static char *exchange(const char *variable, const char *value) {
  const char *before = getenv(variable);
  char *kept = before ? strdup(before) : NULL;
  if (value) setenv(variable, value, 1);
  if (!value) unsetenv(variable);
  return kept;
}

/* What is said where threads and ranks wait like that. */
static char *told_with(const tc_world *world, const char *policy, const char *yield) {
  char *policy_before = exchange("OMP_WAIT_POLICY", policy),
       *yield_before = exchange("OMPI_MCA_mpi_yield_when_idle", yield), *said = told(world);
  free(exchange("OMP_WAIT_POLICY", policy_before));
  free(exchange("OMPI_MCA_mpi_yield_when_idle", yield_before));
  free(policy_before);
  free(yield_before);
  return said;
}

static void expect_told(const char *what, char *said, const char *part) {
  cr_expect(*part ? !!strstr(said, part) : !*said, "%s: %s", what, said);
  free(said);
}

/* As many threads as there are cores are one too many as soon as there is another rank beside them. */
ParallelTest(crowd, more_threads_than_cores_are_a_crowd) {
  const int before = omp_get_max_threads(), cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  omp_set_num_threads(1);
  cr_assert_eq(tc_crowd_is(world), world->ranks > cores);
  expect_told("a rank that has one thread does not wait for others", told(world), "");
  omp_set_num_threads(cores + 1);
  cr_assert(tc_crowd_is(world));
  expect_told("nothing set", told_with(world, NULL, NULL), "share cores");
  expect_told("nothing set", told_with(world, NULL, NULL), "or set OMP_WAIT_POLICY=passive");
  omp_set_num_threads(before);
}

/* Nobody is advised to set what is set. */
ParallelTest(crowd, what_is_set_is_not_advised) {
  const int before = omp_get_max_threads(), cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  omp_set_num_threads(cores + 1);
  expect_told("both", told_with(world, "PASSIVE", "1"), "");
  expect_told("threads", told_with(world, "passive", "0"),
              world->ranks > 1 ? "take fewer, or set mpirun --mca mpi_yield_when_idle 1" : "");
  expect_told("ranks", told_with(world, "active", "1"), "take fewer, or set OMP_WAIT_POLICY=passive\n");
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
