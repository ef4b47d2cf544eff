/* Points-to sets of one function: the nodes to which each pointer may point. translation_unit.c builds them
 * after the flow graph, and expression_tree.c and definitions.c use them. The analysis ignores the order of
 * instructions: a private local pointer points to everything that the function stores in it anywhere. Any
 * other pointer may also point to memory of its own, for example the pointer `self->copy` to the node
 * `self->copy[]`. */
#ifndef TC_BLAME_EXTRACT_POINTS_TO_H
#define TC_BLAME_EXTRACT_POINTS_TO_H

#include "blame/extract/path_nodes.h"
#include "blame/flow/flow_graph.h"

/* Result of the analysis for one node. */
typedef struct tb_memory_node {
  tc_int_list points; /* nodes to which the pointer stored in the node may point */
  tc_int_list names;  /* other names of the node, through visible pointers to it */
  int home;  /* for roots of allocated memory: node after which the memory is named; 0 before it has a name */
  bool seen; /* for roots: true if the address escaped, so that other functions may write there */
} tb_memory_node;

typedef struct tb_points_to {
  const tb_ir *ir;
  const tb_ir_body *body;
  const tb_flow_graph *flow;
  tb_path_nodes *nodes;
  tc_pool *pool;                 /* owns all memory */
  tc_int_list *targets;          /* [codes] nodes to which the pointer computed by an instruction may point */
  TC_ARRAY(tb_memory_node) node; /* one entry per node */
  int *alloca_node;              /* [codes] node of the variable */
  bool *tracked; /* [codes] true for allocas of scalars whose address the function does not take */
} tb_points_to;

enum {
  TB_POINTS_TO_MAX = 32
}; /* Maximum number of nodes to which one pointer may point. Further nodes are ignored. */

/* Runs the analysis of a function. The pool owns all memory of the result. All functions below return
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_points_to_build(const tb_ir *ir, const tb_ir_body *body, const tb_flow_graph *flow,
                             tb_path_nodes *nodes, tc_pool *pool, tb_points_to *out);

/* Adds to `out` the nodes to which a pointer may point, except functions. */
tc_status tb_points_to_targets(tb_points_to *memory, tb_ir_value value, tc_int_list *out);
/* Adds to `places` all other names of the nodes that the list contains. */
tc_status tb_points_to_add_aliases(tb_points_to *memory, tc_int_list *places);
/* Adds to `out` the nodes that a LOAD or a STORE accesses. */
tc_status tb_points_to_accessed(tb_points_to *memory, const tb_ir_instruction *access, tc_int_list *out);

/* True if other functions can access the node. */
bool tb_points_to_is_visible(const tb_points_to *memory, int place);

#endif
