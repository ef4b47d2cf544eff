/* The history of a run as a CSV file with the step and its columns. Not collective: the root writes it.
 * run/outputs/history_output.c prepares the path, creates the object, adds rows during the run and closes it.
 * Numbers have enough digits to read back with the same bits; a missing value is nan. During the run the rows
 * are in a partial file (base/file/partial_file.h). */
#ifndef TC_IO_TEXT_HISTORY_FILE_H
#define TC_IO_TEXT_HISTORY_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"
#include "base/text/line.h"
#include "solve/space/restart_list.h"

typedef struct tc_history_file tc_history_file;

/* Prepares the file. Creates missing directories and adds PATH and PATH.part to `files`. Checks that both can
 * be written and that existing ones are histories of Tetracast. Call it before the run. Errors: TC_USAGE if
 * another file of the command has this name; TC_OUTPUT. */
tc_status tc_history_file_prepare(const char *path, tc_file_list *files);

/* Creates the object without writing a file. `part` is the number of the partial file of a run that resumes;
 * 0 selects a free one. `name`, the names of the columns, and `path` are borrowed until the object is closed.
 * `rows` is the maximum number of rows, for which memory is allocated. Errors: TC_INTERNAL if memory is
 * exhausted; TC_OUTPUT if no partial file is free. */
tc_status tc_history_file_create(const char *path, int64_t part, int columns, const char *const *name,
                                 int64_t rows, tc_history_file **out);

/* Adds a row. The partial file is rewritten completely, so that it is valid at any time. It may lack the last
 * rows for a while, because rewriting may take at most 5 % of the time. Errors: TC_OUTPUT; TC_INTERNAL for
 * more rows than announced. */
tc_status tc_history_file_add(tc_history_file *file, int64_t step, const double *row);

/* Not collective. Adds all rows so far to the restart list `keep`. `file` is NULL on ranks other than the
 * root. */
tc_status tc_history_file_list_restart(tc_history_file *file, tc_restart_list *keep);

/* Ends a successful run: writes all rows to PATH, which replaces the file of an earlier run, and removes the
 * partial files. A NULL object is accepted. Errors: TC_OUTPUT. The object is freed in any case. */
tc_status tc_history_file_close(tc_history_file **file);

/* Ends a failed run: rows remain in the partial file, whose name is added to `where`, and PATH is unchanged.
 * Returns true if there are rows. A NULL object is accepted. */
bool tc_history_file_close_failed(tc_history_file **file, tc_line *where);

#endif
