/* Cost of accesses from other nodes to the memory of ranks that compute. Messages progress only while a rank
 * is inside MPI, so a computing rank calls tc_shared_array_progress from time to time. A rank of another node
 * that accesses its memory waits until this call. Serving the access delays the computation. timed_run.c
 * measures both costs after it has timed a program, and adds them to the forecast. */
#ifndef TC_FINEGRAIN_REMOTE_SERVICE_H
#define TC_FINEGRAIN_REMOTE_SERVICE_H

#include "pgas/shared_access.h"

typedef struct fg_remote_service {
  /* seconds of one operation on elements whose owner computes; maximum over the accessing ranks */
  double operation_s;
  double service_s; /* seconds of computing that the owner loses by serving one operation */
} fg_remote_service;

/* Collective; requires several nodes. The ranks of every second node access while all other ranks compute.
 * Each operation gets `length` consecutive elements of a computing rank (1: a single element) through
 * `layer`. Then the roles are exchanged. Takes about `seconds` in total. All ranks receive the same result.
 * Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status fg_remote_service_measure(const tc_world *world, const tc_access_layer *layer, int length,
                                    double seconds, fg_remote_service *out);

/* Pure. Returns the seconds by which remote accesses prolong the run of a rank beyond its computation and its
 * accesses to idle ranks. They consist of waiting for ranks that compute and of serving other ranks while
 * this one computes. The rank computes for computing_s seconds and performs `operations` operations, each of
 * which takes operation_s seconds if no rank computes. All ranks do the same work, but at different times. */
double fg_remote_service_seconds(const fg_remote_service *service, double operations, double operation_s,
                                 double computing_s);

#endif
