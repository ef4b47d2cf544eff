/* Faults of MPI calls (mpi.def). The error handler of the communicator, window or file is called as MPI
 * would call it. The tests thus include the program's reaction. */
#include <mpi.h>

#include "call.h"

/* The call returns MPI_ERR_OTHER, which belongs to no specific class of errors. */
static int refused_COMM(MPI_Comm comm) {
  PMPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
  return MPI_ERR_OTHER;
}

static int refused_WIN(MPI_Win win) {
  PMPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  return MPI_ERR_OTHER;
}

static int refused_NOBODY(void) { return MPI_ERR_OTHER; }

#define COUNTS_BEFORE true
#define COUNTS_AFTER  true
#define COUNTS_WINDOW true
#define COUNTS_FILE   true
#define COUNTS_OFTEN  tc_fault_is_first_call(TC_CALLER, NULL)

#define MADE_BEFORE(call)
#define MADE_AFTER(call) (void)(call);
#define MADE_OFTEN(call)
#define MADE_WINDOW(call)                                                                                    \
  (void)(call);                                                                                              \
  *win = MPI_WIN_NULL;
#define MADE_FILE(call)                                                                                      \
  (void)(call);                                                                                              \
  *fh = MPI_FILE_NULL;

#define TC_CALL(moment, whose, name, parameters, arguments)                                                  \
  int name parameters {                                                                                      \
    TC_NEXT(int, #name, parameters)                                                                          \
    if (COUNTS_##moment && tc_fault_must_fail(TC_FAULT_MPI, #name, TC_CALLER)) {                             \
      MADE_##moment(next arguments) return refused_##whose;                                                  \
    }                                                                                                        \
    return next arguments;                                                                                   \
  }
#include "mpi.def"
