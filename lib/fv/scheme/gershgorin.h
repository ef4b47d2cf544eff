/* Bounds on the spectrum of an assembled rate matrix. */
#ifndef TC_FV_SCHEME_GERSHGORIN_H
#define TC_FV_SCHEME_GERSHGORIN_H

#include "sparse/ell.h"

/* Gershgorin: the largest |diagonal| + sum of |entries| over this rank's rows; 0 without rows. An upper bound
 * of every |eigenvalue|; for the gradient scheme a pessimistic one, since its rows have entries of both
 * signs. Not collective (take the maximum over ranks). The same bits in any order of rows. */
double tc_gershgorin_bound(const tc_ell *rates);

#endif
