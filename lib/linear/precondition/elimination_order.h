/* In which order rows are eliminated, by sweeps and factorisations alike. */
#ifndef TC_LINEAR_PRECONDITION_ELIMINATION_ORDER_H
#define TC_LINEAR_PRECONDITION_ELIMINATION_ORDER_H

#include "comm/layout/colour.h"
#include "linear/precondition/preconditioner.h"

/* Rows with lower keys go first; those of one key do not touch each other. With the scope `global` keys are
 * colours (comm/layout/colour.h), so nothing depends on who owns what; with `rank` they are the rank's own
 * rows, in the order that they have in memory, and ghosts do not exist. */
typedef struct tc_elimination_order {
  const tc_linear_system *system; /* borrowed */
  tc_colouring *colouring;        /* NULL: the scope is `rank` */
  int32_t *forward, *back; /* [columns] keys, and those of the opposite order; INT32_MAX: does not exist */
  int colours;             /* 0: the scope is `rank` */
  double colours_s;        /* seconds that these took */
} tc_elimination_order;

/* Collective. Errors on all ranks: TC_INTERNAL. */
tc_status tc_elimination_order_create(const tc_linear_system *system, tc_scope scope,
                                      tc_elimination_order **out);
void tc_elimination_order_destroy(tc_elimination_order **elimination);

#endif
