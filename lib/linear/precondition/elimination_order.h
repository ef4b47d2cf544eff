/* Elimination order of the rows for sweeps and factorisations. The preconditioners ssor and ilu0 and the
 * method sor create an elimination order during setup, before they factorise. tc_ldu_factors then owns the
 * order. With scope `global` the order depends on row ids alone, so results have the same bits on any number
 * of ranks. */
#ifndef TC_LINEAR_PRECONDITION_ELIMINATION_ORDER_H
#define TC_LINEAR_PRECONDITION_ELIMINATION_ORDER_H

#include "base/core/pool.h"
#include "comm/layout/colour.h"
#include "linear/precondition/preconditioner.h"

/* Elimination order: every row has a key. Rows with lower keys are eliminated first, and rows with equal keys
 * do not couple. With scope `global` the keys are colours (comm/layout/colour.h) and independent of the
 * distribution. With scope `rank` the key of an owned row is its local row number, and ghosts are ignored. */
typedef struct tc_elimination_order {
  const tc_linear_system *system; /* borrowed */
  tc_colouring *colouring;        /* NULL with scope `rank` */
  /* [columns] Key of each column for elimination in forward order, and for elimination in reverse order. A
   * key is INT32_MAX for columns that the sweeps ignore. */
  int32_t *forward_key, *backward_key;
  int colours;        /* number of colours; 0 with scope `rank` */
  double colouring_s; /* seconds to compute the colouring */
  tc_pool memory;     /* owns `forward_key` and `backward_key` */
} tc_elimination_order;

/* Collective. Creates the order of the system's rows, including the colouring with scope `global`. `system`
 * is borrowed and must outlive the result. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_elimination_order_create(const tc_linear_system *system, tc_scope scope,
                                      tc_elimination_order **out);
void tc_elimination_order_destroy(tc_elimination_order **elimination);

#endif
