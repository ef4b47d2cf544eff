/* Dependence graph of one function: its nodes, and for each node the set of nodes on which it depends,
 * directly or indirectly. function_summary.c creates it in each round, and frees it after the summary and the
 * blame sets are computed. The sets are stored once per strongly connected component. */
#ifndef TC_BLAME_CLOSURE_DEPENDENCE_GRAPH_H
#define TC_BLAME_CLOSURE_DEPENDENCE_GRAPH_H

#include "blame/closure/closure_internal.h"

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

/* Creates the graph. The caller frees it with tb_dependence_graph_free. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_dependence_graph_create(tb_function_closure *c, tb_dependence_graph *out);
void tb_dependence_graph_free(tb_dependence_graph *s);

/* Returns the bit set of the nodes that a node reaches, including the node itself. */
const uint64_t *tb_dependence_graph_reachable(const tb_dependence_graph *s, int node);

/* Defined in blame_sets.c. Fills in the access paths, effects and blame sets of the function. */
tc_status tb_function_closure_compute_blame(tb_function_closure *c, const tb_dependence_graph *s,
                                            tb_function *function);

#endif
