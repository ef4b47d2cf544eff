/* Handling of failed MPI calls. The other ranks may wait in the failed call or in their next MPI call, so the
 * ranks cannot agree on the error, and the rank that detects it ends all ranks. The error handler of
 * MPI_COMM_WORLD determines how the ranks end. A handler that tc_mpi_error_set_handler has installed is
 * called. With MPI_ERRORS_RETURN, the caller gets a status and must end all ranks itself (MPI_Abort). With
 * any other handler, including the default of MPI, the library prints the error and calls MPI_Abort. */
#ifndef TC_COMM_WORLD_MPI_ERROR_H
#define TC_COMM_WORLD_MPI_ERROR_H

#include <mpi.h>

#include "base/core/status.h"

/* Not collective. Installs `end`, a function of the program that ends the run, as the error handler of
 * MPI_COMM_WORLD. Programs call it after MPI_Init_thread. A failed call in the macro TC_MPI (mpi_world.h)
 * calls this handler too, with an error code whose text is the complete message. `end` must call
 * tc_mpi_error_abort. */
void tc_mpi_error_set_handler(MPI_Comm_errhandler_function *end);

/* Prints the name `program` and the text of the MPI error `code` as "program: error: .." on stderr, on a new
 * line. Then aborts all ranks with MPI_Abort and the code TC_INTERNAL. Ranks other than the root wait before
 * they print, so that a failure on all ranks is printed only once. */
void tc_mpi_error_abort(const char *program, int code);

/* Checks the return code of an MPI call; the macro TC_MPI calls this function. After a failure, ends all
 * ranks or returns the error as a status; the head of this file states when. `phase` is the TC_PHASE of the
 * caller. */
tc_status tc_mpi_error_check(int code, const char *phase);

#endif
