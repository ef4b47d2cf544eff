/* P = (D + L) D^-1 (D + U) / weight, with L and U the entries of a matrix before and behind its diagonal, by
 * the order of elimination: what ssor, ilu0 and sor have in common. */
#ifndef TC_LINEAR_PRECONDITION_LDU_FACTORS_H
#define TC_LINEAR_PRECONDITION_LDU_FACTORS_H

#include "comm/exchange/colour_exchange.h"
#include "linear/precondition/elimination_order.h"
#include "sparse/triangular_factor.h"

typedef struct tc_ldu_factors {
  tc_elimination_order *order;
  tc_triangular_factor *lower, *upper;
  tc_colour_exchange *refresh; /* NULL with the scope `rank` */
  double *value;               /* [columns], NULL with the scope `rank` */
} tc_ldu_factors;

/* Collective. F: D, L and U, with the columns of the system's matrix; it is copied. *order becomes theirs.
 * name: of the preconditioner. both: else P = (D + L) / weight. Errors on all ranks: TC_NUMERICAL when an
 * entry of D is 0 or not finite, naming the cell that comes first in the order of elimination; TC_INTERNAL.
 */
tc_status tc_ldu_factors_create(tc_elimination_order **order, const char *name, const tc_ell *F,
                                double weight, bool both, tc_ldu_factors **out);
void tc_ldu_factors_destroy(tc_ldu_factors **triangles); /* collective */

/* Collective. The same for F = A, or its adjoint, with a diagonal that is divided by `relaxation`. */
tc_status tc_ldu_factors_create_relaxed(const tc_preconditioner_setup *where, const char *name,
                                        double relaxation, double weight, bool both, tc_ldu_factors **out);

/* For a tc_preconditioner whose ctx they are. */
void tc_ldu_factors_destroy_context(void *triangles);
const tc_elimination_order *tc_ldu_factors_order(const void *triangles);

/* Collective. z = P^-1 r; not overlapping. With the scope `global` ranks exchange values after each colour
 * but the last, there and back. Adds what moved (ledger->swept), work (sweeps, sweep_messages, sweep_values)
 * and seconds (precond). */
tc_status tc_ldu_factors_apply(void *triangles, const double *r, double *z, tc_ledger *ledger);

#endif
