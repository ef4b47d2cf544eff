#include "run/environment/oversubscription.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/program/log_stream.h"
#include "support/expect.h"
#include "support/parallel.h"

/* Collective. Returns the warning, or "" if there is none. The caller frees it. */
static char *warning(const tc_world *world) {
  char *text = NULL;
  size_t length = 0;
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, open_memstream(&text, &length)), TC_LOG_NORMAL, NULL, NULL};
  tc_core_load load;
  expect_ok(tc_oversubscription_warn(world, &log, &load));
  fclose(sink.out);
  cr_expect_eq(tc_core_load_is_shared(&load), length > 0);
  return text;
}

/* Sets a variable, or removes it if `value` is NULL. Returns its former value, which the caller frees. */
static char *exchange(const char *variable, const char *value) {
  const char *before = getenv(variable);
  char *copy = before ? strdup(before) : NULL;
  if (value) setenv(variable, value, 1);
  if (!value) unsetenv(variable);
  return copy;
}

/* Collective. Returns the warning for these values of OMP_WAIT_POLICY and of the yield setting of Open MPI.
 * NULL removes a variable. */
static char *warning_with(const tc_world *world, const char *policy, const char *yield) {
  char *policy_before = exchange("OMP_WAIT_POLICY", policy),
       *yield_before = exchange("OMPI_MCA_mpi_yield_when_idle", yield), *text = warning(world);
  free(exchange("OMP_WAIT_POLICY", policy_before));
  free(exchange("OMPI_MCA_mpi_yield_when_idle", yield_before));
  free(policy_before);
  free(yield_before);
  return text;
}

static void expect_warning(const char *setting, char *text, const char *part) {
  cr_expect(*part ? !!strstr(text, part) : !*text, "%s: %s", setting, text);
  free(text);
}

/* Collective. Number of cores of all ranks on the node. */
static int count_cores(const tc_world *world) {
  tc_core_load load;
  expect_ok(tc_core_load_find(world, &load));
  return (int)load.cores;
}

/* With one thread per rank, only more ranks than cores cause a warning. More threads than cores always cause
 * one. */
ParallelTest(oversubscription, more_threads_than_cores) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const int cores = count_cores(world);
  expect_warning("a thread each", warning(world), world->ranks > cores ? "ranks share cores: " : "");
  omp_set_num_threads(cores + 1);
  expect_warning("nothing set", warning_with(world, NULL, NULL), "warning: ranks share cores: ");
  expect_warning("nothing set", warning_with(world, NULL, NULL), ", or set OMP_WAIT_POLICY=passive");
  omp_set_num_threads(before);
}

/* The warning must not recommend settings that are already in effect. */
ParallelTest(oversubscription, what_is_set_is_not_advised) {
  const int before = omp_get_max_threads();
  omp_set_num_threads((int)sysconf(_SC_NPROCESSORS_ONLN) + 1);
  expect_warning("both", warning_with(world, "PASSIVE", "1"), "start fewer ranks or threads\n");
  expect_warning("threads", warning_with(world, "passive", "0"),
                 world->ranks > 1 ? "threads, or set mpirun --mca mpi_yield_when_idle 1\n" : "or threads\n");
  expect_warning("ranks", warning_with(world, "active", "1"), "threads, or set OMP_WAIT_POLICY=passive\n");
  omp_set_num_threads(before);
}

/* Virtual nodes exist only for the model, so their ranks share the cores of the real node. */
ParallelTest(oversubscription, imagined_nodes_have_no_cores_of_their_own) {
  const int before = omp_get_max_threads();
  if (world->ranks == 1) return;
  omp_set_num_threads((int)sysconf(_SC_NPROCESSORS_ONLN));
  tc_world_set_ranks_per_node(world, 1);
  expect_warning("two nodes", warning(world), "ranks share cores");
  tc_world_set_ranks_per_node(world, 0);
  omp_set_num_threads(before);
}

/* Only the last rank has too many threads, but all ranks must find that cores are shared. */
ParallelTest(oversubscription, one_rank_alone) {
  const int before = omp_get_max_threads();
  if (world->rank == world->ranks - 1) omp_set_num_threads((int)sysconf(_SC_NPROCESSORS_ONLN) + 1);
  tc_core_load load;
  expect_ok(tc_core_load_find(world, &load));
  cr_expect(tc_core_load_is_shared(&load));
  omp_set_num_threads(before);
}
