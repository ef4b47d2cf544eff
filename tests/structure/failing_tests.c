/* Tests of several ranks that fail on purpose, in every possible way. tests/structure/runner_test.sh checks
 * what the runner of tests reports about them. */
#include <signal.h>
#include <unistd.h>

#include "support/parallel.h"

static int prepared;
static void prepare(void) { prepared = 42; }
TestSuite(broken, .init = prepare);

ParallelTest(broken, passes) { cr_assert_eq(prepared, 42, "rank %d was not prepared", world->rank); }

/* The assertion fails on the last rank, while the other ranks wait for this rank in the barrier. */
ParallelTest(broken, asserts_on_one_rank) {
  cr_assert_neq(world->rank, world->ranks - 1, "for the last rank only");
  MPI_Barrier(tc_world_comm(world));
}

ParallelTest(broken, expects_on_one_rank) {
  cr_expect_neq(world->rank, world->ranks - 1, "and continues");
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
