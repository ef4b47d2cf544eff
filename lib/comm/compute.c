#include "comm/compute.h"

#include "base/timer.h"
#include "sparse/kernels.h"

void tc_compute(const tc_ell *M, const double *x, double *y, tc_parts *parts) {
  double begin = tc_now_s();
  tc_ell_multiply(M, x, y);
  parts->compute += tc_now_s() - begin;
}
