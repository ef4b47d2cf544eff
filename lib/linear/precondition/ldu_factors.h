/* Preconditioner P = (D + L) D^-1 (D + U) / weight, shared by ssor and ilu0, or P = (D + L) / weight for sor.
 * D is the diagonal of a matrix. L and U are the entries whose columns precede and follow their row in the
 * elimination order. The plug-ins create a tc_ldu_factors in their setup, and the vector operations apply
 * P^-1 in each iteration. With scope `global` the result of an application has the same bits on any number of
 * ranks. Source: Barrett et al., Templates, 1994, section 3.3. */
#ifndef TC_LINEAR_PRECONDITION_LDU_FACTORS_H
#define TC_LINEAR_PRECONDITION_LDU_FACTORS_H

#include "comm/exchange/colour_exchange.h"
#include "linear/precondition/elimination_order.h"
#include "sparse/triangular_factor.h"

typedef struct tc_ldu_factors {
  tc_elimination_order *order;
  tc_triangular_factor *lower, *upper;
  tc_colour_exchange *colour_exchange; /* exchange of ghosts by colour; NULL with scope `rank` */
  double *value; /* [columns] solution of a sweep with its ghosts; NULL with scope `rank`, because a sweep
                    then writes to the result array */
} tc_ldu_factors;

/* Collective. Creates P = (D + L) D^-1 (D + U) / weight if `has_upper` is true, P = (D + L) / weight if it is
 * false. Sets *ctx to a tc_ldu_factors. F contains D, L and U, with the columns of the system's matrix, and
 * is copied. Takes ownership of *order and sets it to NULL. If *order is not NULL after an error, the caller
 * destroys it. `name` is the preconditioner's name for messages. Errors (on all ranks): TC_NUMERICAL if an
 * entry of D is 0 or not finite, with the first such cell in the elimination order; TC_INTERNAL. */
tc_status tc_ldu_factors_create(tc_elimination_order **order, const char *name, const tc_ell *F,
                                double weight, bool has_upper, void **ctx);

/* Collective. Like tc_ldu_factors_create, but computes F and creates the elimination order itself. F is A, or
 * the adjoint of A if setup->adjoint is true, with its diagonal divided by `relaxation`. */
tc_status tc_ldu_factors_create_relaxed(const tc_preconditioner_setup *setup, const char *name,
                                        double relaxation, double weight, bool has_upper, void **ctx);

/* Plug-ins whose context is a tc_ldu_factors use these functions as the members `destroy` and `order` of
 * their tc_preconditioner. */
void tc_ldu_factors_destroy(void *ctx); /* collective */
const tc_elimination_order *tc_ldu_factors_order(const void *ctx);

/* Collective. Computes z = P^-1 r; z and r must not overlap. With scope `global` the ranks exchange ghosts
 * after each colour of a sweep except the last one. Adds the traffic (ledger->sweep_counts), the work
 * (sweeps, sweep_messages, sweep_values) and the seconds (phase precond) to the ledger. Errors: those of MPI
 * messages. */
tc_status tc_ldu_factors_apply(void *ctx, const double *r, double *z, tc_ledger *ledger);

#endif
