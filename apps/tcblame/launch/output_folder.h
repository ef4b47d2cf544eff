/* Prepares the directory in which the sampler writes its files. Called by tcblame run in each process before
 * it starts the program. */
#ifndef TC_TCBLAME_OUTPUT_FOLDER_H
#define TC_TCBLAME_OUTPUT_FOLDER_H

#include <stdbool.h>

#include "base/core/status.h"

/* Creates the directory if necessary and ensures that it contains only samples of this launch (all processes
 * that one mpiexec, srun or shell command starts). The first process of a launch that calls this function
 * checks the directory. The other processes do not check it again. Errors: TC_OUTPUT if the directory cannot
 * be written, or if it contains other samples and `force` is false. If `force` is true, other samples are
 * removed. */
tc_status tb_folder_prepare(const char *folder, bool force);

#endif
