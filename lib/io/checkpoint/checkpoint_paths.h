/* File names of a run's checkpoints. Not collective: only the root calls it. For checkpoint.file out/X.h5 the
 * file of step 300 is out/X.300.h5. After 1200 iterations of the next step it is out/X.300+1200.h5.
 * run/outputs/checkpoints.c first calls tc_checkpoint_paths_init. While it holds the lock of the run, it
 * calls tc_checkpoint_paths_list and tc_checkpoint_paths_remove_stale, and tc_checkpoint_paths_rotate after
 * each complete checkpoint. Files that only have a matching name but are no checkpoints are never removed. */
#ifndef TC_IO_CHECKPOINT_CHECKPOINT_PATHS_H
#define TC_IO_CHECKPOINT_CHECKPOINT_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"

/* Position in a run at which a checkpoint was written. */
typedef struct tc_checkpoint_mark {
  int64_t step;
  int64_t inside; /* number of iterations of the step after `step`, summed over all runs; 0 if that step has
                     not begun */
} tc_checkpoint_mark;

/* Returns a negative number if a is earlier than b, 0 if they are equal, a positive number otherwise. */
int tc_checkpoint_mark_compare(tc_checkpoint_mark a, tc_checkpoint_mark b);

/* Formats a mark as in file names: "300" or "300+1200". */
enum { TC_CHECKPOINT_MARK = 48 };
void tc_checkpoint_mark_write(tc_checkpoint_mark mark, char text[TC_CHECKPOINT_MARK]);

/* Checkpoint files of a run. Zero-initialise before use. */
typedef struct tc_checkpoint_paths {
  char *path; /* base name from the config, with links resolved; no file has exactly this name */
  int count;  /* number of existing checkpoints */
  tc_checkpoint_mark *mark;      /* [count] marks of the existing checkpoints, latest first */
  tc_checkpoint_mark start_step; /* mark from which the run started; existing checkpoints with later marks
                                    belong to earlier runs */
  bool starts_new; /* true if the run does not resume, so that all checkpoints that exist at its start belong
                to earlier runs */
} tc_checkpoint_paths;

/* Creates missing directories, checks that files can be written there and adds the name to `files`, the file
 * list of the command. The caller calls tc_checkpoint_paths_free also after an error. Errors: TC_USAGE if the
 * name is already in `files`; TC_OUTPUT if the directory is not writable. */
tc_status tc_checkpoint_paths_init(const char *path, tc_file_list *files, tc_checkpoint_paths *place);

/* Fills in place->mark, the list of existing checkpoints. Call it only while no other run can add any.
 * Errors: TC_OUTPUT if the directory cannot be read; TC_INTERNAL if memory is exhausted. */
tc_status tc_checkpoint_paths_list(tc_checkpoint_paths *place);

/* Removes temporary files of runs that were killed while writing a checkpoint. Call it only while no other
 * run can be writing one. Errors: TC_OUTPUT if the directory cannot be read. */
tc_status tc_checkpoint_paths_remove_stale(const tc_checkpoint_paths *place);

void tc_checkpoint_paths_free(tc_checkpoint_paths *place);

/* Returns the file name of a mark as a new string, which the caller frees with tc_free. Errors: TC_INTERNAL
 * if memory is exhausted. */
tc_status tc_checkpoint_paths_name(const tc_checkpoint_paths *place, tc_checkpoint_mark mark, char **out);

/* Returns the file name of a mark like tc_checkpoint_paths_name, and checks that it is free or belongs to a
 * checkpoint. Errors: those of that function; TC_OUTPUT if another file has that name. */
tc_status tc_checkpoint_paths_check(const tc_checkpoint_paths *place, tc_checkpoint_mark mark, char **out);

/* Removes old checkpoints after the file of `mark` has been published. Removes all checkpoints of earlier
 * runs, and all but the last `keep` of this run. Files that are no checkpoints remain. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_checkpoint_paths_rotate(tc_checkpoint_paths *place, tc_checkpoint_mark mark, int keep);

#endif
