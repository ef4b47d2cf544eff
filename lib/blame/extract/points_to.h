/* Points-to sets of one function. The set of a pointer contains the memory to which the pointer may point, as
 * nodes (path_nodes.h). translation_unit.c computes the sets after the flow graph, and expression_tree.c and
 * definitions.c use them. The analysis ignores the order of instructions. A local pointer whose address is
 * not taken therefore points to everything that the function stores in it anywhere. Any other pointer may
 * also point to memory unknown to the function. This memory is represented by the dereferenced pointer, for
 * example `self->copy[]` for the pointer `self->copy`. */
#ifndef TC_BLAME_EXTRACT_POINTS_TO_H
#define TC_BLAME_EXTRACT_POINTS_TO_H

#include "blame/extract/path_nodes.h"
#include "blame/flow/flow_graph.h"

/* Result of the analysis for one node, which represents memory. */
typedef struct tb_memory_node {
  tc_int_list targets; /* nodes to which a pointer stored in this memory may point */
  /* other nodes for the same memory, reached through pointers that other functions can access */
  tc_int_list aliases;
  /* for memory that a call has allocated: node of the dereferenced pointer that gives the memory its name,
   * which is the first pointer in which its address is stored; 0 if there is none */
  int named_node;
  bool has_escaped; /* for roots: true if other functions may write to the memory */
} tb_memory_node;

typedef struct tb_points_to {
  const tb_ir *ir;
  const tb_ir_body *body;
  const tb_flow_graph *flow;
  tb_path_nodes *nodes;
  tc_pool *pool;        /* owns all memory of the analysis */
  tc_int_list *targets; /* [instructions] nodes to which the pointer computed by each instruction may point */
  TC_ARRAY(tb_memory_node) node; /* results, with one entry per node of the tree */
  int *alloca_node;              /* [instructions] for an ALLOCA, node of its variable */
  bool *is_tracked; /* [instructions] true for the ALLOCA of a scalar whose address is not taken */
} tb_points_to;

/* Maximum number of nodes to which one pointer may point. Further nodes are ignored. */
enum { TB_POINTS_TO_MAX = 32 };

/* Computes the points-to sets of a function. `pool` owns all memory of the result. All functions of this
 * header that return a status return TC_INTERNAL if memory is exhausted. */
tc_status tb_points_to_build(const tb_ir *ir, const tb_ir_body *body, const tb_flow_graph *flow,
                             tb_path_nodes *nodes, tc_pool *pool, tb_points_to *out);

/* Adds to `out` the nodes to which a pointer may point, without addresses of functions. */
tc_status tb_points_to_add_targets(tb_points_to *memory, tb_ir_value value, tc_int_list *out);
/* Adds to `paths` all other nodes that represent the same memory as a node in the list. */
tc_status tb_points_to_add_aliases(tb_points_to *memory, tc_int_list *paths);
/* Adds to `out` the nodes that a LOAD or a STORE accesses. */
tc_status tb_points_to_add_accessed(tb_points_to *memory, const tb_ir_instruction *access, tc_int_list *out);

/* True if other functions can access the node. */
bool tb_points_to_is_visible(const tb_points_to *memory, int path);

#endif
