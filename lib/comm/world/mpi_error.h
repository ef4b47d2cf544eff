/* Handling of MPI calls that fail. The other ranks may wait in the call or in the next one, so the ranks
 * cannot agree on the error any more, and the rank that knows ends all of them. The error handler of
 * MPI_COMM_WORLD decides how. The handler of tc_mpi_error_set_handler is called. With MPI_ERRORS_RETURN the
 * program gets a status and must end all ranks itself (MPI_Abort), because others may wait. With any other
 * handler, that of MPI included, the library writes the error and calls MPI_Abort. */
#ifndef TC_COMM_WORLD_MPI_ERROR_H
#define TC_COMM_WORLD_MPI_ERROR_H

#include <mpi.h>

#include "base/core/status.h"

/* For programs, behind MPI_Init_thread: `end` becomes the error handler of MPI_COMM_WORLD, and is asked by
 * every TC_MPI too, with a code whose text is the finished sentence. It calls tc_mpi_error_abort. Not
 * collective. */
void tc_mpi_error_set_handler(MPI_Comm_errhandler_function *end);

/* "program: error: .." on stderr, on a line of its own, then MPI_Abort of all ranks with TC_INTERNAL. The
 * root speaks first: ranks for which the same has failed are ended before they say it again. */
void tc_mpi_error_abort(const char *program, int code);

/* Ends all ranks as above, or returns the error as a status. phase: as of TC_MPI. */
tc_status tc_mpi_error_check(int code, const char *phase);

#endif
