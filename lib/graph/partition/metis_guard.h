/* Guard of the calls of METIS for programs (graph/partition/partition.h): SIGTERM has the usual effect, and
 * what METIS prints is discarded (sigterm_guard.h, stdout_guard.h). The library does not use this file. */
#ifndef TC_GRAPH_METIS_GUARD_H
#define TC_GRAPH_METIS_GUARD_H

/* Not collective. Guards all later calls of METIS in this process. */
void tc_metis_guard_install(void);

#endif
