/* What becomes of an MPI call that fails. The other ranks may be waiting in it, or in the next one, so there
 * is no way left to come to an agreement: the program ends all ranks from the one that knows. The library
 * does so only where the program has asked for it. */
#ifndef TC_COMM_MPI_ERROR_H
#define TC_COMM_MPI_ERROR_H

#include <mpi.h>

#include "base/status.h"

/* For programs, behind MPI_Init_thread: `end` becomes the error handler of MPI_COMM_WORLD, and is asked by
 * every TC_MPI too, with a code whose text is the finished sentence. It calls tc_mpi_error_end. Not
 * collective. */
void tc_mpi_error_handle(MPI_Comm_errhandler_function *end);

/* "program: error: .." on stderr, on a line of its own, then MPI_Abort of all ranks with TC_INTERNAL. The
 * root speaks first: ranks for which the same has failed are ended before they say it again. */
void tc_mpi_error_end(const char *program, int code);

/* The error as a status; where a program has a handler, that is asked first. phase: as of TC_MPI. */
tc_status tc_mpi_error_check(int code, const char *phase);

#endif
