/* Tests of machine parameters for runs whose ranks or threads share cores. */
#include <unistd.h>

#include "run/environment/machines.h"

/* Collective. Obtains a machine with more threads than cores. *log receives the log of rank 0. */
static tc_machine_source obtain_shared(const tc_world *world, char **log) {
  tc_machine_source origin;
  omp_set_num_threads((int)sysconf(_SC_NPROCESSORS_ONLN) + 1);
  origin = obtain(world, "auto", log);
  return origin;
}

/* If threads share cores, a run measures no machine parameters and must not write to the cache. */
ParallelTest(machine_shared, shared_cores_are_not_measured) {
  const int before = omp_get_max_threads();
  place p = place_make(world);
  char *log = NULL;
  const tc_machine_source origin = obtain_shared(world, &log);
  const tc_machine_key key = own_key(world);
  tc_machine kept;
  omp_set_num_threads(before);
  cr_expect_str_eq(origin.text, "not measured, ranks share cores");
  cr_expect_eq(origin.machine.ranks_per_node, 0, "nothing is known");
  if (world->rank == 0) {
    cr_expect_str_eq(log, "machine: not measured, because ranks share cores, so there are no forecasts\n");
    cr_expect_not(tc_machine_cache_read(&key, &kept));
  }
  free(log);
  place_remove(world, &p);
}

/* A machine measured with a core for each thread is used unchanged, and remains unchanged in the cache. */
ParallelTest(machine_shared, shared_cores_use_a_remembered_machine) {
  const int before = omp_get_max_threads();
  place p = place_make(world);
  tc_machine healthy = absurd_machine(world, 1e10), kept;
  char *log = NULL;
  omp_set_num_threads((int)sysconf(_SC_NPROCESSORS_ONLN) + 1);
  const tc_machine_key key = own_key(world);
  if (world->rank == 0) cr_assert(tc_machine_cache_write(&key, &healthy));
  const tc_machine_source origin = obtain_shared(world, &log);
  omp_set_num_threads(before);
  cr_expect_eq(strncmp(origin.text, "cached since ", 13), 0, "%s", origin.text);
  cr_expect(strstr(origin.text, " on ranks that had one core per thread"), "%s", origin.text);
  cr_expect_eq(origin.machine.params.stream_Bps[1], 1e10);
  if (world->rank == 0) {
    cr_expect_null(strstr(log, "measure"), "%s", log);
    cr_expect(tc_machine_cache_read(&key, &kept) && kept.params.stream_Bps[1] == 1e10);
  }
  free(log);
  place_remove(world, &p);
}
