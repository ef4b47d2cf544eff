/* What a run of a config takes of memory, and whether a place has it. */
#ifndef TC_RUN_PLAN_MEMORY_REQUIREMENTS_H
#define TC_RUN_PLAN_MEMORY_REQUIREMENTS_H

#include "model/setup/memory_footprint.h"
#include "run/plan/run_options.h"

/* Counts of a mesh. */
typedef struct tc_mesh_counts {
  int64_t nodes, cells, faces;
} tc_mesh_counts;

/* Pure. On so many ranks, with blocks of block_size; choice NULL: that of an imagined run. */
void tc_memory_requirements_input(const tc_config *config, const tc_run_options *choice,
                                  const tc_mesh_counts *mesh, int ranks, int32_t block_size,
                                  tc_footprint_run *out);

/* Pure. The method that solves systems; `auto` as it is where nothing is known of the matrix. */
const tc_method *tc_memory_requirements_method(const tc_config *config);

/* What is expected of a result; nothing where the run is not described. */
void tc_memory_requirements_fill(const tc_footprint_run *run, tc_result *result);

/* What the processes of a node can have. */
typedef struct tc_node_memory {
  int ranks; /* that share it */
  bool root; /* the root is one of them */
  double installed_B, unused_B;
} tc_node_memory;

/* Pure. Errors, TC_INTERNAL: not even the least that the run takes there can ever be had; allowed_B: what
 * this process alone may take. mesh, node: names, for messages. */
tc_status tc_memory_requirements_check(const tc_config *config, const tc_footprint_run *run,
                                       const tc_node_memory *place, double allowed_B, const char *node);

/* The same of one process that only splits the mesh, for imagined runs: here. */
tc_status tc_memory_requirements_check_serial(const tc_config *config, const tc_footprint_run *run);

#endif
