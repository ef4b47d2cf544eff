/* Tests that fail in every way there is: tests/structure/runner_test.sh looks at what is said of them. */
#include <signal.h>
#include <unistd.h>

#include "support/parallel.h"

static int prepared;
static void prepare(void) { prepared = 42; }
TestSuite(broken, .init = prepare);

ParallelTest(broken, passes) { cr_assert_eq(prepared, 42, "rank %d was not prepared", world->rank); }

/* The other ranks wait for the last one. */
ParallelTest(broken, asserts_on_one_rank) {
  cr_assert_neq(world->rank, world->ranks - 1, "for the last rank only");
  MPI_Barrier(tc_world_comm(world));
}

ParallelTest(broken, expects_on_one_rank) {
  cr_expect_neq(world->rank, world->ranks - 1, "and goes on");
  MPI_Barrier(tc_world_comm(world));
}

ParallelTest(broken, crashes) {
  if (world->rank == 0) raise(SIGSEGV);
  MPI_Barrier(tc_world_comm(world));
}

ParallelTest(broken, hangs) {
  if (world->rank == 0) pause();
  MPI_Barrier(tc_world_comm(world));
}

ParallelTest(broken, exits) {
  if (world->rank == 0) _exit(0);
  MPI_Barrier(tc_world_comm(world));
}

ThreadedTest(broken, passes_with_threads) { cr_assert_geq(world->rank, 0); }
