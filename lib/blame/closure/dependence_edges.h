/* The edges of one function's dependences. */
#ifndef TC_BLAME_CLOSURE_DEPENDENCE_EDGES_H
#define TC_BLAME_CLOSURE_DEPENDENCE_EDGES_H

#include "blame/closure/dependence_graph.h"

typedef struct tb_dependence_edges {
  int *begin, *to; /* node n depends on to[begin[n]] .. to[begin[n + 1] - 1] */
} tb_dependence_edges;

/* Fills in the numbers of nodes of the slicing, too. Errors: TC_INTERNAL out of memory. */
tc_status tb_dependence_edges_create(tb_function_closure *c, tb_dependence_graph *s,
                                     tb_dependence_edges *out);
void tb_dependence_edges_free(tb_dependence_edges *edges);

#endif
