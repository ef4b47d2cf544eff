/* Handling of failed MPI calls. The other ranks may wait in the failed call or in the next one, so the ranks
 * cannot agree on the error, and the rank that detects it ends all ranks. The error handler of MPI_COMM_WORLD
 * determines how. If it is the handler of tc_mpi_error_set_handler, it is called. If it is MPI_ERRORS_RETURN,
 * the caller gets a status and must end all ranks itself (MPI_Abort). With any other handler, including the
 * default of MPI, the library prints the error and calls MPI_Abort. */
#ifndef TC_COMM_WORLD_MPI_ERROR_H
#define TC_COMM_WORLD_MPI_ERROR_H

#include <mpi.h>

#include "base/core/status.h"

/* Not collective. Called by programs after MPI_Init_thread: installs `end` as the error handler of
 * MPI_COMM_WORLD. TC_MPI calls this handler too, with an error code whose text is the complete sentence.
 * `end` must call tc_mpi_error_abort. */
void tc_mpi_error_set_handler(MPI_Comm_errhandler_function *end);

/* Prints "program: error: .." on stderr, on a new line, and calls MPI_Abort on all ranks with TC_INTERNAL.
 * Ranks other than the root wait before they print, so that a failure on all ranks is printed only once. */
void tc_mpi_error_abort(const char *program, int code);

/* Ends all ranks as described above, or returns the error as a status. `phase` is the TC_PHASE of the caller.
 */
tc_status tc_mpi_error_check(int code, const char *phase);

#endif
