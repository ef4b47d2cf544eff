/* Upper bound of the eigenvalues of an assembled rate matrix. The spectrum estimate
 * (solve/stability/spectrum.c) calls it after assembly and computes the maximum over the ranks. The bound is
 * cheap to compute, but pessimistic for matrices with entries of both signs. */
#ifndef TC_FV_SCHEME_GERSHGORIN_H
#define TC_FV_SCHEME_GERSHGORIN_H

#include "sparse/ell.h"

/* Not collective; the caller computes the maximum over ranks. Returns Gershgorin's bound of the matrix
 * `rates`, which is the largest sum of |entries| of a row of this rank, diagonal included, or 0 if this rank
 * has no rows. The maximum over ranks is an upper bound of every |eigenvalue|; it is pessimistic for the
 * gradient scheme, whose rows have entries of both signs. The result has the same bits for any order of the
 * rows. */
double tc_gershgorin_bound(const tc_ell *rates);

#endif
