/* MPI is started with a thread level that allows one thread, so more threads must be an error. The test
 * needs a process of its own, because MPI can be started only once per process. */
#include "comm/world/mpi_world.h"
#include "comm/world/world_threads.h"
#include "support/expect.h"

Test(thread_level, without_threads_in_mpi_there_is_one) {
  int level;
  tc_world *world = NULL;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &level);
  expect_ok(tc_world_create(MPI_COMM_WORLD, 0, &world));
  expect_ok(tc_world_set_threads(world, 1));
  if (level == MPI_THREAD_SINGLE) /* some MPI libraries always provide more */
    expect_error(tc_world_set_threads(world, 2), TC_USAGE, "one thread per rank only");
  tc_world_destroy(&world);
  MPI_Finalize();
}
