/* Run record: the data in a report or snapshot file that are needed to repeat the run with the command rerun.
 * run/studies/rerun.c calls tc_run_record_read before it sets up the repeated run, and tc_run_record_free at
 * the end. */
#ifndef TC_IO_RERUN_RUN_RECORD_H
#define TC_IO_RERUN_RUN_RECORD_H

#include "base/core/pool.h"
#include "comm/world/world.h"

/* Members of a run record. All members are texts, so that a caller can compare and print them. A member is
 * NULL if the file does not contain it. */
#define TC_RUN_RECORD_KEYS(X)                                                                                \
  X(version)                                                                                                 \
  X(commit)                                                                                                  \
  X(directory)   /* working directory of the run, to which relative paths refer */                           \
  X(config_file) /* path of the config file, or of the snapshot file that contains the config */             \
  X(config)      /* contents of the config file */                                                           \
  X(overrides)   /* overrides (-s), one per line; a snapshot file has only those that change the solution */ \
  X(method)      /* method of time integration; a snapshot file has it only for time.method: auto */         \
  X(preconditioner) /* preconditioner of the solver; a snapshot file has it only if the config sets auto */  \
  X(machine)        /* value of --machine */                                                                 \
  X(model)          /* value of --model */                                                                   \
  X(mesh_file)                                                                                               \
  X(mesh_hash)                                                                                               \
  X(initial_hash) /* hash of the field at the start of the simulation */                                     \
  X(matrix_hash)  /* hash of the matrix entries */                                                           \
  X(ranks)                                                                                                   \
  X(threads)                                                                                                 \
  X(nodes)                                                                                                   \
  X(bitwise)    /* "false" if the last bits of the result depend on the number of ranks */                   \
  X(in_one_go)  /* "false" if the run was extended and its step sizes differ from those of an uninterrupted  \
                   run of equal length */                                                                    \
  X(field_hash) /* hash of the final field; NULL if the file does not contain it or the field is not a valid \
                   solution */

#define TC_RUN_RECORD_ENUM(name) TC_RUN_RECORD_##name,
typedef enum tc_run_record_key {
  TC_RUN_RECORD_KEYS(TC_RUN_RECORD_ENUM) TC_RUN_RECORD_COUNT
} tc_run_record_key;

/* One text per member, indexed by tc_run_record_key. Zero-initialise before use. */
typedef struct tc_run_record {
  const char *by_index[TC_RUN_RECORD_COUNT];
  tc_pool pool; /* memory that owns the texts */
} tc_run_record;

/* Collective over `world`. The root reads the file `path`, a snapshot file or a JSON report of `tetracast
 * run` or `tetracast rerun`, and broadcasts the record. The caller calls tc_run_record_free, also after an
 * error. Errors (on all ranks): TC_INPUT if the file is of another kind, or if data that a rerun requires are
 * missing; TC_INTERNAL if memory is exhausted. */
tc_status tc_run_record_read(const tc_world *world, const char *path, tc_run_record *out);
void tc_run_record_free(tc_run_record *record);

#endif
