/* Products with a problem's matrix for estimates before the time loop. */
#ifndef TC_SOLVE_STABILITY_ESTIMATE_OPERATOR_H
#define TC_SOLVE_STABILITY_ESTIMATE_OPERATOR_H

#include "linear/operator/operator.h"
#include "solve/problem/problem.h"

/* Whatever strategy and format the run will use, estimates use one and the same: the step must not depend on
 * them. It is the strategy that shares no memory, so that runs which need none do without. */
typedef struct tc_estimate_operator {
  const tc_problem *problem; /* borrowed */
  const tc_space *space;     /* of the problem */
  tc_operator *op;
  tc_vector *v; /* its vectors, zeroed at the start */
  int count;    /* of products so far */
} tc_estimate_operator;

/* Collective. For products with shift I + scale R, of `vectors` vectors. *out must be closed also after an
 * error. Errors on all ranks. */
tc_status tc_estimate_operator_init(const tc_problem *problem, double shift, double scale, int vectors,
                                    tc_estimate_operator *out);
void tc_estimate_operator_free(tc_estimate_operator *product); /* collective */

/* Collective. v[to] = (shift I + scale R) v[from]. */
tc_status tc_estimate_operator_apply(tc_estimate_operator *product, int from, int to);

void tc_estimate_operator_swap(tc_estimate_operator *product, int a, int b);

#endif
