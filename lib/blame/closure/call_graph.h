/* Call graph: the possible callees of every call, and the functions in bottom-up order. closure.c builds it
 * once per closure, and the modules that translate call effects read it. Functions that call each other form
 * one group (a strongly connected component). The graph does not contain functions without facts (external
 * functions). */
#ifndef TC_BLAME_CLOSURE_CALL_GRAPH_H
#define TC_BLAME_CLOSURE_CALL_GRAPH_H

#include "blame/facts/facts.h"

typedef struct tb_call_graph {
  const tb_facts *facts; /* Borrowed. */
  int *first;  /* [functions + 1] index of the function's first definition among the definitions of all
                  functions */
  int *begin;  /* [definitions of all functions + 1] start of each definition's callees in `callee` */
  int *callee; /* Numbers of the callees, ascending and distinct for each call. */
  int *order;  /* [functions] functions with callees before callers, in any order within a group */
  int groups;  /* Number of groups. A group is a set of functions that call each other, or a single function.
                */
  int *group;  /* [groups + 1] start of each group in `order` */
} tb_call_graph;

/* Builds the call graph. `files` contains the files whose functions may be called; NULL stands for all. The
 * pool owns the arrays. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_call_graph_build(const tb_facts *facts, const tc_bit_set *files, tc_pool *pool,
                              tb_call_graph *out);

/* Returns the functions that a call may reach. The list is empty for an external or an unknown callee. */
tb_index_list tb_call_graph_callees(const tb_call_graph *calls, int function, int definition);

/* True if the functions of the group may call themselves, directly or through each other. */
bool tb_call_graph_is_recursive(const tb_call_graph *calls, int group);

#endif
