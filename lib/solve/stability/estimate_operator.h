/* Products with a problem's matrix for estimates before the time loop. */
#ifndef TC_SOLVE_STABILITY_ESTIMATE_OPERATOR_H
#define TC_SOLVE_STABILITY_ESTIMATE_OPERATOR_H

#include "linear/operator/operator.h"
#include "solve/problem/problem.h"

/* Whatever strategy and format the run will use, estimates use one and the same: the step must not depend on
 * them. It is the strategy that shares no memory, so that runs which need none do without. */
typedef struct tc_product {
  const tc_problem *problem; /* borrowed */
  const tc_space *space;     /* of the problem */
  tc_operator *op;
  tc_vector *v; /* its vectors, zeroed at the start */
  int count;    /* of products so far */
} tc_product;

/* Collective. For products with shift I + scale R, of `vectors` vectors. *out must be closed also after an
 * error. Errors on all ranks. */
tc_status tc_product_open(const tc_problem *problem, double shift, double scale, int vectors,
                          tc_product *out);
void tc_product_close(tc_product *product); /* collective */

/* Collective. v[to] = (shift I + scale R) v[from]. */
tc_status tc_product_apply(tc_product *product, int from, int to);

void tc_product_swap(tc_product *product, int a, int b);

#endif
