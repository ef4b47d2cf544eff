/* Matrix files instead of a config: the commands predict and compare accept both. */
#ifndef TC_APP_MATRIX_FILES_H
#define TC_APP_MATRIX_FILES_H

#include "comm/world/world.h"
#include "options/options.h"
#include "system/system_input.h"

/* Collective. Sets *is_matrix to true if the file at call's option CONFIG is a matrix file, by its content or
 * its name (matrix/file/matrix_file.h). Errors (on all ranks): TC_USAGE if it is a config and the command
 * line has arguments of matrix files; TC_INTERNAL if MPI fails. */
tc_status app_matrix_detect(const tc_command_call *call, bool *is_matrix);

/* Returns the files of the command line, borrowed from the options. */
tc_system_files app_matrix_files(const app_options *options);

/* Root only, not collective. Adds the files as inputs. Errors: those of tc_file_list_add_input. */
tc_status app_matrix_list_files(const tc_system_files *files, tc_file_list *out);

#endif
