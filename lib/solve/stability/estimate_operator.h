/* Products with the matrix of a problem, for estimates before the time loop. The estimates in solve/stability
 * (spectrum, growth, ellipse) call this module. All estimates use one fixed communication strategy and one
 * fixed matrix format. Their results therefore do not depend on the strategy and the format that the user
 * chose for the run. The fixed strategy does not need memory shared between ranks. */
#ifndef TC_SOLVE_STABILITY_ESTIMATE_OPERATOR_H
#define TC_SOLVE_STABILITY_ESTIMATE_OPERATOR_H

#include "linear/operator/operator.h"
#include "solve/problem/problem.h"

/* Operator for estimates, with its vectors. */
typedef struct tc_estimate_operator {
  const tc_problem *problem; /* The assembled problem, borrowed. */
  const tc_space *space;     /* Space of the problem. */
  tc_operator *op;
  tc_vector *v; /* Array of the operator's vectors, initially zero. */
  int count;    /* Number of products so far. */
} tc_estimate_operator;

/* Collective. Sets up products with the matrix shift I + scale R, where R is the rate matrix of the problem.
 * Allocates `vectors` vectors. The caller frees *out, also after an error. Errors are returned on all
 * ranks. */
tc_status tc_estimate_operator_init(const tc_problem *problem, double shift, double scale, int vectors,
                                    tc_estimate_operator *out);
/* Collective. Frees the members of `product`. */
void tc_estimate_operator_free(tc_estimate_operator *product);

/* Collective. Computes v[to] = (shift I + scale R) v[from]. */
tc_status tc_estimate_operator_apply(tc_estimate_operator *product, int from, int to);

void tc_estimate_operator_swap(tc_estimate_operator *product, int a, int b);

#endif
