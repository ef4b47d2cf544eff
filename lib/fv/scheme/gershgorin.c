#include "fv/scheme/gershgorin.h"

#include <math.h>

double tc_gershgorin_bound(const tc_ell *rates) {
  double largest = 0.0;
#pragma omp parallel for schedule(static) reduction(max : largest)
  for (int32_t i = 0; i < rates->rows; i++) {
    double sum = fabs(rates->diagonal[i]);
    for (size_t e = tc_ell_begin(rates, i), end = tc_ell_end(rates, i); e < end; e++)
      sum += fabs(rates->value[e]);
    largest = fmax(largest, sum);
  }
  return largest;
}
