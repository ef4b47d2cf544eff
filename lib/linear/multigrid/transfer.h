/* Transfer between a level and the next coarser one: rows of the prolongation P for this rank's fine rows,
 * and rows of P^T for this rank's coarse rows. A plain transfer has entries of 1 only. */
#ifndef TC_LINEAR_MULTIGRID_TRANSFER_H
#define TC_LINEAR_MULTIGRID_TRANSFER_H

#include "linear/multigrid/aggregation.h"

/* Sparse rows in single precision. Row i has the entries begin[i] .. begin[i+1]-1. */
typedef struct tc_transfer_rows {
  int32_t rows;
  int64_t *begin;  /* [rows + 1] first entry of each row */
  int32_t *column; /* [begin[rows]] column of each entry */
  float *value;    /* [begin[rows]] value of each entry; NULL if every entry is 1 */
} tc_transfer_rows;

typedef struct tc_transfer {
  tc_world *world; /* borrowed */
  /* Halo over coarse rows: its ghosts are the coarse rows of other ranks that `prolongation` reads. Its
   * columns are the owned coarse rows followed by these ghosts. */
  tc_halo *correction_halo;
  tc_transfer_rows prolongation; /* one row for each fine row; entries in the order of their computation */
  /* Halo over fine rows: its ghosts are the fine rows of other ranks that `restriction` reads. Its columns
   * are the owned fine rows followed by these ghosts. */
  tc_halo *residual_halo;
  tc_transfer_rows restriction; /* one row for each coarse row; entries in the order of the fine rows' ids */
  tc_pool memory;               /* owns the arrays */
} tc_transfer;

/* Collective. Creates the plain transfer between `level` and its aggregates in `aggregation`, of which this
 * rank owns `coarse_rows`. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_transfer_create_plain(const tc_level_graph *level, const tc_aggregation *aggregation,
                                   int32_t coarse_rows, tc_transfer **out);
void tc_transfer_destroy(tc_transfer **transfer); /* collective; accepts NULL */

#endif
