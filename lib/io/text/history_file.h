/* The history of a run as a CSV file: step, then the columns. Numbers are written so that they read back with
 * the same bits; what there is none of is nan. Not collective: the root writes it. */
#ifndef TC_IO_TEXT_HISTORY_FILE_H
#define TC_IO_TEXT_HISTORY_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"
#include "base/text/line.h"
#include "solve/space/restart_list.h"

typedef struct tc_history_file tc_history_file;

/* Before the work: makes missing folders, checks that PATH and PATH.part can be written there, that what is
 * there are such files and that none of them is another file of the command, to which they are added. Errors:
 * TC_USAGE, TC_OUTPUT. */
tc_status tc_history_file_prepare(const char *path, tc_file_list *files);

/* part: which one a run that goes on has written (base/file/partial_file.h), 0: one that is not there yet.
 * name[columns]: borrowed until the end, as path. rows: at most so many are added, and so much memory is
 * taken. Nothing is written yet. Errors: TC_INTERNAL out of memory. */
tc_status tc_history_file_create(const char *path, int64_t part, int columns, const char *const *name,
                                 int64_t rows, tc_history_file **out);

/* Adds a row. Until the run has ended the rows so far are in that part, which is whole at any
 * moment; rewriting it takes at most 5 % of the time, so it may lag behind. Errors: TC_OUTPUT. */
tc_status tc_history_file_add(tc_history_file *file, int64_t step, const double *row);

/* What there is so far, for a run that goes on: all that it is filled in with is written anew. file: NULL
 * where it is another process's. Not collective. */
tc_status tc_history_file_list_restart(tc_history_file *file, tc_restart_list *keep);

/* The run has ended well: the file takes its name, and replaces that of an earlier run (NULL is fine).
 * Errors: TC_OUTPUT; the object is gone in any case. */
tc_status tc_history_file_close(tc_history_file **file);

/* The run has failed: what there is stays in its part, whose name is added to `where`; the file of an earlier
 * run is as it was (NULL of a file is fine). Returns whether there is. */
bool tc_history_file_close_failed(tc_history_file **file, tc_line *where);

#endif
