/* What a run has left of itself, in a report or a snapshot file: all that it takes to make it again. */
#ifndef TC_IO_RERUN_RUN_RECORD_H
#define TC_IO_RERUN_RUN_RECORD_H

#include "base/core/pool.h"
#include "comm/world/world.h"

/* Texts, so that whoever compares them can show them; NULL: not known. */
#define TC_RUN_RECORD_FACTS(X)                                                                               \
  X(version)                                                                                                 \
  X(commit)                                                                                                  \
  X(directory)   /* paths are relative to it */                                                              \
  X(config_file) /* its name, */                                                                             \
  X(config)      /* and what was in it */                                                                    \
  X(overrides)   /* a line each; of a snapshot file those alone that decide what is computed */              \
  X(machine)     /* this and the next: given on the command line */                                          \
  X(model)                                                                                                   \
  X(mesh_file)                                                                                               \
  X(mesh_hash)                                                                                               \
  X(initial_hash) /* of the initial field, */                                                                \
  X(matrix_hash)  /* and of the matrix's entries */                                                          \
  X(ranks)                                                                                                   \
  X(threads)                                                                                                 \
  X(nodes)                                                                                                   \
  X(bitwise)    /* "false": bits depend on the number of ranks */                                            \
  X(in_one_go)  /* "false": the run was extended, and a run in one go has other steps */                     \
  X(field_hash) /* of the field at the end; NULL: not known, or no solution */

#define TC_RUN_RECORD_ENUM(name) TC_RUN_RECORD_##name,
typedef enum tc_run_record_key {
  TC_RUN_RECORD_FACTS(TC_RUN_RECORD_ENUM) TC_RUN_RECORD_COUNT
} tc_run_record_key;

/* Zeroed before use. */
typedef struct tc_run_record {
  const char *by_index[TC_RUN_RECORD_COUNT];
  tc_pool pool; /* in which the texts live */
} tc_run_record;

/* Collective: the root reads, all learn. The file is a JSON report of `tetracast run` or `rerun`, or a
 * snapshot file. Released by tc_run_record_free, also after an error. Errors on all ranks: TC_INPUT, naming
 * the file: neither of them, or not all that a run needs is in it. */
tc_status tc_run_record_read(const tc_world *world, const char *path, tc_run_record *out);
void tc_run_record_free(tc_run_record *record);

#endif
