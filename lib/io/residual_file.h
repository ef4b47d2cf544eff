/* The residuals of all solves of a run as a CSV file: step, iteration, residual in units of the reference,
 * kind (recursive: as it goes along; true: of a product), and in the last row of a step the reason why its
 * solve has ended. Not collective: the root writes it. */
#ifndef TC_IO_RESIDUAL_FILE_H
#define TC_IO_RESIDUAL_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "io/files.h"
#include "linear/reason.h"
#include "solve/keep.h"

typedef struct tc_residual_file tc_residual_file;

/* Before the work, as tc_part_prepare. */
tc_status tc_residual_file_prepare(const char *path, tc_files *files);

/* Begins PATH.part. path is borrowed until the end. continues: with what is there, or in PATH when the run
 * had ended well. Errors: TC_OUTPUT; TC_INPUT, nothing is there; TC_INTERNAL out of memory. */
tc_status tc_residual_file_create(const char *path, bool continues, tc_residual_file **out);

/* Between solves: how much there is, all of it on the disk, for a run that goes on. file: NULL where it is
 * another process's. Errors: TC_OUTPUT. */
tc_status tc_residual_file_keep(tc_residual_file *file, tc_keep *keep);

/* Once that was filled in: what came after it is cut off. Errors: TC_OUTPUT; TC_INPUT, there is less. */
tc_status tc_residual_file_resume(tc_residual_file *file);

/* A residual, and the end of the step that it is of. What cannot be written is told by close. */
void tc_residual_file_add(tc_residual_file *file, int64_t step, int64_t iteration, double residual,
                          bool is_true);
void tc_residual_file_end(tc_residual_file *file, tc_reason reason);

/* The run has ended well: the file takes its name (NULL is fine). Errors: TC_OUTPUT; the object is gone in
 * any case. */
tc_status tc_residual_file_close(tc_residual_file **file);

/* The run has failed: what there is stays in PATH.part (NULL is fine). Returns whether there is. */
bool tc_residual_file_abandon(tc_residual_file **file);

#endif
