/* The one interface that matters: a communication strategy. All compute the same y = M x. */
#ifndef TC_COMM_STRATEGY_H
#define TC_COMM_STRATEGY_H

#include <stdbool.h>

#include "base/ledger.h"
#include "base/registry.h"
#include "comm/halo.h"
#include "comm/pattern.h"
#include "comm/schedule.h"
#include "comm/vector.h"
#include "comm/world.h"
#include "sparse/ell.h"

typedef struct tc_strategy {
  const char *name;     /* as written in a config */
  const char *summary;  /* one line, for `tetracast list` */
  bool valid;           /* false: the result is not y = M x (the `none` strategy), reports say so */
  bool modelled;        /* the model forecasts it (the paper has no model of the naive version) */
  tc_schedule schedule; /* of a multiply */
  /* Collective. Borrows halo, M and world until teardown. Errors agree on all ranks. */
  tc_status (*setup)(const tc_halo *halo, const tc_ell *M, tc_world *world, void **ctx);
  void (*teardown)(void *ctx); /* collective */
  /* Collective. Memory where peers can reach it when the strategy needs that; windows belong to the vector:
   * two vectors are swapped each step. Zeroed. */
  tc_status (*vector_create)(void *ctx, tc_vector *v);
  void (*vector_destroy)(void *ctx, tc_vector *v); /* collective */
  /* Collective. y = M x on the owned entries; the seconds of each phase and what really moved are added to
   * the ledger. Returns when x may be overwritten by this rank. */
  tc_status (*multiply)(void *ctx, tc_vector *x, tc_vector *y, tc_ledger *ledger);
  /* Pure: what one multiply moves for `rank`, whose rows `pattern` describes, in any distribution, imagined
   * ones too. node_of_rank[distribution->ranks]. Errors: TC_INTERNAL out of memory. */
  tc_status (*count)(const tc_pattern *pattern, const tc_distribution *distribution, const int *node_of_rank,
                     int rank, tc_counts *out);
} tc_strategy;

TC_REGISTRY(tc_strategy); /* strategies.def */

#endif
