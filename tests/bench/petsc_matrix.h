/* Matrices of the library as PETSc's AIJ: the same rows on the same ranks; what only pads a row is left out.
 */
#ifndef TC_BENCH_PETSC_MATRIX_H
#define TC_BENCH_PETSC_MATRIX_H

#include <petscmat.h>

#include "solve/space/space.h"
#include "sparse/ell.h"

/* An error of PETSc's as a status. */
tc_status petsc_check(PetscErrorCode code);

/* Collective. M = shift I + scale R. place[owned]: which of the rank's rows in M a row becomes; NULL: the
 * same. entries: stored by this rank. Errors on all ranks. */
tc_status petsc_matrix_create(const tc_space *space, const tc_ell *R, double shift, double scale,
                              const int32_t *place, Mat *M, int64_t *entries);

#endif
