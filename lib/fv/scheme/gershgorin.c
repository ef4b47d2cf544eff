#include "fv/scheme/gershgorin.h"

#include <math.h>

double tc_gershgorin_bound(const tc_ell *rates) {
  double largest = 0.0;
#pragma omp parallel for schedule(static) reduction(max : largest)
  for (int32_t i = 0; i < rates->rows; i++) {
    const double *value = rates->value + (size_t)i * (size_t)rates->width;
    double sum = fabs(rates->diagonal[i]);
    for (int k = 0; k < rates->width; k++) sum += fabs(value[k]);
    largest = fmax(largest, sum);
  }
  return largest;
}
