/* The residuals of all solves of a run as a CSV file. Not collective: the root writes it.
 * Columns: step, iteration, residual relative to the reference, kind (recursive: updated by the method; true:
 * recomputed with a product), and in the last row of a step the reason why its solve ended.
 * run/outputs/residuals.c prepares the path, creates the object, adds residuals and closes it. During the run
 * the rows are in a partial file (base/file/partial_file.h). */
#ifndef TC_IO_TEXT_RESIDUAL_FILE_H
#define TC_IO_TEXT_RESIDUAL_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"
#include "base/text/line.h"
#include "linear/solver/reason.h"
#include "solve/space/restart_list.h"

typedef struct tc_residual_file tc_residual_file;

/* Prepares the file before the run, like tc_partial_file_prepare. Errors: TC_USAGE, TC_OUTPUT. */
tc_status tc_residual_file_prepare(const char *path, tc_file_list *files);

/* Extent of the file at a checkpoint. */
typedef struct tc_residual_file_position {
  /* Number of the partial file, number of bytes written to it, and their hash. bytes is 0 if nothing was
   * written. */
  int64_t part, bytes, hash;
} tc_residual_file_position;

/* Opens a partial file. `path` is borrowed until the object is closed. If the run does not resume,
 * kept->bytes is 0, and the file is new. If it resumes, `kept` is the position at the checkpoint. The lines
 * are continued in the partial file of the earlier run, or in a copy of `path` if that run ended
 * successfully. Errors: TC_OUTPUT; TC_INPUT if neither file begins with these lines; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_residual_file_create(const char *path, const tc_residual_file_position *kept,
                                  tc_residual_file **out);

/* Not collective. Syncs the file and adds its position to the restart list `keep`. `file` is NULL on ranks
 * other than the root. Errors: TC_OUTPUT. */
tc_status tc_residual_file_list_restart(tc_residual_file *file, tc_restart_list *keep);

/* Call it after the restart items have been read. Truncates the file to its length at the checkpoint. Errors:
 * TC_OUTPUT. */
tc_status tc_residual_file_resume(tc_residual_file *file);

/* Add a residual, or the end of a solve with its reason. Write errors are reported by tc_residual_file_close.
 */
void tc_residual_file_add(tc_residual_file *file, int64_t step, int64_t iteration, double residual,
                          bool is_true);
void tc_residual_file_end_solve(tc_residual_file *file, tc_reason reason);

/* Ends a successful run: renames the partial file to PATH. A NULL object is accepted. Errors: TC_OUTPUT. The
 * object is freed in any case. */
tc_status tc_residual_file_close(tc_residual_file **file);

/* Ends a failed run: rows remain in the partial file, whose name is added to `where`. Returns true if there
 * is a file. A NULL object is accepted. */
bool tc_residual_file_close_failed(tc_residual_file **file, tc_line *where);

#endif
