/* Checkpoint files. A file has the restart data of one step (solve/space/restart_list.h), which are all
 * values that a later run needs to resume after this step on any number of ranks. Called by
 * run/outputs/checkpoints.c, which first calls tc_checkpoint_paths_init (checkpoint_paths.h). To resume,
 * checkpoints.c calls tc_checkpoint_verify on the root and then tc_checkpoint_read on all ranks. A file gets
 * its final name only after every byte has been synced to the disk, read back and compared. */
#ifndef TC_IO_CHECKPOINT_CHECKPOINT_H
#define TC_IO_CHECKPOINT_CHECKPOINT_H

#include "base/core/pool.h"
#include "io/checkpoint/checkpoint_paths.h"
#include "solve/space/restart_list.h"

/* Attributes of a checkpoint, which describe the run that wrote it. All attributes are texts, so that a
 * caller can compare the attributes of two runs and print the differences. */
#define TC_CHECKPOINT_ATTRIBUTES(X)                                                                          \
  X(version)                                                                                                 \
  X(commit)                                                                                                  \
  X(title)                                                                                                   \
  X(config)                                                                                                  \
  X(overrides)                                                                                               \
  X(solution) /* config keys that define the result, one per line (tc_config_solution_keys) */               \
  X(mesh_file)                                                                                               \
  X(mesh_hash)                                                                                               \
  X(cells)                                                                                                   \
  X(initial) /* hash of the field at the start of the simulation */                                          \
  X(matrix)  /* hash of the matrix entries; also number of stages and axis ratio of a stabilised method */   \
  X(dt)                                                                                                      \
  X(step) /* number of completed steps, such as 300, or 300+1200 after 1200 iterations of the next step */   \
  X(time)                                                                                                    \
  X(snapshots) /* name of the run's snapshot file, without its directory */                                  \
  X(outputs)   /* list of the run's output files (tc_file_list_format_outputs) */                            \
  X(format)    /* version of the restart data of the integrator (tc_integrator.restart_format) */            \
  X(spans)     /* sizes of all time steps (tc_step_spans_format), or the end of a run with error control     \
                  (run/outputs/checkpoints_check.h); "" in a steady solve */

#define TC_CHECKPOINT_ENUM(name) TC_CHECKPOINT_##name,
typedef enum tc_checkpoint_attribute {
  TC_CHECKPOINT_ATTRIBUTES(TC_CHECKPOINT_ENUM) TC_CHECKPOINT_COUNT
} tc_checkpoint_attribute;

/* Zero-initialise before use. A NULL text is written as "". */
typedef struct tc_checkpoint_attributes {
  const char *by_index[TC_CHECKPOINT_COUNT];
  tc_pool pool; /* owner of the texts if they were read from a file */
} tc_checkpoint_attributes;

/* Collective over space->world. Writes the restart list `restart_list` and the attributes `attributes` to a
 * checkpoint file. tc_checkpoint_paths_name determines the name of the file from `paths` and `mark`.
 * `attributes` and `paths` are used on the root only. Errors (on all ranks): TC_OUTPUT with the file and the
 * reason, or TC_INTERNAL if memory is exhausted or MPI fails. After an error no new file exists, and an older
 * file of that name is unchanged. */
tc_status tc_checkpoint_write(const tc_space *space, const tc_checkpoint_paths *paths,
                              tc_checkpoint_mark mark, const tc_checkpoint_attributes *attributes,
                              const tc_restart_list *restart_list);

/* Not collective. Verifies the checksum of the whole file and reads its attributes into `*out`, which the
 * caller frees with tc_checkpoint_attributes_free. Errors: TC_INPUT if the file cannot be read or is
 * damaged. */
tc_status tc_checkpoint_verify(const char *path, tc_checkpoint_attributes *out);
void tc_checkpoint_attributes_free(tc_checkpoint_attributes *attributes);

/* Not collective. Reads the restart item `name` of a checkpoint file. Returns the value in `*out` if the
 * item consists of one integer. Sets `*out` to 0 if the item has several values or does not exist. Errors:
 * TC_INPUT if the file cannot be read. */
tc_status tc_checkpoint_number(const char *path, const char *name, int64_t *out);

/* Collective over space->world. Reads the values of all items of the restart list `restart_list` from the
 * file `path`. The root must have called tc_checkpoint_verify for the file. `path` is used on the root only.
 * Optional items that the file lacks are unchanged. Errors (on all ranks): TC_INPUT if another item is
 * missing or has another size. */
tc_status tc_checkpoint_read(const tc_space *space, const char *path, const tc_restart_list *restart_list);

#endif
