/* File names of a run's checkpoints. Not collective: only the root calls these functions. If the config key
 * checkpoint.file is out/X.h5, the checkpoint after step 300 is out/X.300.h5. A checkpoint during the next
 * step, after 1200 iterations, is out/X.300+1200.h5. run/outputs/checkpoints.c removes files only while it
 * holds the lock file of the run. A file with the name of a checkpoint but other contents is never
 * removed. */
#ifndef TC_IO_CHECKPOINT_CHECKPOINT_PATHS_H
#define TC_IO_CHECKPOINT_CHECKPOINT_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"

/* Mark: the progress of a run at the time of a checkpoint. */
typedef struct tc_checkpoint_mark {
  int64_t step;
  /* Number of solver iterations made in the step after `step`, including iterations before the run was
   * resumed; 0 if that step has not begun. */
  int64_t iterations;
} tc_checkpoint_mark;

/* Returns a negative number if a is earlier than b, 0 if a and b are equal, and a positive number if a is
 * later than b. */
int tc_checkpoint_mark_compare(tc_checkpoint_mark a, tc_checkpoint_mark b);

/* Formats a mark as in file names: "300" after step 300, or "300+1200" after 1200 more iterations. */
enum { TC_CHECKPOINT_MARK_SIZE = 48 };
void tc_checkpoint_mark_format(tc_checkpoint_mark mark, char text[TC_CHECKPOINT_MARK_SIZE]);

/* Names of the checkpoint files of a run. Zero-initialise before use. */
typedef struct tc_checkpoint_paths {
  char *path; /* value of checkpoint.file with symbolic links resolved; file names have the mark inserted
                 before the extension */
  int count;  /* number of checkpoint files on disk */
  tc_checkpoint_mark *mark; /* [count] marks of the checkpoint files on disk, latest first */
  /* Mark from which the run was resumed. Checkpoint files with a later mark were written before the resume
   * and are obsolete. */
  tc_checkpoint_mark start_mark;
  /* True if the run was not resumed from a checkpoint. All checkpoint files that exist at the start of the
   * run are then obsolete. */
  bool is_new_run;
  bool is_single; /* true if `path` is the name of the only checkpoint file, without a mark */
} tc_checkpoint_paths;

/* Sets paths->path from the config value `path`. Creates missing directories, checks that the directory is
 * writable and adds `path` to `files`, the list of the command's files. The caller calls
 * tc_checkpoint_paths_free also after an error. Errors: TC_USAGE if `path` is already in `files`; TC_OUTPUT
 * if the directory is not writable. */
tc_status tc_checkpoint_paths_init(const char *path, tc_file_list *files, tc_checkpoint_paths *paths);

/* Fills in paths->mark and paths->count from the files in the directory. The caller must hold the lock
 * file, so that no other run adds checkpoints. Errors: TC_OUTPUT if the directory cannot be read; TC_INTERNAL
 * if memory is exhausted. */
tc_status tc_checkpoint_paths_list(tc_checkpoint_paths *paths);

/* Removes temporary files of runs that were killed while writing a checkpoint. The caller must hold the lock
 * file, so that no other run is writing a checkpoint. Errors: TC_OUTPUT if the directory cannot be read. */
tc_status tc_checkpoint_paths_remove_stale(const tc_checkpoint_paths *paths);

void tc_checkpoint_paths_free(tc_checkpoint_paths *paths);

/* Returns the path of the checkpoint file with the mark `mark` as a new string, which the caller frees
 * with tc_free. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_checkpoint_paths_name(const tc_checkpoint_paths *paths, tc_checkpoint_mark mark, char **out);

/* Returns the path of tc_checkpoint_paths_name. Checks that no file with this path exists, or that the
 * existing file is a checkpoint. Errors: those of tc_checkpoint_paths_name; TC_OUTPUT if the file is not a
 * checkpoint. */
tc_status tc_checkpoint_paths_check(const tc_checkpoint_paths *paths, tc_checkpoint_mark mark, char **out);

/* Removes old checkpoints after the checkpoint with the mark `mark` has been published. Removes all obsolete
 * checkpoints of earlier runs (paths->start_mark, paths->is_new_run), and all but the latest `kept_count` of
 * the others. Files that are not checkpoints are not removed. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_checkpoint_paths_rotate(tc_checkpoint_paths *paths, tc_checkpoint_mark mark, int kept_count);

#endif
