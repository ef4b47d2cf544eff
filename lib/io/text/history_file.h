/* Writes the history of a run, a table of scalars over time, to a CSV file. The first column is the step.
 * Not collective: the root calls these functions. Numbers have enough digits to restore the same bits, and a
 * missing value is nan. During the run the rows are in a partial file (base/file/partial_file.h). */
#ifndef TC_IO_TEXT_HISTORY_FILE_H
#define TC_IO_TEXT_HISTORY_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"
#include "base/text/line.h"
#include "solve/space/restart_list.h"

typedef struct tc_history_file tc_history_file;

/* Creates missing directories and adds `path` and its partial file to `files`, the list of the command's
 * files. Checks that both files can be written and that existing files are histories of Tetracast. Call it
 * before the run. Errors: TC_USAGE if another file of the command has the same name; TC_OUTPUT if a file
 * cannot be written. */
tc_status tc_history_file_prepare(const char *path, tc_file_list *files);

/* Creates the object without writing a file. `part` is the number of the partial file that a resumed run
 * continues, or 0 to select a number that is not used. `name` has the names of the columns. `path` and `name`
 * are borrowed until the object is closed. `rows` is the expected number of rows. Errors: TC_INTERNAL if
 * memory is exhausted; TC_OUTPUT if all numbers of partial files are used. */
tc_status tc_history_file_create(const char *path, int64_t part, int columns, const char *const *name,
                                 int64_t rows, tc_history_file **out);

/* Adds a row and rewrites the whole partial file if the last rewrite was long enough ago, so that rewrites
 * take at most 5 % of the time. The partial file is valid at any time but may lack the last rows. Errors:
 * TC_OUTPUT if the file cannot be written; TC_INTERNAL if memory is exhausted. */
tc_status tc_history_file_add(tc_history_file *file, int64_t step, const double *row);

/* Not collective. Adds all rows to the list of restart data, so that a checkpoint contains them. `file` is
 * NULL on ranks other than the root. */
tc_status tc_history_file_list_restart(tc_history_file *file, tc_restart_list *restart_list);

/* Ends a successful run. Writes all rows to PATH, replaces the file of an earlier run there, and removes the
 * partial files. Does nothing if the object is NULL. Frees the object also after an error. Errors: TC_OUTPUT
 * if a file cannot be written. */
tc_status tc_history_file_close(tc_history_file **file);

/* Ends a failed run and frees the object. The rows remain in the partial file, whose name is added to
 * `where`. PATH is unchanged. Returns true if there are rows. Does nothing if the object is NULL. */
bool tc_history_file_close_failed(tc_history_file **file, tc_line *where);

#endif
