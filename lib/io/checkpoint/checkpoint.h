/* Checkpoint files: the restart data of one step (solve/space/restart_list.h), written so that a later run
 * can resume from it on any number of ranks. Called by run/outputs/checkpoints.c, which first resolves the
 * paths (checkpoint_paths.h). To resume, it calls tc_checkpoint_verify on the root and then
 * tc_checkpoint_read on all ranks. A file gets its final name only after every byte has been synced to the
 * disk, read back and compared. */
#ifndef TC_IO_CHECKPOINT_CHECKPOINT_H
#define TC_IO_CHECKPOINT_CHECKPOINT_H

#include "base/core/pool.h"
#include "io/checkpoint/checkpoint_paths.h"
#include "solve/space/restart_list.h"

/* Facts that a checkpoint stores about the run that wrote it. They are texts, so that a caller can compare
 * two of them and print the difference. */
#define TC_CHECKPOINT_ATTRIBUTES(X)                                                                          \
  X(version)                                                                                                 \
  X(commit)                                                                                                  \
  X(title)                                                                                                   \
  X(config)                                                                                                  \
  X(overrides)                                                                                               \
  X(solution) /* keys that define the result, one line each */                                               \
  X(mesh_file)                                                                                               \
  X(mesh_hash)                                                                                               \
  X(cells)                                                                                                   \
  X(initial) /* hash of the initial field */                                                                 \
  X(matrix)  /* hash of the matrix entries */                                                                \
  X(dt)                                                                                                      \
  X(step) /* position in the run (tc_checkpoint_mark), such as 300 for the end of step 300 */                \
  X(time)                                                                                                    \
  X(snapshots) /* file name of the snapshot file that the run was writing, without its directory */          \
  X(outputs)   /* output files of the run (tc_file_list_format_outputs) */                                   \
  X(format)    /* version of the restart data (tc_integrator.restart_format) */                              \
  X(spans)     /* sizes of the steps so far (tc_step_spans_format); "" in a steady solve */

#define TC_CHECKPOINT_ENUM(name) TC_CHECKPOINT_##name,
typedef enum tc_checkpoint_attribute {
  TC_CHECKPOINT_ATTRIBUTES(TC_CHECKPOINT_ENUM) TC_CHECKPOINT_COUNT
} tc_checkpoint_attribute;

/* Zero-initialise before use. A NULL text is written as "". */
typedef struct tc_checkpoint_attributes {
  const char *by_index[TC_CHECKPOINT_COUNT];
  tc_pool pool; /* pool that may own the texts */
} tc_checkpoint_attributes;

/* Collective over space->world. Writes the restart list `keep` and the attributes `facts` to a checkpoint
 * file. Its name follows from `place`, the paths of the run, and from `mark`. `facts` and `place` are used on
 * the root only. Errors (on all ranks): TC_OUTPUT with the file and the reason, or TC_INTERNAL if memory is
 * exhausted or MPI fails. After an error an older file of that name is unchanged and no new one exists. */
tc_status tc_checkpoint_write(const tc_space *space, const tc_checkpoint_paths *place,
                              tc_checkpoint_mark mark, const tc_checkpoint_attributes *facts,
                              const tc_restart_list *keep);

/* Not collective. Compares the whole file with its checksum header and reads its attributes into `*out`,
 * which the caller frees with tc_checkpoint_attributes_free. Errors: TC_INPUT. */
tc_status tc_checkpoint_verify(const char *path, tc_checkpoint_attributes *out);
void tc_checkpoint_attributes_free(tc_checkpoint_attributes *facts);

/* Returns the name of attribute `fact` (tc_checkpoint_attribute) in the file, such as "mesh_hash". */
const char *tc_checkpoint_attribute_name(int fact);

/* Not collective. Reads the restart item `name` of a checkpoint file. Returns its value in `*out` if it
 * consists of one number. Sets `*out` to 0 otherwise, or if the file has no such item. Errors: TC_INPUT. */
tc_status tc_checkpoint_number(const char *path, const char *name, int64_t *out);

/* Collective over space->world. Fills in the items of the restart list `keep` from the file `path`, which
 * tc_checkpoint_verify has accepted. `path` is used on the root only. Optional items that the file lacks
 * remain unchanged. Errors (on all ranks): TC_INPUT if an item is missing or has another size. */
tc_status tc_checkpoint_read(const tc_space *space, const char *path, const tc_restart_list *keep);

#endif
