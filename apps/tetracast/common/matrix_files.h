/* Matrix files, which the commands predict and compare accept as an alternative to a config. */
#ifndef TC_APP_MATRIX_FILES_H
#define TC_APP_MATRIX_FILES_H

#include "comm/world/world.h"
#include "options/options.h"
#include "system/system_input.h"

/* Collective. Sets *is_matrix to true if the argument CONFIG of the command line is a matrix file, which the
 * content or the name of the file shows (matrix/file/matrix_file.h). Errors (on all ranks): TC_USAGE if the
 * file is a config and the command line has arguments that only matrix files accept; TC_INTERNAL if MPI
 * fails. */
tc_status app_matrix_detect(const tc_command_call *call, bool *is_matrix);

/* Returns the paths of the matrix, right-hand sides, start vector and volumes on the command line. They are
 * borrowed from the options. */
tc_system_files app_matrix_files(const app_options *options);

/* Root only, not collective. Adds the files to the list of input files, which no output may replace. Errors:
 * those of tc_file_list_add_input. */
tc_status app_matrix_list_files(const tc_system_files *files, tc_file_list *out);

#endif
