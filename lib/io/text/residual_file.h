/* The residuals of all solves of a run as a CSV file: step, iteration, residual in units of the reference,
 * kind (recursive: as it goes along; true: of a product), and in the last row of a step the reason why its
 * solve has ended. Not collective: the root writes it. */
#ifndef TC_IO_TEXT_RESIDUAL_FILE_H
#define TC_IO_TEXT_RESIDUAL_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"
#include "base/text/line.h"
#include "linear/solver/reason.h"
#include "solve/space/restart_list.h"

typedef struct tc_residual_file tc_residual_file;

/* Before the work, as tc_partial_file_prepare. */
tc_status tc_residual_file_prepare(const char *path, tc_file_list *files);

/* How much a run had written when it was kept. */
typedef struct tc_residual_file_position {
  int64_t part, bytes, hash; /* into which part (base/file/partial_file.h); bytes 0: nothing */
} tc_residual_file_position;

/* Begins a part that is not there yet. path is borrowed until the end. kept: of a run that goes on, into that
 * part, or from PATH when the run had ended well. Errors: TC_OUTPUT; TC_INPUT, neither holds what was kept;
 * TC_INTERNAL out of memory. */
tc_status tc_residual_file_create(const char *path, const tc_residual_file_position *kept,
                                  tc_residual_file **out);

/* How much there is, all of it on the disk, for a run that goes on. file: NULL where it is another process's.
 * Errors: TC_OUTPUT. */
tc_status tc_residual_file_list_restart(tc_residual_file *file, tc_restart_list *keep);

/* Once that was filled in: what came after it is cut off. Errors: TC_OUTPUT. */
tc_status tc_residual_file_resume(tc_residual_file *file);

/* A residual, and the end of the step that it is of. What cannot be written is told by close. */
void tc_residual_file_add(tc_residual_file *file, int64_t step, int64_t iteration, double residual,
                          bool is_true);
void tc_residual_file_end_solve(tc_residual_file *file, tc_reason reason);

/* The run has ended well: the file takes its name (NULL is fine). Errors: TC_OUTPUT; the object is gone in
 * any case. */
tc_status tc_residual_file_close(tc_residual_file **file);

/* The run has failed: what there is stays in its part, whose name is added to `where` (NULL of a file is
 * fine). Returns whether there is. */
bool tc_residual_file_close_failed(tc_residual_file **file, tc_line *where);

#endif
