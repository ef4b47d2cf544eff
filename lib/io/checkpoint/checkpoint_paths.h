/* Where a run's checkpoints lie: for out/X.h5 of step 300 it is out/X.300.h5, and inside of the step behind
 * it, after 1200 iterations, out/X.300+1200.h5. Not collective: the root's. */
#ifndef TC_IO_CHECKPOINT_CHECKPOINT_PATHS_H
#define TC_IO_CHECKPOINT_CHECKPOINT_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/file_list.h"

/* What a checkpoint is of. */
typedef struct tc_checkpoint_mark {
  int64_t step;
  int64_t inside; /* of the step behind it so many iterations were made, by all runs; 0: it had not begun */
} tc_checkpoint_mark;

/* Below 0 when a is earlier, 0 when they are the same. */
int tc_checkpoint_mark_compare(tc_checkpoint_mark a, tc_checkpoint_mark b);

/* "300", "300+1200": as in names. */
enum { TC_CHECKPOINT_MARK = 48 };
void tc_checkpoint_mark_write(tc_checkpoint_mark mark, char text[TC_CHECKPOINT_MARK]);

/* Zeroed before use. */
typedef struct tc_checkpoint_paths {
  char *path;                    /* as the user named it, links followed; nothing is there */
  int count;                     /* that are there, .. */
  tc_checkpoint_mark *mark;      /* [count] .. the latest first */
  tc_checkpoint_mark start_step; /* what the run has begun with: those behind it are of runs before */
  bool anew; /* the run has begun with its first step: all that were there are of runs before */
} tc_checkpoint_paths;

/* Makes missing folders and checks that files can be written there. files: the name is added. Errors:
 * TC_USAGE when it is one of the files; TC_OUTPUT. Released in any case. */
tc_status tc_checkpoint_paths_init(const char *path, tc_file_list *files, tc_checkpoint_paths *place);

/* Lists those that are there; to be called when nobody else can add to them. Errors: TC_OUTPUT; TC_INTERNAL
 * out of memory. */
tc_status tc_checkpoint_paths_list(tc_checkpoint_paths *place);

/* What runs that were killed while they wrote a checkpoint have left goes; to be called when nobody else can
 * be at it. Errors: TC_INTERNAL out of memory. */
tc_status tc_checkpoint_paths_remove_stale(tc_checkpoint_paths *place);

void tc_checkpoint_paths_free(tc_checkpoint_paths *place);

/* The name of the file, a new string (tc_free). Errors: TC_INTERNAL out of memory. */
tc_status tc_checkpoint_paths_name(const tc_checkpoint_paths *place, tc_checkpoint_mark mark, char **out);

/* Errors, TC_OUTPUT: something that is no checkpoint has that name. */
tc_status tc_checkpoint_paths_check(const tc_checkpoint_paths *place, tc_checkpoint_mark mark);

/* The run's `mark` is whole under its name: those of runs before go, and of its own all but the last
 * `keep`; what only has such a name stays. */
tc_status tc_checkpoint_paths_rotate(tc_checkpoint_paths *place, tc_checkpoint_mark mark, int keep);

#endif
