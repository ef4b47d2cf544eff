/* Strongly connected components of a directed graph. Used for groups of mutually recursive functions
 * (closure/call_graph.c) and for dependence graphs (closure/dependence_graph.c). Source: Tarjan,
 * Depth-first search and linear graph algorithms, 1972. */
#ifndef TC_BLAME_FLOW_SCC_H
#define TC_BLAME_FLOW_SCC_H

#include "base/core/pool.h"

/* Finds the components of a graph in which node n has edges to to[begin[n]] .. to[begin[n + 1] - 1]. *parts
 * receives the number of components. *order receives the nodes, component by component, each component after
 * all components that it reaches. *first receives the start of each component in *order and, as a last entry,
 * the number of nodes. The pool owns them. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_scc_find(int nodes, const int *begin, const int *to, tc_pool *pool, int *parts, int **first,
                      int **order);

#endif
