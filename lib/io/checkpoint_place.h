/* Where a run's checkpoints lie: for out/X.h5 of step 300 it is out/X.300.h5. Not collective: the root's. */
#ifndef TC_IO_CHECKPOINT_PLACE_H
#define TC_IO_CHECKPOINT_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "io/files.h"

/* Zeroed before use. */
typedef struct tc_checkpoint_place {
  char *path;    /* as the user named it, links followed; nothing is there */
  int count;     /* that are there, .. */
  int64_t *step; /* [count] .. the latest first */
  int64_t begun; /* the step that the run has begun with: those behind it are of runs before */
  bool anew;     /* the run has begun with its first step: all that were there are of runs before */
} tc_checkpoint_place;

/* Makes missing folders and checks that files can be written there. files: the name is added. Errors:
 * TC_USAGE when it is one of the files; TC_OUTPUT. Released in any case. */
tc_status tc_checkpoint_place_take(const char *path, tc_files *files, tc_checkpoint_place *place);

/* Lists those that are there; to be called when nobody else can add to them. Errors: TC_OUTPUT; TC_INTERNAL
 * out of memory. */
tc_status tc_checkpoint_place_list(tc_checkpoint_place *place);

/* What runs that were killed while they wrote a checkpoint have left goes; to be called when nobody else can
 * be at it. Errors: TC_INTERNAL out of memory. */
tc_status tc_checkpoint_place_clean(tc_checkpoint_place *place);

void tc_checkpoint_place_release(tc_checkpoint_place *place);

/* The name of a step's file, a new string (tc_free). Errors: TC_INTERNAL out of memory. */
tc_status tc_checkpoint_place_name(const tc_checkpoint_place *place, int64_t step, char **out);

/* Errors, TC_OUTPUT: something that is no checkpoint has that step's name. */
tc_status tc_checkpoint_place_check(const tc_checkpoint_place *place, int64_t step);

/* The run's step `step` is whole under its name: those of runs before go, and of its own all but the last
 * `keep`; what only has such a name stays. */
tc_status tc_checkpoint_place_add(tc_checkpoint_place *place, int64_t step, int keep);

#endif
