#include "comm/compute.h"

#include "base/timer.h"
#include "sparse/kernels.h"

void tc_compute(const tc_ell *M, const double *x, double *y, tc_ledger *ledger) {
  double begin = tc_now_s();
  tc_ell_multiply(M, x, y);
  tc_ledger_lap(ledger, TC_PHASE_compute, begin);
}
