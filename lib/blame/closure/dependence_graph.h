/* Dependence graph of one function, and for each node the set of nodes on which it depends directly or
 * indirectly. closure.c builds it each time it processes the function, after the pointer aliases and the call
 * effects. The summary and the blame sets are computed from this graph. Nodes of one strongly connected
 * component depend on the same nodes, so one set is stored per component. */
#ifndef TC_BLAME_CLOSURE_DEPENDENCE_GRAPH_H
#define TC_BLAME_CLOSURE_DEPENDENCE_GRAPH_H

#include "blame/closure/closure_data.h"

/* Nodes are numbered in this order: definitions, call effects (tb_pending_effect), arguments of calls,
 * sources, reads of access paths, writes of access paths, initial values of parameters. A source node
 * represents the inputs that several effects of one call share. */
typedef struct tb_dependence_graph {
  /* Number of the first node of each kind; definitions start at 0. */
  int pending_effects, arguments, sources, read, written, entry_parameters;
  int nodes;
  int places;
  int *part; /* [nodes] index of the strongly connected component of each node */
  int parts, words;
  /* [parts * words] for each component, bit set of the nodes on which it depends, including its own nodes */
  uint64_t *reach;
  bool *cyclic;     /* [parts] true if the component has more than one node */
  bool *is_written; /* [access paths] true if a definition or a call writes the access path */
} tb_dependence_graph;

/* Builds the dependence graph of the function. The scratch pool of `c` owns the graph. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tb_dependence_graph_build(tb_function_closure *c, tb_dependence_graph *out);

/* Returns the bit set of the nodes on which a node depends, including the node itself. */
const uint64_t *tb_dependence_graph_reachable(const tb_dependence_graph *s, int node);

#endif
