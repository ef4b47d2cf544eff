/* The block column scatter distribution of a matrix (Blanco et al. 2000, "Performance Prediction for Parallel
 * Iterative Solvers", sections 2.2 and 2.3; Romero, Zapata 1995): of P x Q ranks, the one in row p and column
 * q of their grid holds the entries a_ij with i mod P = p and j mod Q = q, where i and j are positions.
 * Vectors stay where their distribution puts them. A product takes four rounds of messages:
 *
 * 1. along the rows of the grid: x_j goes to column j mod Q,
 * 2. along its columns: everybody gets all x_j of its column, n/Q of them,
 * 3. along the rows: terms a_ij x_j go to the column of the rank that owns row i. (The paper adds up partial
 *    sums instead, and gives them to the whole row of the grid: fewer values as long as the grid has few
 *    columns, but the sums would depend on how many those are.)
 * 4. along the columns: y_i goes to its owner. */
#ifndef TC_COMM_ACCESS_BCS_H
#define TC_COMM_ACCESS_BCS_H

#include "comm/access/group_exchange.h"
#include "comm/layout/halo.h"
#include "count/pattern.h"
#include "sparse/ell.h"

typedef struct tc_bcs {
  tc_world *world;          /* borrowed */
  MPI_Comm comm;            /* its errors end the job */
  tc_grid grid;             /* of the distribution */
  int *along_row;           /* [grid.cols] ranks of this rank's row of the grid, */
  int *along_col;           /* [grid.rows] and of its column */
  int32_t owned;            /* rows that the rank owns */
  int32_t *by_col;          /* [owned] these, sorted by position mod Q, */
  int32_t *by_row;          /* [owned] and by position mod P */
  tc_group_exchange *x_row; /* round 1 */
  tc_group_exchange *x_col; /* round 2: the inbox is what columns are read from */
  tc_group_exchange *terms; /* round 3 */
  tc_group_exchange *y_col; /* round 4 */
  double *value;            /* [terms->sent_from[Q]] entries in the order in which their terms are sent */
  int32_t *column;          /* likewise: where x_j lies in round 2's inbox */
  int width;                /* terms of a row beside the diagonal, at most */
  int32_t *slot; /* [y_col->sent_from[P]][width+1] where the terms of a row that is added here lie in
                    round 3's inbox, in the order of the matrix, the diagonal last; what is missing
                    lies behind its end, where a zero stands */
  double *one;   /* [width] ones */
} tc_bcs;

/* Collective. For products with the matrix whose own rows are M. Borrows world; keeps copies of the rest.
 * Errors on all ranks: TC_USAGE when the entries of a rank would be 2^31 or more, TC_INTERNAL. */
tc_status tc_bcs_create(tc_world *world, const tc_halo *halo, const tc_ell *M, tc_bcs **out);
void tc_bcs_destroy(tc_bcs **bcs); /* collective */

#endif
