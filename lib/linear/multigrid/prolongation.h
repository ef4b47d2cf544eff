/* Prolongation of smoothed aggregation: P = (I - omega F^-1 K_F) T with omega = 2/3. T is the piecewise
 * constant prolongation of the aggregates, with t_i = 1 if row i has an aggregate and t_i = 0 otherwise. K_F
 * contains the strong couplings only. Coupling w_ij is strong if it is positive and at least 1/4 of the
 * largest coupling of row i or of row j, whichever is smaller. F is the diagonal of K_F: f_i = excess +
 * strong couplings. Source: linear/multigrid/smoothed.h. */
#ifndef TC_LINEAR_MULTIGRID_PROLONGATION_H
#define TC_LINEAR_MULTIGRID_PROLONGATION_H

#include "linear/multigrid/aggregation.h"
#include "linear/rows/row_numbers.h"

/* Prolongation from the next coarser level, as one rank stores it. Zero-initialise before use. */
typedef struct tc_prolongation {
  tc_row_numbers coarse; /* numbers of the coarse rows that are columns of P */
  /* Rows of P of the fine rows that this rank owns. The first entry is that of the row's own aggregate, if it
   * has one; the others are in the order of the couplings. Values are rounded to single precision. */
  tc_sparse_rows P;
  tc_sparse_rows ghost_P; /* rows of P of the ghosts of the fine level */
  double *g; /* [rows + ghosts of the fine level] 1 minus the row sum of P, computed without cancellation */
} tc_prolongation;

/* Collective. Computes the prolongation of `level`. The coarse rows of this rank are those of
 * aggregation->contracted, whose ids are borrowed. aggregation->id must be set (tc_aggregation_find_ids). A
 * row with f_i <= 0 is not smoothed and has the entries of T. The caller frees *out with
 * tc_prolongation_free. Errors (on all ranks): TC_INTERNAL if memory is exhausted; those of MPI messages. */
tc_status tc_prolongation_create(const tc_level_graph *level, const tc_aggregation *aggregation,
                                 tc_prolongation *out);
void tc_prolongation_free(tc_prolongation *prolongation); /* not collective */

#endif
