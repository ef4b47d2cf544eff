#include "comm/near_rows.h"

#include "base/memory.h"

/* The additions are those of tc_row_sum. Terms go straight into the sums: a detour through an array would
 * cost a failed store forwarding. */
static inline double near_row_sum(int width, const double *value, const tc_place *place,
                                  double *const *near) {
  double s[4] = {0.0, 0.0, 0.0, 0.0};
  for (int k = 0; k < width; k += 4) {
    s[0] += value[k] * near[place[k].rank][place[k].local];
    s[1] += value[k + 1] * near[place[k + 1].rank][place[k + 1].local];
    s[2] += value[k + 2] * near[place[k + 2].rank][place[k + 2].local];
    s[3] += value[k + 3] * near[place[k + 3].rank][place[k + 3].local];
  }
  return (s[0] + s[2]) + (s[1] + s[3]);
}

/* Inlined with a constant width. */
static inline int64_t multiply_rows(const tc_near_reading *x, const tc_place *place, int width, int32_t begin,
                                    int32_t end, double *y) {
  enum { rows_ahead = 16, line = 8 };
  const tc_ell *M = x->M;
  const double *value = M->value + (size_t)begin * (size_t)width;
  const size_t ahead = (size_t)width * rows_ahead;
  int64_t foreign = 0;
  for (int32_t i = begin; i < end; i++, place += width, value += width) {
    for (int k = 0; k < width; k += line) {
      tc_prefetch(value + k, ahead * sizeof *value);
      tc_prefetch(place + k, ahead * sizeof *place);
    }
    for (int k = 0; k < width; k++) foreign += place[k].rank != x->rank;
    y[i] = M->diagonal[i] * x->own[i] + near_row_sum(width, value, place, x->near);
  }
  return foreign;
}

int64_t tc_near_multiply_rows(const tc_near_reading *x, const tc_place *place, int32_t begin, int32_t end,
                              double *y) {
  switch (x->M->width) { /* one instance per width in use, as in sparse/kernels.c */
  case 4: return multiply_rows(x, place, 4, begin, end, y);
  case 16: return multiply_rows(x, place, 16, begin, end, y);
  default: return multiply_rows(x, place, x->M->width, begin, end, y);
  }
}
