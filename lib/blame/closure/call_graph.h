/* The call graph: whom each call may reach, and functions from the bottom up. */
#ifndef TC_BLAME_CLOSURE_CALL_GRAPH_H
#define TC_BLAME_CLOSURE_CALL_GRAPH_H

#include "blame/facts/facts.h"

typedef struct tb_call_graph {
  const tb_facts *facts; /* borrowed */
  int *first;            /* [functions + 1] number of a function's first definition among those of all */
  int *begin;            /* [definitions of all + 1] where the callees of a definition begin */
  int *callee;           /* functions, each once for a call, ascending */
  int *order;            /* [functions] callees before callers, but those that call each other */
  int groups;            /* of functions that call each other, or of one */
  int *group;            /* [groups + 1] where they begin in `order` */
} tb_call_graph;

/* files: numbers of those whose functions may be called; NULL: all. Errors: TC_INTERNAL out of memory. */
tc_status tb_call_graph_init(const tb_facts *facts, const tc_bit_set *files, tb_call_graph *out);
void tb_call_graph_free(tb_call_graph *calls);

/* The functions that a call may reach; none: an external, or nobody knows. */
tb_index_list tb_call_graph_callees(const tb_call_graph *calls, int function, int definition);

/* Whether a function may reach itself. */
bool tb_call_graph_is_recursive(const tb_call_graph *calls, int group);

#endif
