/* Call graph of the analysed program: the possible callees of every call, and an order of the functions in
 * which callees precede callers. closure.c builds it once, and the phases of the closure that apply summaries
 * of callees read it. Functions that call each other directly or indirectly form one group (a strongly
 * connected component). Functions whose source was not analysed are not in the graph. */
#ifndef TC_BLAME_CLOSURE_CALL_GRAPH_H
#define TC_BLAME_CLOSURE_CALL_GRAPH_H

#include "blame/facts/facts.h"

typedef struct tb_call_graph {
  const tb_facts *facts; /* Facts of the program; borrowed. */
  /* [functions + 1] number of the first definition of each function; the definitions of all functions are
   * numbered consecutively */
  int *first_definition;
  /* [definitions of all functions + 1] start of the callees of each definition in `callee` */
  int *callee_begin;
  int *callee; /* Indices of the callees of all calls; ascending and distinct within each call. */
  int *order;  /* [functions] indices of the functions; callees precede callers, except within a group */
  /* Number of groups. A group is a set of functions that call each other, or a single function. */
  int groups;
  int *group_begin; /* [groups + 1] start of each group in `order` */
} tb_call_graph;

/* Builds the call graph. Only functions that are defined in the source files with indices in `files` can be
 * callees. If `files` is NULL, all functions can be. `pool` owns the arrays. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_call_graph_build(const tb_facts *facts, const tc_bit_set *files, tc_pool *pool,
                              tb_call_graph *out);

/* Returns the indices of the functions that a call may reach. The list is empty if the callee is unknown or
 * was not analysed. */
tb_index_list tb_call_graph_callees(const tb_call_graph *calls, int function, int definition);

/* Returns true if a function of the group may call itself, directly or through other functions of the
 * group. */
bool tb_call_graph_is_recursive(const tb_call_graph *calls, int group);

#endif
