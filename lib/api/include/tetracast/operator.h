/* The assembled operator of dv/dt = R v + b(t) + s(t, v), for use in other solvers. R is the matrix of the
 * diffusion, b the vector of the boundary data, and s the source. All arrays of values contain the owned
 * cells of the rank in the order of tetracast_problem_cells. */
#ifndef TETRACAST_OPERATOR_H
#define TETRACAST_OPERATOR_H

#include "error.h"

TETRACAST_BEGIN

/* Collective. Creates the operator of a problem that is set up. `strategy` is a name of
 * TETRACAST_LIST_STRATEGIES or of a transport of the world (transport.h); NULL selects neighbour. `storage`:
 * ell, ell16 or difference; NULL for ell. Errors (on all ranks): TETRACAST_USAGE for an unknown name, before
 * the set-up, if the strategy does not support the storage, or if it needs windows that MPI does not provide
 * (the text names the environment variable); TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_operator_create(tetracast_problem *problem, const char *strategy,
                                                            const char *storage, tetracast_operator **out);

/* Collective. Computes y = R x. x: [owned], copied into a vector of the operator. y: [owned], may be x.
 * Errors: TETRACAST_USAGE if an array is NULL although the rank owns cells (on all ranks);
 * TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_operator_apply(tetracast_operator *op, const double *x,
                                                           double *y);

/* Collective. Sets b to the sum of the boundary data and the source at time t for the field v. v and b:
 * [owned], different arrays. v may be NULL on all ranks, which means v = 0. Local states (variables of a cell
 * that do not diffuse) have their initial values. Errors (on all ranks): TETRACAST_USAGE or
 * TETRACAST_NUMERICAL with the formula and the cell if a value is not finite; TETRACAST_USAGE if b is NULL
 * although the rank owns cells; TETRACAST_CALLBACK; TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_operator_forcing(tetracast_operator *op, double t,
                                                             const double *v, double *b);

/* Not collective. Copies the owned rows of R in CSR form. Rows are numbered rank after rank, as PETSc and
 * hypre number them: the owned cell i of this rank is row *first_row + i. row_begin: [owned + 1]; column:
 * [entries] row numbers, in each row the diagonal first; value: [entries]. *entries counts the diagonal too.
 * If all three arrays are NULL, only *first_row and *entries are set. Each of these two pointers may be NULL.
 * `column` and `value` may be NULL if there are no entries. Error: TETRACAST_USAGE if otherwise only some of
 * the three arrays are NULL. */
TETRACAST_RESULT tetracast_error *tetracast_operator_rows(const tetracast_operator *op, int64_t *first_row,
                                                          int64_t *entries, int64_t *row_begin,
                                                          int64_t *column, double *value);

/* Collective. Frees the operator and sets *op to NULL. NULL and a pointer to NULL are allowed. */
TETRACAST_API void tetracast_operator_destroy(tetracast_operator **op);

TETRACAST_END
#endif
