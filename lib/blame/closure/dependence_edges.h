/* The edges of one function's dependences. */
#ifndef TC_BLAME_CLOSURE_DEPENDENCE_EDGES_H
#define TC_BLAME_CLOSURE_DEPENDENCE_EDGES_H

#include "blame/closure/dependence_graph.h"

typedef struct tc_edges {
  int *begin, *to; /* node n depends on to[begin[n]] .. to[begin[n + 1] - 1] */
} tc_edges;

/* Fills in the numbers of nodes of the slicing, too. Errors: TC_INTERNAL out of memory. */
tc_status tc_edges_create(tc_closing *c, tc_slicing *s, tc_edges *out);
void tc_edges_clear(tc_edges *edges);

#endif
