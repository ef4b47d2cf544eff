/* Where the pointers of one function lead, without regard to order: in a local pointer lies whatever is
 * stored into it anywhere; behind any other pointer lies also a place of its own, `self->copy[]`. */
#ifndef TC_BLAME_EXTRACT_POINTS_TO_H
#define TC_BLAME_EXTRACT_POINTS_TO_H

#include "blame/extract/path_nodes.h"
#include "blame/flow/flow_graph.h"

typedef struct tc_memory {
  const tc_ir *ir;
  const tc_body *body;
  const tc_flow *flow;
  tc_nodes *nodes;
  tc_ints *leads;  /* [codes] of what gives a pointer: the places that it leads to */
  tc_ints *points; /* [room] of nodes that keep pointers: where these lead */
  tc_ints *names;  /* [room] other names of what is there: a pointer to it is kept elsewhere too */
  int *home;  /* [room] of new memory: how it is called, after the first place that keeps it; 0: not yet */
  bool *seen; /* [room] of roots: others may write there, as its address was given away */
  int room;
  int *alloca_node; /* [codes] */
  bool *tracked;    /* [codes] allocas of scalars whose address is not taken */
} tc_memory;

enum { TC_MEMORY_MOST = 32 }; /* places that one pointer may lead to; more are not followed */

/* Errors, of all: TC_INTERNAL out of memory. */
tc_status tc_memory_make(const tc_ir *ir, const tc_body *body, const tc_flow *flow, tc_nodes *nodes,
                         tc_pool *pool, tc_memory *out);
void tc_memory_clear(tc_memory *memory);

/* The places that a pointer leads to, without functions. */
tc_status tc_memory_leads(tc_memory *memory, tc_value value, tc_ints *out);
/* And all other names that these have. */
tc_status tc_memory_expand(tc_memory *memory, tc_ints *places);
/* The places that a LOAD or a STORE is of. */
tc_status tc_memory_accessed(tc_memory *memory, const tc_instruction *access, tc_ints *out);

/* Whether others than the function can look there. */
bool tc_memory_is_visible(const tc_memory *memory, int place);

#endif
