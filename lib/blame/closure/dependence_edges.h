/* Edges of the dependence graph of one function. dependence_graph.c creates and frees them, because it needs
 * them only to compute reachability. The aliases and the call effects of the function must be complete
 * before. */
#ifndef TC_BLAME_CLOSURE_DEPENDENCE_EDGES_H
#define TC_BLAME_CLOSURE_DEPENDENCE_EDGES_H

#include "blame/closure/dependence_graph.h"

typedef struct tb_dependence_edges {
  int *begin, *to; /* Node n depends on to[begin[n]] .. to[begin[n + 1] - 1]. */
} tb_dependence_edges;

/* Creates the edges and fills in the node numbers of `s`. The caller frees the edges with
 * tb_dependence_edges_free. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_dependence_edges_create(tb_function_closure *c, tb_dependence_graph *s,
                                     tb_dependence_edges *out);
void tb_dependence_edges_free(tb_dependence_edges *edges);

#endif
