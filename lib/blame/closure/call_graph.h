/* Call graph: the possible callees of every call, and the functions in bottom-up order. Built by closure.c
 * once per closure, read by the modules that translate call effects. Functions that call each other form
 * one group (a strongly connected component). Callees that are not among the facts (external functions) are
 * not in the graph. */
#ifndef TC_BLAME_CLOSURE_CALL_GRAPH_H
#define TC_BLAME_CLOSURE_CALL_GRAPH_H

#include "blame/facts/facts.h"

typedef struct tb_call_graph {
  const tb_facts *facts; /* Borrowed. */
  int *first;  /* [functions + 1] number of the function's first definition, counted over all functions */
  int *begin;  /* [definitions of all functions + 1] start of a definition's callees in `callee` */
  int *callee; /* Numbers of functions, ascending and distinct for each call. */
  int *order;  /* [functions] callees before callers, except within a group */
  int groups;  /* Number of groups: functions that call each other, or a single function. */
  int *group;  /* [groups + 1] start of each group in `order` */
} tb_call_graph;

/* files: numbers of the files whose functions may be called; NULL: all. The caller frees the graph with
 * tb_call_graph_free. Errors: TC_INTERNAL out of memory. */
tc_status tb_call_graph_init(const tb_facts *facts, const tc_bit_set *files, tb_call_graph *out);
void tb_call_graph_free(tb_call_graph *calls);

/* Returns the functions that a call may reach. The list is empty for an external or an unknown callee. */
tb_index_list tb_call_graph_callees(const tb_call_graph *calls, int function, int definition);

/* True if the functions of the group may call themselves, directly or through each other. */
bool tb_call_graph_is_recursive(const tb_call_graph *calls, int group);

#endif
