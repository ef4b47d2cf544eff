/* Computes the memory requirements of a run from its config and the counts of its mesh, and compares them
 * with the memory of a node. A session calls the functions before it reads the mesh (run/session/plan.c), and
 * dry runs call them for each case. The model is in model/setup/memory_footprint.h. */
#ifndef TC_RUN_PLAN_MEMORY_REQUIREMENTS_H
#define TC_RUN_PLAN_MEMORY_REQUIREMENTS_H

#include "model/setup/memory_footprint.h"
#include "run/plan/run_options.h"

/* Numbers of vertices, cells and boundary faces of a mesh, from the headers of its files. */
typedef struct tc_mesh_counts {
  int64_t nodes, cells, faces;
} tc_mesh_counts;

/* Pure. Fills in the input of the footprint model for a run on `ranks` ranks with blocks of block_size rows.
 * `choice` contains the options of the run; NULL for a dry run. */
void tc_memory_requirements_input(const tc_config *config, const tc_run_options *choice,
                                  const tc_mesh_counts *mesh, int ranks, int32_t block_size,
                                  tc_footprint_run *out);

/* Pure. Returns the solver method of the config. For `auto`, returns the method that would be selected for
 * most matrices of the scheme, because the matrix is not assembled yet. */
const tc_method *tc_memory_requirements_method(const tc_config *config);

/* Pure. Sets the forecast memory in bytes of a rank and of the root in a result. Does nothing if run->cells
 * is 0, which means that `run` was not filled in. */
void tc_memory_requirements_fill(const tc_footprint_run *run, tc_result *result);

/* Memory of a node, and the ranks of the run that share it. */
typedef struct tc_node_memory {
  int ranks;                    /* number of ranks of the run on the node */
  bool root;                    /* true if the root is one of these ranks */
  double installed_B, unused_B; /* installed memory and free memory of the node in bytes */
} tc_node_memory;

/* Pure. Checks that the least memory that all ranks on a node need fits into the node's installed memory.
 * Also checks that the memory of one rank fits into allowed_B, the limit of this process in bytes. `node` is
 * the name of the node for messages. Errors: TC_INTERNAL with the requirement, the limit and remedies. */
tc_status tc_memory_requirements_check(const tc_config *config, const tc_footprint_run *run,
                                       const tc_node_memory *place, double allowed_B, const char *node);

/* Not collective. Checks that this process has enough memory to partition the mesh for a dry run. Errors:
 * those of tc_memory_requirements_check. */
tc_status tc_memory_requirements_check_serial(const tc_config *config, const tc_footprint_run *run);

#endif
