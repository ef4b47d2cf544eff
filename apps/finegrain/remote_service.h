/* Between nodes: accesses to the memory of ranks that compute, and what serving them takes from computing.
 * Messages move only while a rank is in MPI, so whoever computes looks up from time to time
 * (tc_shared_array_progress): until then the other one waits, and what is done then is not computed. */
#ifndef TC_FINEGRAIN_REMOTE_SERVICE_H
#define TC_FINEGRAIN_REMOTE_SERVICE_H

#include "pgas/shared_access.h"

typedef struct fg_remote_service {
  double operation_s; /* an operation on elements of ranks that compute, of the slowest rank */
  double served_s;    /* what one takes from those that serve it */
} fg_remote_service;

/* Collective, on several nodes: ranks of every other node get `length` consecutive elements of the others at
 * once (1: an element by itself), through a layer, while these compute; then the other way round. In about so
 * many seconds. Errors on all ranks. */
tc_status fg_remote_service_measure(const tc_world *world, const tc_access_layer *layer, int length,
                                    double seconds, fg_remote_service *out);

/* What waiting and serving add to a rank's time, which computes for so long and makes so many operations of
 * operation_s among ranks that do nothing else. Ranks all do the same, not at the same time: while one
 * computes, another's operations are served. Pure. */
double fg_remote_service_seconds(const fg_remote_service *serving, double operations, double operation_s,
                                 double computing_s);

#endif
