/* A matrix joined with the way in which ranks get the values that it reads: y = M x on distributed vectors.
 */
#ifndef TC_SOLVE_OPERATOR_H
#define TC_SOLVE_OPERATOR_H

#include "comm/exchange.h"
#include "comm/strategy.h"
#include "sparse/matrix.h"

typedef struct tc_operator_choice {
  const tc_strategy *strategy;
  const tc_format *format; /* of M; strategies that read while computing have rows of their own */
  double shift, scale;     /* M = shift I + scale R */
  int vectors;             /* how many there will be */
} tc_operator_choice;

typedef struct tc_operator {
  const tc_strategy *strategy;
  tc_arena *arena;       /* of the vectors */
  tc_exchange *exchange; /* first exchange, then compute: with */
  tc_matrix *M;
  tc_ell *rows; /* or read while computing: with */
  void *access;
} tc_operator;

/* Collective. Borrows world and halo for as long as it lives; R must live as long when M is R itself
 * (sparse/matrix.h). Errors on all ranks: those of windows, TC_INTERNAL out of memory. */
tc_status tc_operator_create(tc_world *world, const tc_halo *halo, const tc_ell *R,
                             const tc_operator_choice *choice, tc_operator **out);
void tc_operator_destroy(tc_operator **op); /* collective */

/* Vector `index`, zeroed at the start. It is the operator's; tc_vector_swap may exchange two of them. */
tc_vector *tc_operator_vector(const tc_operator *op, int index);

/* Collective. y = M x on the own rows; x and y are two of the operator's vectors. Seconds and counts are
 * added to the ledger. Returns when x may be overwritten. Errors: of windows and messages that are open end
 * the job. */
tc_status tc_operator_apply(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger);

#endif
