/* The run record: facts that a run stores in its report or snapshot file and that are needed to rerun it.
 * Called by run/studies/rerun.c before it sets up the session of the rerun. The caller zeroes the record,
 * reads it once and frees it with tc_run_record_free. */
#ifndef TC_IO_RERUN_RUN_RECORD_H
#define TC_IO_RERUN_RUN_RECORD_H

#include "base/core/pool.h"
#include "comm/world/world.h"

/* Facts of a run, stored as texts so that a caller can compare and print them. NULL stands for unknown. */
#define TC_RUN_RECORD_FACTS(X)                                                                               \
  X(version)                                                                                                 \
  X(commit)                                                                                                  \
  X(directory)   /* base directory of relative paths */                                                      \
  X(config_file) /* name of the config file */                                                               \
  X(config)      /* contents of the config file */                                                           \
  X(overrides)   /* overrides, one per line; a snapshot file contains only those that change the solution */ \
  X(machine)     /* value of --machine; the fact below is that of --model */                                 \
  X(model)                                                                                                   \
  X(mesh_file)                                                                                               \
  X(mesh_hash)                                                                                               \
  X(initial_hash) /* hash of the initial field */                                                            \
  X(matrix_hash)  /* hash of the matrix entries */                                                           \
  X(ranks)                                                                                                   \
  X(threads)                                                                                                 \
  X(nodes)                                                                                                   \
  X(bitwise)    /* "false" if the bits of the result depend on the number of ranks */                        \
  X(in_one_go)  /* "false" if the run was extended and an uninterrupted run would have other step sizes */   \
  X(field_hash) /* hash of the final field; NULL if unknown or if the field is no valid solution */

#define TC_RUN_RECORD_ENUM(name) TC_RUN_RECORD_##name,
typedef enum tc_run_record_key {
  TC_RUN_RECORD_FACTS(TC_RUN_RECORD_ENUM) TC_RUN_RECORD_COUNT
} tc_run_record_key;

/* Record of a run: one text for each of the facts. Zero-initialise before use. */
typedef struct tc_run_record {
  const char *by_index[TC_RUN_RECORD_COUNT];
  tc_pool pool; /* pool that owns the texts */
} tc_run_record;

/* Collective over `world`. The root reads a JSON report of `tetracast run` or `rerun`, or a snapshot file,
 * and broadcasts the facts. The caller calls tc_run_record_free, also after an error. Errors (on all ranks):
 * TC_INPUT with the file if it is neither, or if a fact that a run needs is missing; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_run_record_read(const tc_world *world, const char *path, tc_run_record *out);
void tc_run_record_free(tc_run_record *record);

#endif
