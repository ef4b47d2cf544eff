/* Checkpoints: what a run has kept of a step (solve/space/restart_list.h), written so that another run can go
 * on from it on any number of ranks. A file has its name only when every byte of it is on the disk and was
 * read again. */
#ifndef TC_IO_CHECKPOINT_CHECKPOINT_H
#define TC_IO_CHECKPOINT_CHECKPOINT_H

#include "base/core/pool.h"
#include "io/checkpoint/checkpoint_paths.h"
#include "solve/space/restart_list.h"

/* What a checkpoint says of the run that wrote it. Texts, so that whoever compares them can show them. */
#define TC_CHECKPOINT_ATTRIBUTES(X)                                                                          \
  X(version)                                                                                                 \
  X(commit)                                                                                                  \
  X(title)                                                                                                   \
  X(config)                                                                                                  \
  X(overrides)                                                                                               \
  X(solution) /* the keys that decide what is computed, a line each */                                       \
  X(mesh_file)                                                                                               \
  X(mesh_hash)                                                                                               \
  X(cells)                                                                                                   \
  X(initial) /* hash of the initial field */                                                                 \
  X(matrix)  /* hash of its entries */                                                                       \
  X(dt)                                                                                                      \
  X(step) /* its mark, as in the name */                                                                     \
  X(time)                                                                                                    \
  X(snapshots) /* name of the snapshot file that was being written, without its folder */                    \
  X(outputs)   /* what the run writes (tc_file_list_format_outputs) */                                       \
  X(format)    /* version of the restart data (tc_integrator.restart_format) */                              \
  X(spans)     /* sizes of the steps so far (tc_step_spans_format); "" of a steady state */

#define TC_CHECKPOINT_ENUM(name) TC_CHECKPOINT_##name,
typedef enum tc_checkpoint_attribute {
  TC_CHECKPOINT_ATTRIBUTES(TC_CHECKPOINT_ENUM) TC_CHECKPOINT_COUNT
} tc_checkpoint_attribute;

/* Zeroed before use; NULL is written as "". */
typedef struct tc_checkpoint_attributes {
  const char *by_index[TC_CHECKPOINT_COUNT];
  tc_pool pool; /* in which texts may live */
} tc_checkpoint_attributes;

/* Collective but for the facts and the place, which are the root's. Writes the list under the name of that
 * mark. Errors on all ranks: TC_OUTPUT with the file and the reason; no file of that name is there then, or
 * the one that was. */
tc_status tc_checkpoint_write(const tc_space *space, const tc_checkpoint_paths *place,
                              tc_checkpoint_mark mark, const tc_checkpoint_attributes *facts,
                              const tc_restart_list *keep);

/* Not collective: reads the facts of the file (released by tc_checkpoint_attributes_free) and makes sure that
 * all of it is as it was written. Errors, TC_INPUT. */
tc_status tc_checkpoint_verify(const char *path, tc_checkpoint_attributes *out);
void tc_checkpoint_attributes_free(tc_checkpoint_attributes *facts);

/* "mesh_hash". */
const char *tc_checkpoint_attribute_name(int fact);

/* Not collective: the only number of the item `name` there; 0 when there is none. Errors, TC_INPUT. */
tc_status tc_checkpoint_number(const char *path, const char *name, int64_t *out);

/* Collective; path: the root's. Fills in the list from a file that was looked at. Items that the file does
 * not have are left alone where the list says so. Errors on all ranks: TC_INPUT, an item is missing or is of
 * another size. */
tc_status tc_checkpoint_read(const tc_space *space, const char *path, const tc_restart_list *keep);

#endif
