/* A complete system on one rank, split as if it were distributed over virtual ranks. In dry runs the solver
 * applies a preconditioner of scope `rank` to the split system, so that the number of iterations is that of a
 * run on these ranks. The caller creates the split before the preconditioner, which is created for
 * split->system, and destroys the split after the preconditioner. The order of the entries of a row is
 * preserved, so sums keep their bits. */
#ifndef TC_LINEAR_SOLVER_VIRTUAL_SPLIT_H
#define TC_LINEAR_SOLVER_VIRTUAL_SPLIT_H

#include "linear/precondition/preconditioner.h"

typedef struct tc_virtual_split {
  tc_linear_system system; /* the system with its rows in distributed order, without entries that couple rows
                              of different virtual ranks */
  tc_ell *R, *R_adjoint;
  int32_t *row; /* [rows] for each position of the distributed order, number of the row in the whole system */
  int32_t *virtual_rank; /* [rows] virtual rank that owns the row at each position */
  double *volume;        /* [rows] volume of each row in distributed order */
  tc_gid *id;            /* [rows] id of each row in distributed order */
  double *r, *z;         /* [rows] scratch vectors of tc_virtual_split_apply */
  tc_pool memory;        /* owns the arrays of this struct */
} tc_virtual_split;

/* Not collective. Creates the split of `whole` according to whole->virtual_ranks. `whole` must outlive the
 * result. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_virtual_split_create(const tc_linear_system *whole, tc_virtual_split **out);
void tc_virtual_split_destroy(tc_virtual_split **split);

/* Not collective. Computes z = P^-1 r, where z and r are in the row order of the whole system. `ctx` is the
 * context of the preconditioner, which must have been created for split->system. Errors: those of the
 * preconditioner. */
tc_status tc_virtual_split_apply(tc_virtual_split *split, const tc_preconditioner *preconditioner, void *ctx,
                                 const double *r, double *z, tc_ledger *ledger);

#endif
