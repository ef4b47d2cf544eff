/* Access: a matrix-vector product that reads remote values while it computes rows, so no exchange is needed
 * before the product. The product bcs, which distributes matrix entries over a grid of ranks instead of by
 * rows, is an access too. Each implementation is a plug-in of accesses.def. The operator
 * (linear/operator/operator.c) creates the access of the chosen strategy during setup and calls multiply for
 * each product. Dry runs call only the count functions. */
#ifndef TC_COMM_ACCESS_ACCESS_H
#define TC_COMM_ACCESS_ACCESS_H

#include <stdbool.h>

#include "base/text/registry.h"
#include "comm/layout/halo.h"
#include "comm/memory/arena.h"
#include "count/pattern.h"
#include "count/traffic.h"
#include "sparse/ell.h"

typedef struct tc_access {
  const char *name;    /* name in accesses.def */
  const char *summary; /* one-line description for `tetracast list` */
  /* True if products access all arrays through pointers-to-shared (comm/access/shared_pointer.h). Only some
   * models can forecast such an access, and the program never recommends one. */
  bool pointers;
  /* true if other ranks read this rank's vectors directly, so the vectors must be stored in MPI windows */
  bool shared;
  tc_schedule schedule; /* stages of a product in the order of execution (transfers, computation, barriers) */
  /* Collective. Creates the data (*context) that multiply needs for products of the matrix M with vectors of
   * `arena`. The arena is stored in MPI windows if `shared` is true. All arguments are borrowed until
   * destroy. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails, and those of the
   * implementation. */
  tc_status (*create)(tc_world *world, const tc_halo *halo, const tc_arena *arena, const tc_ell *M,
                      void **context);
  void (*destroy)(void *context); /* accepts NULL */
  /* Collective. Computes y = M x for the owned rows, with the same bits as tc_ell_multiply (sparse/ell.h),
   * and adds the time and the counted traffic to the ledger. x may be overwritten after the return. */
  tc_status (*multiply)(void *context, const tc_vector *x, tc_vector *y, tc_ledger *ledger);
  /* Pure functions that count the traffic of a product. Exactly one of the two members is not NULL. `count`
   * sets *out to the traffic of `rank` in one product. `count_all_ranks` is used if the rows of a rank also
   * cause traffic on other ranks. It adds to the array `out`, which has one entry per rank, the traffic that
   * the rows of `rank` cause. */
  tc_traffic_count *count;
  tc_traffic_count *count_all_ranks;
} tc_access;

TC_REGISTRY(tc_access); /* its entries are listed in accesses.def */

#endif
