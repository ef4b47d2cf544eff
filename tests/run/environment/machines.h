/* Helpers for tests of run/environment/machine_auto.h. A test calls place_make, which redirects the machine
 * cache to a new directory. The obtain functions return machine parameters and the log of rank 0. At the end
 * the test calls place_remove. */
#ifndef TC_TESTS_RUN_ENVIRONMENT_MACHINES_H
#define TC_TESTS_RUN_ENVIRONMENT_MACHINES_H

#include <math.h>
#include <omp.h>

#include "base/program/log_stream.h"
#include "comm/world/core_load.h"
#include "io/machine/cache_folder.h"
#include "io/machine/machine_cache.h"
#include "run/environment/machine_auto.h"
#include "support/expect.h"
#include "support/limited_calibration.h"
#include "support/parallel.h"

/* Directory of a test, with the same path on all ranks, and the cache directory in it. place_make and
 * place_remove are collective. */
typedef struct place {
  folder whole, cache;
} place;

static inline place place_make(const tc_world *world) {
  place p;
  if (world->rank == 0) p.whole = folder_make();
  MPI_Bcast(&p.whole, (int)sizeof p.whole, MPI_BYTE, 0, tc_world_comm(world));
  p.cache = cache_use(&p.whole);
  return p;
}

static inline void place_remove(const tc_world *world, const place *p) {
  MPI_Barrier(tc_world_comm(world));
  if (world->rank == 0) cache_remove(&p->whole, &p->cache);
}

/* Collective. Obtains machine parameters for rows of this width and a working set of this size, and checks
 * that they are equal on all ranks. On rank 0, *text receives the log, which the caller frees. */
static inline tc_machine_source obtain_of(const tc_world *world, const char *path, int width, double bytes,
                                          char **text) {
  size_t size = 0;
  FILE *stream = world->rank == 0 ? open_memstream(text, &size) : NULL;
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, stream), TC_LOG_VERBOSE, NULL, NULL};
  tc_machine_source origin, first;
  memset(&origin, 0x5a, sizeof origin);
  const struct rlimit before = little_memory_begin(world->ranks);
  expect_ok(tc_machine_auto_get(world, path,
                                &(tc_working_set){.bytes = bytes, .width = width, .probes = true}, &log,
                                &origin));
  little_memory_end(before);
  first = origin;
  MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, tc_world_comm(world));
  cr_assert_eq(memcmp(&first, &origin, sizeof first), 0, "rank %d has another machine", world->rank);
  if (stream) fclose(stream);
  return origin;
}

static inline tc_machine_source obtain_for(const tc_world *world, const char *path, int width, char **text) {
  return obtain_of(world, path, width, 2 << 20, text);
}

static inline tc_machine_source obtain(const tc_world *world, const char *path, char **text) {
  return obtain_for(world, path, 16, text);
}

static inline tc_machine_key own_key(const tc_world *world) {
  return tc_machine_cache_key(1, world->ranks, omp_get_max_threads());
}

/* Collective. True if ranks or threads share cores. A run measures no machine parameters in this case. */
static inline bool is_shared(const tc_world *world) {
  tc_core_load load;
  expect_ok(tc_core_load_find(world, &load));
  return tc_core_load_is_shared(&load);
}

/* Returns a machine with the same bandwidth for all working sets. Tests use 1e6 or 1e14 B/s, which no
 * measurement can give. */
static inline tc_machine absurd_machine(const tc_world *world, double stream_Bps) {
  tc_machine machine = {.ranks_per_node = world->ranks,
                        .params = {.private_bandwidth_Bps = stream_Bps, .cache_line_B = 64}};
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    machine.params.working_set_B[w] = (1 << 20) * pow(2, w);
    machine.params.stream_Bps[w] = stream_Bps;
    machine.params.copy_s[w] = 16.0 / stream_Bps;
    machine.spread.stream_Bps[w] = machine.spread.copy_s[w] = 0.01; /* values with spread 0 are estimates */
  }
  return machine;
}

#endif
