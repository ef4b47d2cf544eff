/* Strongly connected components of a directed graph, which are maximal sets of nodes that all reach each
 * other. They are used to find nested loops (cycles.c), mutually recursive functions (closure/call_graph.c)
 * and cyclic dependences (closure/dependence_graph.c). Source: Tarjan, Depth-first search and linear graph
 * algorithms, 1972. */
#ifndef TC_BLAME_FLOW_SCC_H
#define TC_BLAME_FLOW_SCC_H

#include "base/core/pool.h"

/* Finds the components of a graph in which node n has edges to to[begin[n]] .. to[begin[n + 1] - 1].
 * *components receives the number of components. *order receives the nodes grouped by component, and each
 * component follows all components that it reaches. Component c consists of the nodes (*order)[(*first)[c]]
 * to (*order)[(*first)[c + 1] - 1]. The last node of a component is the one that the depth-first search
 * visited first. The search starts from the nodes in ascending order. `pool` owns both arrays. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_scc_find(int nodes, const int *begin, const int *to, tc_pool *pool, int *components, int **first,
                      int **order);

#endif
