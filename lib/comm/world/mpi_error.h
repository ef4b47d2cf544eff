/* Handling of failed MPI calls. The other ranks may wait in the failed call or in their next MPI call, so the
 * ranks cannot agree on the error. A program sets a function with tc_mpi_error_set_handler that ends all
 * ranks. Without this function the failed call returns a local error (tc_status_is_local), and the world of
 * the call is broken: all later calls of the world return an error at once, and its communicators and windows
 * remain open. */
#ifndef TC_COMM_WORLD_MPI_ERROR_H
#define TC_COMM_WORLD_MPI_ERROR_H

#include "base/core/status.h"

struct tc_world_mpi; /* comm/world/mpi_world.h */

/* Not collective. Sets the function that ends all ranks after a failed MPI call, for the whole process. The
 * argument of `handler` is the complete message. Only programs call tc_mpi_error_set_handler, not the
 * library. */
void tc_mpi_error_set_handler(void (*handler)(const char *text));

/* Checks the return code of an MPI call; the macro TC_MPI calls this function. `phase` is the TC_PHASE of the
 * caller. Errors (on this rank): TC_INTERNAL with MPI's text. */
tc_status tc_mpi_error_check(struct tc_world_mpi *mpi, int code, const char *phase);

#endif
