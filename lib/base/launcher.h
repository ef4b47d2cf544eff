/* What is known of a launch before MPI is started. */
#ifndef TC_BASE_LAUNCHER_H
#define TC_BASE_LAUNCHER_H

#include <stdbool.h>

/* Whether this process is the first of those that mpirun or srun started; true without a launcher. From the
 * environment. */
bool tc_launcher_is_first(void);

/* How many processes they are; 1 without a launcher, or when it does not say. From the environment. */
int tc_launcher_ranks(void);

#endif
