/* Memory requirements of a run, from its config and the counts of its mesh, and their check against the
 * memory of a node. A session calls it before it reads the mesh (session_memory.c), and dry runs call it
 * for each case. The model is model/setup/memory_footprint.h. */
#ifndef TC_RUN_PLAN_MEMORY_REQUIREMENTS_H
#define TC_RUN_PLAN_MEMORY_REQUIREMENTS_H

#include "model/setup/memory_footprint.h"
#include "run/plan/run_options.h"

/* Counts of a mesh, from the headers of its files. */
typedef struct tc_mesh_counts {
  int64_t nodes, cells, faces;
} tc_mesh_counts;

/* Pure. Describes a run on `ranks` ranks with blocks of block_size rows for the footprint model. `choice`
 * contains the options of the run; NULL for a dry run. */
void tc_memory_requirements_input(const tc_config *config, const tc_run_options *choice,
                                  const tc_mesh_counts *mesh, int ranks, int32_t block_size,
                                  tc_footprint_run *out);

/* Pure. Returns the method of the config. For `auto`, returns the one that is selected for most matrices of
 * the scheme, because the matrix is not known yet. */
const tc_method *tc_memory_requirements_method(const tc_config *config);

/* Pure. Fills in the forecast memory of a result. Does nothing if run->cells is 0. */
void tc_memory_requirements_fill(const tc_footprint_run *run, tc_result *result);

/* Memory of a node that the ranks of the run share. */
typedef struct tc_node_memory {
  int ranks; /* number of ranks of the run on the node */
  bool root; /* true if the root is one of them */
  double installed_B, unused_B;
} tc_node_memory;

/* Pure. Checks that the minimum footprint fits into the installed memory of the node, and that the footprint
 * of one process fits into allowed_B, the limit of this process. `node` is the name of the node in messages.
 * Errors: TC_INTERNAL with the requirement, the limit and remedies. */
tc_status tc_memory_requirements_check(const tc_config *config, const tc_footprint_run *run,
                                       const tc_node_memory *place, double allowed_B, const char *node);

/* Not collective. Checks that this process has enough memory to partition the mesh for a dry run. Errors are
 * those of tc_memory_requirements_check. */
tc_status tc_memory_requirements_check_serial(const tc_config *config, const tc_footprint_run *run);

#endif
