/* Writes the residuals of all solves of a run to a CSV file. Not collective: the root calls these functions.
 * The columns are step, iteration, residual relative to the reference, kind and reason. The kind is
 * "recursive" if the method updates the residual, and "true" if it was recomputed with a product. The last
 * row of each step contains the reason why the solve ended. During the run the rows are in a partial file
 * (base/file/partial_file.h). */
#ifndef TC_IO_TEXT_RESIDUAL_FILE_H
#define TC_IO_TEXT_RESIDUAL_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"
#include "base/text/line.h"
#include "linear/solver/reason.h"
#include "solve/space/restart_list.h"

typedef struct tc_residual_file tc_residual_file;

/* Prepares the file before the run with tc_partial_file_prepare. Errors: TC_USAGE if another file of the
 * command has the same name; TC_OUTPUT if the file cannot be written. */
tc_status tc_residual_file_prepare(const char *path, tc_file_list *files);

/* Length and hash of the partial file at a checkpoint. With them, a resumed run finds out if the file has
 * changed. */
typedef struct tc_residual_file_position {
  /* Number of the partial file, number of bytes in it, and the hash of these bytes. `bytes` is 0 if the file
   * was not written. */
  int64_t part, bytes, hash;
} tc_residual_file_position;

/* Opens the partial file of `path`, which is borrowed until the object is closed. If position->bytes is 0, a
 * new file is created. Otherwise the run was resumed, and `position` is the position at the checkpoint. The
 * lines are then appended to the partial file of the interrupted run, or to a copy of `path` if that run
 * ended successfully after its checkpoint. Errors: TC_OUTPUT if the file cannot be written; TC_INPUT if
 * neither file begins with the bytes that `position` describes; TC_INTERNAL if memory is exhausted. */
tc_status tc_residual_file_create(const char *path, const tc_residual_file_position *position,
                                  tc_residual_file **out);

/* Not collective. Syncs the file and adds its length, its hash and the line that is not written yet to the
 * list of restart data of a checkpoint. `file` is NULL on ranks other than the root. Errors: TC_OUTPUT. */
tc_status tc_residual_file_list_restart(tc_residual_file *file, tc_restart_list *restart_list);

/* Call it after the restart items have been read. Truncates the partial file to its length at the checkpoint.
 * Errors: TC_OUTPUT if the file cannot be written. */
tc_status tc_residual_file_resume(tc_residual_file *file);

/* tc_residual_file_add adds a residual, and tc_residual_file_end_solve adds the reason why a solve ended.
 * Both record the first write error, which tc_residual_file_close returns. */
void tc_residual_file_add(tc_residual_file *file, int64_t step, int64_t iteration, double residual,
                          bool is_true);
void tc_residual_file_end_solve(tc_residual_file *file, tc_reason reason);

/* Ends a successful run: renames the partial file to PATH. Does nothing if the object is NULL. Frees the
 * object also after an error. Errors: TC_OUTPUT if the file cannot be written. */
tc_status tc_residual_file_close(tc_residual_file **file);

/* Ends a failed run and frees the object. The rows remain in the partial file, whose name is added to
 * `where`. Returns true if there is a partial file. Does nothing if the object is NULL. */
bool tc_residual_file_close_failed(tc_residual_file **file, tc_line *where);

#endif
