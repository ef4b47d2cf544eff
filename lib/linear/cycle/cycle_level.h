/* One level of a multigrid hierarchy as the cycle needs it, in single precision: the rows in slices of eight
 * (sliced_rows.h), the smoother and the transfers. The bits of a result do not depend on ranks, threads or
 * vector width: term number m of a row, in the order of ids, is added to accumulator m mod 4, and the result
 * is (a0 + a2) + (a1 + a3). K is the matrix of the level, D its diagonal, and P the prolongation from the
 * next coarser level. */
#ifndef TC_LINEAR_CYCLE_CYCLE_LEVEL_H
#define TC_LINEAR_CYCLE_CYCLE_LEVEL_H

#include "base/ledger/ledger.h"
#include "linear/cycle/level_exchange.h"
#include "linear/multigrid/transfer.h"

typedef struct tc_cycle_level tc_cycle_level;

/* Collective. Creates the storage of `graph`, whose pattern must be symmetric. `transfer` is the transfer to
 * the next coarser level; it is NULL for a coarsest level that only the smoother treats. The caller may
 * destroy both afterwards. The upper bound of the spectrum of D^-1 K, which the smoother needs, is the
 * maximum over all ranks. `degree` is the degree of the Chebyshev smoother. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_cycle_level_create(const tc_level_graph *graph, const tc_transfer *transfer, int degree,
                                tc_cycle_level **out);
void tc_cycle_level_destroy(tc_cycle_level **level); /* collective; accepts NULL */

/* Not collective. Return vectors [rows] in the order of the rows of the graph. The caller sets the right-hand
 * side b before pre-smoothing. The iterate x is valid until the next operation, after which the caller must
 * call the function again. The caller must not change x. */
float *tc_cycle_level_b(tc_cycle_level *level);
float *tc_cycle_level_x(tc_cycle_level *level);

/* Collective. Smooths from x = 0 if `from_zero` is true (pre-smoothing), otherwise from the current x
 * (post-smoothing). Isolated rows, which have no coupling, are solved exactly: x = b / excess, or 0 if the
 * excess is 0. Source of the smoother: Chebyshev polynomials of the fourth kind, Lottes, "Optimal polynomial
 * smoothers for multigrid V-cycles", 2022. Errors: those of MPI messages. */
tc_status tc_cycle_level_smooth(tc_cycle_level *level, bool from_zero);

/* Collective. Called after pre-smoothing, which also computes the residual b - K x. Sets coarse_b to P^T (b -
 * K x), with one value for each coarse row of this rank. Errors: those of MPI messages. */
tc_status tc_cycle_level_restrict(tc_cycle_level *level, float *coarse_b);

/* Collective. Adds P coarse_x, multiplied by `factor`, to x. Errors: those of MPI messages. */
tc_status tc_cycle_level_prolong(tc_cycle_level *level, const float *coarse_x, float factor);

/* Not collective. Return the bytes of the storage, and the messages that this rank sends in one cycle. A
 * cycle smooths from 0 and from the current x, and transfers in both directions if there is a coarser level.
 * With degree k, a level of several ranks then needs 2 k + 2 exchanges. */
size_t tc_cycle_level_bytes(const tc_cycle_level *level);
tc_cycle_counts tc_cycle_level_counts(const tc_cycle_level *level);

/* Pure. Returns the number of exchanges of the iterate in one cycle: the first step from 0 reads no
 * neighbours, each other step reads them, and so does the residual. */
static inline int tc_cycle_level_sweep_exchanges(int degree, bool has_coarser) {
  return 2 * degree - !has_coarser;
}

#endif
