/* Starts Python with the script import_meshio.py and gives the caller the other end of descriptor 3.
 * Internal to io/importers. The child has no standard input and output, so that nothing of it reaches the
 * user's output, and no variables of the MPI launcher, because libraries that it loads would connect to the
 * running job. Not collective. */
#ifndef TC_IO_IMPORTERS_MESHIO_PROCESS_H
#define TC_IO_IMPORTERS_MESHIO_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/core/status.h"

typedef struct tc_meshio_process {
  pid_t process;
  int output; /* descriptor from which the caller reads the stream */
} tc_meshio_process;

/* Starts `python` (a path, or a name that is searched in PATH) with the script and three arguments. Sets
 * *is_missing to true and returns TC_OK if there is no such program. Errors: TC_INTERNAL. */
tc_status tc_meshio_process_start(const char *python, const char *path, const char *regions,
                                  const char *fibres, bool *is_missing, tc_meshio_process *out);

/* Closes the descriptor and waits for the end of the process. Returns the signal that ended it; 0 if no
 * signal ended it or if the system does not report the signal. */
int tc_meshio_process_end(const tc_meshio_process *process);

#endif
