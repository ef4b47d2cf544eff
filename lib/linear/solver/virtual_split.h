/* A system that one rank holds whole, taken apart as ranks would have it that there are not. */
#ifndef TC_LINEAR_SOLVER_VIRTUAL_SPLIT_H
#define TC_LINEAR_SOLVER_VIRTUAL_SPLIT_H

#include "linear/precondition/preconditioner.h"

typedef struct tc_virtual_split {
  tc_linear_system system; /* rows in the order of the parts, without what they read of other parts */
  tc_ell *R, *R_adjoint;
  int32_t *row;   /* [rows] of the whole, in that order, */
  int32_t *part;  /* and whose it is */
  double *volume; /* [rows] */
  tc_gid *id;     /* [rows] */
  double *r, *z;  /* [rows] scratch */
} tc_virtual_split;

/* Not collective. whole->parts are taken; it must live as long. Errors: TC_INTERNAL out of memory. */
tc_status tc_virtual_split_create(const tc_linear_system *whole, tc_virtual_split **out);
void tc_virtual_split_destroy(tc_virtual_split **split);

/* z = P^-1 r for rows of the whole, by a preconditioner that was opened for split->system. Errors: its own.
 */
tc_status tc_virtual_split_apply(tc_virtual_split *split, const tc_preconditioner *preconditioner, void *ctx,
                                 const double *r, double *z, tc_ledger *ledger);

#endif
