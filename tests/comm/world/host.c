/* A program that uses the library, for mpi_error_test.sh. On the last rank MPI_Allreduce fails, while the
 * other ranks wait in it. The argument names the error handler that the program has set. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "comm/world/mpi_world.h"

static bool fails;

int MPI_Allreduce(const void *from, void *into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  int rank, ranks;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  return fails && rank == ranks - 1 ? MPI_ERR_OTHER : PMPI_Allreduce(from, into, count, type, op, comm);
}

/* MPI error handler of another library. Tetracast must neither call nor free it. */
static void foreign(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
  puts("the foreign handler was called");
}

static void end_all(const char *text) {
  printf("host: ends all ranks: %s\n", text);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void set_handler(const char *name) {
  MPI_Errhandler handler;
  if (!strcmp(name, "own")) tc_mpi_error_set_handler(end_all);
#if MPI_VERSION >= 4
  if (!strcmp(name, "abort")) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ABORT);
#endif
  if (strcmp(name, "foreign") != 0) return;
  MPI_Comm_create_errhandler(foreign, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Errhandler_free(&handler);
}

int main(int argc, char **argv) {
  double value = 0.0;
  tc_world *world = NULL;
  setvbuf(stdout, NULL, _IONBF, 0);
  MPI_Init(&argc, &argv);
  set_handler(argv[1]);
  if (tc_world_create(MPI_COMM_WORLD, 0, &world)) return 3;
  fails = true;
  tc_status status = tc_world_max(world, &value, 1);
  if (tc_status_is_local(status)) printf("host: a local error: %s\n", tc_status_text(status));
  tc_status_free(&status);
  status = tc_world_agree(world, TC_OK);
  tc_world_destroy(&world);
  printf("host: continues: %s\n", tc_status_text(status));
  tc_status_free(&status);
  MPI_Abort(MPI_COMM_WORLD, 42);
}
