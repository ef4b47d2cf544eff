#include "linear/rows/exact_sum.h"

#include <stdlib.h>

/* Comparison for qsort: by descending magnitude, and for equal magnitudes the positive term first. */
static int compare_terms(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b, size_x = x < 0.0f ? -x : x,
              size_y = y < 0.0f ? -y : y;
  if (size_x != size_y) return size_x > size_y ? -1 : 1;
  return (x < y) - (x > y);
}

float tc_exact_sum(int32_t count, float *term) {
  tc_exact_terms terms = {.count = 0};
  double sum = 0.0;
  for (int32_t k = 0; k < count; k++) tc_exact_terms_add(&terms, term[k]);
  if (tc_exact_terms_are_exact(&terms)) return (float)terms.sum;
  qsort(term, (size_t)count, sizeof *term, compare_terms);
  for (int32_t k = 0; k < count; k++) sum += (double)term[k];
  return (float)sum;
}
