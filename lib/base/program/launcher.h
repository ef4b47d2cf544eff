/* Information about the launch before MPI is initialised, taken from environment variables. Programs use it
 * to print an early error from one process only, and to detect a launcher that does not fit the MPI library
 * (comm/world/launch_check.c). Not collective. */
#ifndef TC_BASE_PROGRAM_LAUNCHER_H
#define TC_BASE_PROGRAM_LAUNCHER_H

#include <stdbool.h>

/* True if this process is the first process that mpirun or srun has started. Also true if there is no
 * launcher. */
bool tc_launcher_is_first(void);

/* Returns the number of started processes. Returns 1 if there is no launcher or the number is not
 * available. */
int tc_launcher_ranks(void);

/* Number of processes that a launcher has started. It is available even if the MPI library does not support
 * the launcher. */
typedef struct tc_process_launch {
  const char *variable; /* environment variable with the number of processes; NULL if there is no launcher */
  int processes; /* number of processes; 1 if there is no launcher or the variable contains no number */
  bool is_first; /* true if this process is the first of the started processes */
} tc_process_launch;

/* Reads the first of OMPI_COMM_WORLD_SIZE, PMI_SIZE and SLURM_STEP_NUM_TASKS that is set. */
tc_process_launch tc_launcher_read(void);

#endif
