/* What is known of a launch before MPI is started. */
#ifndef TC_BASE_PROGRAM_LAUNCHER_H
#define TC_BASE_PROGRAM_LAUNCHER_H

#include <stdbool.h>

/* Whether this process is the first of those that mpirun or srun started; true without a launcher. From the
 * environment. */
bool tc_launcher_is_first(void);

/* How many processes they are; 1 without a launcher, or when it does not say. From the environment. */
int tc_launcher_ranks(void);

/* Processes that a launcher has started, even if MPI does not understand the launcher. */
typedef struct tc_process_launch {
  const char *variable; /* that has the number of processes; NULL: no launcher */
  int processes;        /* 1 without a launcher, or if the variable has no number */
  bool is_first;        /* this process is the first of them */
} tc_process_launch;

/* From the environment: the first of OMPI_COMM_WORLD_SIZE, PMI_SIZE and SLURM_STEP_NUM_TASKS that is set. */
tc_process_launch tc_launcher_launch(void);

#endif
