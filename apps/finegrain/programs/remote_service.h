/* Accesses between nodes to the memory of ranks that compute. Messages progress only while a rank is inside
 * MPI, so a computing rank calls tc_shared_array_progress from time to time. Until then its peer waits, and
 * serving the peer delays the computation. timed_run.c measures both costs after it has timed a program, and
 * adds them to the forecast. */
#ifndef TC_FINEGRAIN_REMOTE_SERVICE_H
#define TC_FINEGRAIN_REMOTE_SERVICE_H

#include "pgas/shared_access.h"

typedef struct fg_remote_service {
  double operation_s; /* seconds of an operation on elements of computing ranks, maximum over the ranks */
  double served_s;    /* computing time that a rank loses by serving one operation */
} fg_remote_service;

/* Collective; requires several nodes. The ranks of every second node get `length` consecutive elements of the
 * others per operation (1 stands for a single element) through a layer, while the others compute. Then the
 * roles are exchanged. Takes about `seconds` in total. All ranks receive the same result. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status fg_remote_service_measure(const tc_world *world, const tc_access_layer *layer, int length,
                                    double seconds, fg_remote_service *out);

/* Pure. Returns the seconds that waiting and serving add to the time of a rank that computes for computing_s
 * and makes this number of operations. operation_s is the time of an operation if the other ranks are idle.
 * All ranks do the same work at different times, so a computing rank serves the operations of another one. */
double fg_remote_service_seconds(const fg_remote_service *serving, double operations, double operation_s,
                                 double computing_s);

#endif
