/* Block column scatter distribution of a matrix (Blanco et al. 2000, "Performance Prediction for Parallel
 * Iterative Solvers", sections 2.2 and 2.3; Romero, Zapata 1995). The ranks form a P x Q grid. The rank in
 * row p and column q of the grid stores the entries a_ij with i mod P = p and j mod Q = q, where i and j are
 * positions. The vectors x and y have the distribution of the run. The access `bcs` (access_bcs.c) creates
 * the distribution of the matrix during setup. A product has four rounds of messages:
 * 1. Along the rows of the grid: the owner sends x_j to grid column j mod Q.
 * 2. Along the columns of the grid: every rank receives all x_j of its column, n/Q values.
 * 3. Along the rows: the terms a_ij x_j are sent to the grid column of the rank that owns row i and added
 *    there.
 * 4. Along the columns: y_i is sent to its owner.
 *
 * In round 3 the paper instead adds partial sums over all ranks of a grid row. This moves fewer values if the
 * grid has few columns, but the rounding errors of the sums depend on the number of columns. */
#ifndef TC_COMM_ACCESS_BCS_H
#define TC_COMM_ACCESS_BCS_H

#include "base/core/pool.h"
#include "comm/access/group_exchange.h"
#include "comm/layout/halo.h"
#include "comm/memory/arena.h"
#include "count/pattern.h"
#include "sparse/ell.h"

typedef struct tc_bcs {
  tc_world *world;          /* borrowed */
  tc_grid grid;             /* numbers of rows P and columns Q of the grid of ranks */
  int *row_peer;            /* [grid.cols] ranks in this rank's row of the grid */
  int *col_peer;            /* [grid.rows] ranks in this rank's column of the grid */
  int32_t owned;            /* number of owned rows */
  int32_t *row_by_col;      /* [owned] owned rows, sorted by position mod Q */
  int32_t *row_by_row;      /* [owned] owned rows, sorted by position mod P */
  tc_group_exchange *x_row; /* round 1: sends x along the rows of the grid */
  /* round 2: sends x along the columns of the grid; products read x from its receive buffer */
  tc_group_exchange *x_col;
  tc_group_exchange *terms; /* round 3: sends terms a_ij x_j along the rows of the grid */
  tc_group_exchange *y_col; /* round 4: sends y to its owners along the columns of the grid */
  double *value; /* [terms->send_begin[Q]] matrix entries that this rank multiplies, in the order in which
                    their terms are sent in round 3 */
  /* [terms->send_begin[Q]] for each entry a_ij in `value`, index of x_j in the receive buffer of round 2 */
  int32_t *column;
  int width; /* largest number of off-diagonal terms of a row on any rank */
  /* For each row that this rank sums: indices of the row's terms in the receive buffer of round 3, in the
   * order of the matrix, with the diagonal last. A row has width+1 slots, or for general rows the number of
   * slots that follows from slot_begin. If a row has fewer terms than slots, the remaining slots contain the
   * index of a zero at the end of the receive buffer. */
  int32_t *slot;
  /* [y_col->send_begin[P] + 1] first slot of each row that this rank sums; NULL unless the matrix has general
   * rows */
  int64_t *slot_begin;
  tc_pool memory; /* owns the arrays of this struct */
  double *ones;   /* [width] factors of the terms in a sum, all equal to 1 */
} tc_bcs;

/* Collective. Creates the distribution of a matrix. M contains the rows of the matrix that this rank owns.
 * Borrows the world, copies the required data of `halo` and M, and does not use `arena`. Sets *context to a
 * tc_bcs. M must have general rows on all ranks or on none. Errors (on all ranks): TC_USAGE if a rank would
 * have 2^31 entries or more; TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_bcs_create(tc_world *world, const tc_halo *halo, const tc_arena *arena, const tc_ell *M,
                        void **context);
void tc_bcs_destroy(void *context); /* collective */

#endif
