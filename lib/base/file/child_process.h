/* Child process: starts another program and reads what it writes to one descriptor. Used to import meshes
 * with meshio and to query the time limit of SLURM. The child's other standard streams are /dev/null, so it
 * cannot write to the user's output. Its environment has no variables of the MPI launcher, because libraries
 * in the child could otherwise connect to the running MPI job. Usage: tc_child_process_start, read `output`
 * to its end, tc_child_process_end. Not collective. */
#ifndef TC_BASE_FILE_CHILD_PROCESS_H
#define TC_BASE_FILE_CHILD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/core/status.h"

typedef struct tc_child_process {
  pid_t process;
  int output; /* descriptor from which the caller reads what the child writes */
} tc_child_process;

/* Starts the program arguments[0] (a path, or a name that is searched in PATH) with its arguments, which end
 * with NULL. The child writes to its descriptor `stream`. *reason is 0, or the errno that explains why the
 * program could not be started. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_child_process_start(const char *const arguments[], int stream, int *reason,
                                 tc_child_process *out);

/* True if the system found no program that it can run. EACCES counts as missing, because the search of PATH
 * returns it if a directory of PATH cannot be read and no other directory has the program. */
bool tc_child_process_is_missing(int reason);

/* Closes the descriptor and waits for the end of the process. Returns the signal that ended it; 0 if no
 * signal ended it or if the system does not report the signal. */
int tc_child_process_end(const tc_child_process *process);

#endif
