/* Parts of a directed graph whose nodes all reach each other (Tarjan 1972). Pure. */
#ifndef TC_BLAME_FLOW_SCC_H
#define TC_BLAME_FLOW_SCC_H

#include "base/core/status.h"

/* Node n leads to to[begin[n]] .. to[begin[n + 1] - 1]. order[nodes]: the nodes part by part, a part behind
 * all that it leads to; first[*parts + 1]: where parts begin in `order`. Whoever calls frees both (tc_free).
 * Errors: TC_INTERNAL out of memory. */
tc_status tb_scc_find(int nodes, const int *begin, const int *to, int *parts, int **first, int **order);

#endif
