/* Ways to multiply that do not first exchange and then compute: by reading the values of other ranks one by
 * one while rows are computed, or with entries that are dealt to ranks otherwise than rows are. */
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
  const char *name;     /* as in accesses.def */
  const char *summary;  /* one line, for `tetracast list` */
  bool pointers;        /* all arrays through pointers-to-shared: not every model describes that, nobody is
                           advised to do it */
  bool shared;          /* vectors must lie where other ranks can read them */
  tc_schedule schedule; /* of a multiply */
  /* Collective. For products with M of vectors of an arena, which lies in windows if `shared`. Borrows all of
   * them until close. Errors on all ranks. */
  tc_status (*create)(tc_world *world, const tc_halo *halo, const tc_arena *arena, const tc_ell *M,
                      void **context);
  void (*destroy)(void *context); /* NULL is fine */
  /* Collective. y = M x on the own rows, with the bits of sparse/ell.h; seconds and what really moved are
   * added to the ledger. Returns when x may be overwritten. */
  tc_status (*multiply)(void *context, const tc_vector *x, tc_vector *y, tc_ledger *ledger);
  /* One of both. Pure: as tc_transport's; or added to all[ranks], what the rows of `rank` make any rank move.
   */
  tc_traffic_count *count;
  tc_traffic_count *count_all_ranks;
} tc_access;

TC_REGISTRY(tc_access); /* accesses.def */

#endif
