/* Criterion tests that run under mpirun: ParallelTest(suite, name) { .. } has `world` at hand. */
#ifndef TC_TESTS_PARALLEL_H
#define TC_TESTS_PARALLEL_H

#include <criterion/criterion.h>
#include <mpi.h>

#include "comm/world.h"

/* A body that gets a world of all ranks; MPI lives for the length of the test. */
static inline void parallel_run(void (*body)(tc_world *)) {
  int provided;
  tc_world_prepare();
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  tc_world *world = NULL;
  tc_status status = tc_world_create(MPI_COMM_WORLD, 0, &world);
  cr_assert_null(status, "%s", tc_status_text(status));
  body(world);
  tc_world_destroy(&world);
  MPI_Finalize();
}

#define ParallelTest(suite, name)                                                                            \
  static void suite##_##name##_body(tc_world *world);                                                        \
  Test(suite, name) { parallel_run(suite##_##name##_body); }                                                 \
  static void suite##_##name##_body(tc_world *world)

#endif
