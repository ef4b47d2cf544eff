/* The second half of every exchange-then-compute strategy. */
#ifndef TC_COMM_COMPUTE_H
#define TC_COMM_COMPUTE_H

#include "base/ledger.h"
#include "sparse/ell.h"

/* y = M x with x[M->columns] complete (own rows and ghosts); adds the seconds to the phase `compute`. Not
 * collective. */
void tc_compute(const tc_ell *M, const double *x, double *y, tc_ledger *ledger);

#endif
