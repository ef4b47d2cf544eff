/* Where the pointers of one function lead, without regard to order: in a local pointer lies whatever is
 * stored into it anywhere; behind any other pointer lies also a place of its own, `self->copy[]`. */
#ifndef TC_BLAME_EXTRACT_POINTS_TO_H
#define TC_BLAME_EXTRACT_POINTS_TO_H

#include "blame/extract/path_nodes.h"
#include "blame/flow/flow_graph.h"

typedef struct tb_points_to {
  const tb_ir *ir;
  const tb_ir_body *body;
  const tb_flow_graph *flow;
  tb_path_nodes *nodes;
  tc_int_list *targets; /* [codes] of what gives a pointer: the places that it leads to */
  tc_int_list *points;  /* [room] of nodes that keep pointers: where these lead */
  tc_int_list *names;   /* [room] other names of what is there: a pointer to it is kept elsewhere too */
  int *home;  /* [room] of new memory: how it is called, after the first place that keeps it; 0: not yet */
  bool *seen; /* [room] of roots: others may write there, as its address was given away */
  int capacity;
  int *alloca_node; /* [codes] */
  bool *tracked;    /* [codes] allocas of scalars whose address is not taken */
} tb_points_to;

enum { TB_POINTS_TO_MAX = 32 }; /* places that one pointer may lead to; more are not followed */

/* Errors, of all: TC_INTERNAL out of memory. */
tc_status tb_points_to_build(const tb_ir *ir, const tb_ir_body *body, const tb_flow_graph *flow,
                             tb_path_nodes *nodes, tc_pool *pool, tb_points_to *out);
void tb_points_to_free(tb_points_to *memory);

/* The places that a pointer leads to, without functions. */
tc_status tb_points_to_targets(tb_points_to *memory, tb_ir_value value, tc_int_list *out);
/* And all other names that these have. */
tc_status tb_points_to_add_aliases(tb_points_to *memory, tc_int_list *places);
/* The places that a LOAD or a STORE is of. */
tc_status tb_points_to_accessed(tb_points_to *memory, const tb_ir_instruction *access, tc_int_list *out);

/* Whether others than the function can look there. */
bool tb_points_to_is_visible(const tb_points_to *memory, int place);

#endif
