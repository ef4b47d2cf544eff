/* Triple product P^T K P of smoothed aggregation, the matrix of the coarse level, on all ranks. K is the
 * matrix of the fine level with the diagonal d_i and the couplings w_ij, and P its prolongation. Row i of K P
 * is computed by the owner of fine row i: d_i times row i of P, minus w_ij times row j of P in the order of
 * the couplings. Coarse row I is the sum of P_iI (K P)_i over the fine rows i in ascending id, so its bits do
 * not depend on the distribution. */
#ifndef TC_LINEAR_MULTIGRID_TRIPLE_PRODUCT_H
#define TC_LINEAR_MULTIGRID_TRIPLE_PRODUCT_H

#include "linear/multigrid/prolongation.h"

/* The rows of P^T and of the coarse matrix that one rank owns. Zero-initialise before use. */
typedef struct tc_triple_product {
  tc_row_numbers fine; /* numbers of the fine rows that are columns of P^T */
  tc_sparse_rows
      restriction; /* rows of P^T of the coarse rows of this rank, in ascending id of the columns */
  /* Rows of P^T K P, with the diagonal. Columns are numbered by the prolongation's `coarse`, in no particular
   * order. The matrix is symmetric up to rounding, its pattern exactly. */
  tc_sparse_rows matrix;
  /* [rows of `matrix`] row sums P^T K P 1 (1 is the vector of ones), computed without cancellation from the
   * excess of the fine rows and 1 - P 1 */
  double *excess;
} tc_triple_product;

/* Collective. Computes the triple product of the matrix of `level` and its prolongation, to whose coarse rows
 * the columns of the result are added. The excess is at least 0, and exactly 0 if all fine rows near the
 * coarse row have no excess and their rows of P have the sum 1. Borrows the ids of the level. The caller
 * frees *out with tc_triple_product_free. Errors (on all ranks): TC_INTERNAL if memory is exhausted; those of
 * MPI messages. */
tc_status tc_triple_product_create(const tc_level_graph *level, tc_prolongation *prolongation,
                                   tc_triple_product *out);
void tc_triple_product_free(tc_triple_product *triple); /* not collective */

#endif
