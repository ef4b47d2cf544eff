/* Converts matrices of the library to PETSc's AIJ format. Each rank has the same rows in both. Padding is
 * omitted. */
#ifndef TC_BENCH_PETSC_MATRIX_H
#define TC_BENCH_PETSC_MATRIX_H

#include <petscmat.h>

#include "solve/space/space.h"
#include "sparse/ell.h"

/* Converts an error code of PETSc to a status. The status is NULL if there is no error. */
tc_status petsc_check(PetscErrorCode code);

/* Collective. Creates M = shift I + scale R. place[owned] is the number in M of each row of the rank. If
 * `place` is NULL, the numbers are unchanged. Sets *entries to the number of entries that this rank stores.
 * Errors on all ranks. */
tc_status petsc_matrix_create(const tc_space *space, const tc_ell *R, double shift, double scale,
                              const int32_t *place, Mat *M, int64_t *entries);

#endif
