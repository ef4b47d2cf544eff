/* Contributions of fine rows to coarse rows of other ranks, in the triple product P^T K P
 * (linear/multigrid/triple_product.c). Coarse row I is the sum, over the fine rows i, of P_iI times row i of
 * K P. A rank computes the rows of K P for the fine rows that it owns, and sends them to the owners of the
 * coarse rows I. */
#ifndef TC_LINEAR_ROWS_CONTRIBUTIONS_H
#define TC_LINEAR_ROWS_CONTRIBUTIONS_H

#include "linear/rows/row_numbers.h"

/* Fine rows that contribute to coarse rows. Zero-initialise before use. */
typedef struct tc_contributions {
  double *y; /* [P.rows] sum y_i of row i of the matrix K P, for each fine row i. Coarse row I receives P_iI
                y_i */
  tc_sparse_rows P;       /* weights: entry P_iI means that fine row i contributes to coarse row I */
  tc_sparse_rows product; /* rows of K P */
} tc_contributions;

/* Collective. Sends the contributions `own` of the fine rows of this rank to the owners of the coarse rows,
 * except contributions to coarse rows of this rank. `fine` contains the ids of these rows. Columns are
 * numbered by `coarse`, to which the columns of received rows are added. Sets *received to the contributions
 * of fine rows of other ranks to coarse rows of this rank; the columns of received->P are all owned. Adds the
 * received fine rows to `fine`, which must not contain rows of other ranks on entry: received row r is entry
 * r of fine->remote. The caller frees *received with tc_contributions_free. Errors (on all ranks):
 * TC_INTERNAL. */
tc_status tc_contributions_exchange(const tc_world *world, const tc_contributions *own, tc_row_numbers *fine,
                                    tc_row_numbers *coarse, tc_contributions *received);

void tc_contributions_free(tc_contributions *contributions); /* not collective */

#endif
