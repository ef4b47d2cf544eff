/* Aggregation: groups the rows of a level of a multigrid hierarchy into aggregates of about eight rows, which
 * become the rows of the next coarser level. It consists of three passes of pairing (pairing.h) and
 * contraction (contraction.h). Called by linear/hierarchy/multigrid_levels.c for each level. */
#ifndef TC_LINEAR_MULTIGRID_AGGREGATION_H
#define TC_LINEAR_MULTIGRID_AGGREGATION_H

#include "linear/multigrid/contraction.h"

/* Aggregates of a level. */
typedef struct tc_aggregation {
  /* [rows of the level] place (owner and its row number) of each row's aggregate; the owner is -1 for rows
   * without aggregate */
  tc_row_place *place;
  /* [rows of the level] id of each row's aggregate, the smallest id of the members; -1 for rows without
   * aggregate. NULL before tc_aggregation_find_ids */
  tc_gid *id;
  /* graph of the aggregates, which is the next level if aggregation is not smoothed */
  tc_level_graph *contracted;
  int64_t rounds;       /* rounds of pairing in all passes */
  int64_t excluded;     /* rows of all ranks without aggregate */
  double contraction_s; /* seconds of contraction on this rank in all passes */
  tc_pool memory;       /* owns the arrays */
} tc_aggregation;

/* Collective. Forms the aggregates of `level` from pairs whose strength is above `strength` (pairing.h).
 * Owners of the aggregates are chosen after the last pass (tc_level_owners_choose with the owners `above` of
 * the level and `rows_per_rank`). The caller frees the result. Before that, the caller may take over
 * `contracted` and set it to NULL. Errors (on all ranks): those of pairing and contraction. */
tc_status tc_aggregation_create(const tc_level_graph *level, double strength, tc_level_owners above,
                                int64_t rows_per_rank, tc_aggregation **out);

/* Collective. Sets aggregation->id. The caller must not have taken over `contracted`. Smoothed aggregation
 * needs the ids, plain aggregation does not. Errors (on all ranks): TC_INTERNAL if memory is exhausted; those
 * of MPI messages. */
tc_status tc_aggregation_find_ids(const tc_level_graph *level, tc_aggregation *aggregation);

void tc_aggregation_destroy(tc_aggregation **aggregation); /* collective; accepts NULL */

#endif
