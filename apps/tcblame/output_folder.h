/* The folder that samples go to. */
#ifndef TC_TCBLAME_OUTPUT_FOLDER_H
#define TC_TCBLAME_OUTPUT_FOLDER_H

#include <stdbool.h>

#include "base/core/status.h"

/* Makes the folder, and sees to it that all samples in it will be of this launch: of all processes that one
 * mpirun starts, the first to come decides. Errors: TC_OUTPUT: it cannot be written, or holds samples and
 * `force` is false, else these go. */
tc_status tb_folder_prepare(const char *folder, bool force);

#endif
