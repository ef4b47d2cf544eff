/* Prepares the directory of the samples. Called by tcblame run in each process before it starts the
 * program. */
#ifndef TC_TCBLAME_OUTPUT_FOLDER_H
#define TC_TCBLAME_OUTPUT_FOLDER_H

#include <stdbool.h>

#include "base/core/status.h"

/* Creates the directory and ensures that it contains samples of this launch only. The first process of a
 * launch decides for all others. Errors: TC_OUTPUT if the directory cannot be written, or if it contains
 * other samples and `force` is false. If `force` is true, other samples are removed. */
tc_status tb_folder_prepare(const char *folder, bool force);

#endif
