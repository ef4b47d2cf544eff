/* Dependence graph of one function: its nodes, and for each node the set of nodes on which it depends,
 * directly or indirectly. closure.c builds it in each round, after the aliases and the call effects of the
 * function were found. The summary and the blame sets are computed from it. The sets are stored once per
 * strongly connected component. */
#ifndef TC_BLAME_CLOSURE_DEPENDENCE_GRAPH_H
#define TC_BLAME_CLOSURE_DEPENDENCE_GRAPH_H

#include "blame/closure/closure_data.h"

/* The nodes are numbered in this order: definitions, pending effects of calls (tb_pending_effect), arguments
 * of calls, sources, access paths as read, access paths as written, initial values of parameters. A source
 * node stands for the inputs that several effects of one call share. */
typedef struct tb_dependence_graph {
  int pending_effects, arguments, sources, read, written,
      entry_parameters; /* Number of the first node of each kind. */
  int nodes;
  int places;
  int *part; /* [nodes] strongly connected component of the node */
  int parts, words;
  uint64_t
      *reach;   /* [parts * words] bit set of the nodes that a component reaches, including its own nodes */
  bool *cyclic; /* [parts] true if the component has more than one node */
  bool *is_written; /* [places] true if a definition or a call writes the access path */
} tb_dependence_graph;

/* Builds the graph in the scratch pool. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_dependence_graph_build(tb_function_closure *c, tb_dependence_graph *out);

/* Returns the bit set of the nodes that a node reaches, including the node itself. */
const uint64_t *tb_dependence_graph_reachable(const tb_dependence_graph *s, int node);

#endif
