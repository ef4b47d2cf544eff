#include "test_values.h"

#include "base/numeric/hash.h"

int32_t kn_test_weight(int32_t i, int32_t j) {
  const uint64_t low = (uint64_t)(i < j ? i : j), high = (uint64_t)(i < j ? j : i);
  return (int32_t)(tc_hash_mix(low << 32 | high) & 7) + 1;
}

int64_t kn_test_x(int32_t i, int32_t step) {
  return (int64_t)(tc_hash_mix((uint64_t)i) & 255) + (int64_t)step * (i & 3);
}

static int64_t expected_row(const tc_ell_pattern *columns, int32_t i, int32_t step) {
  const int32_t *row = columns->column + (size_t)i * (size_t)columns->width;
  int64_t sum = 0;
  for (int k = 0; k < columns->width; k++)
    sum += kn_test_weight(i, row[k]) * (kn_test_x(row[k], step) - kn_test_x(i, step));
  return sum;
}

tc_status kn_test_check_product(const tc_ell_pattern *columns, bool symmetric, int32_t step, const double *y,
                                const char *what) {
  const int32_t rows = columns->rows;
  int32_t wrong_row = rows;
  int64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(min : wrong_row) reduction(+ : sum)
  for (int32_t i = 0; i < rows; i++) {
    const int64_t expected = expected_row(columns, i, step);
    if (i < wrong_row && y[i] != (double)expected) wrong_row = i;
    sum += expected;
  }
  if (wrong_row < rows)
    return tc_status_create(TC_NUMERICAL,
                            "%s: row %d of step %d is %.17g instead of %lld: please report this as a bug",
                            what, (int)wrong_row, (int)step, y[wrong_row],
                            (long long)expected_row(columns, wrong_row, step));
  if (symmetric && sum != 0)
    return tc_status_create(TC_NUMERICAL,
                            "%s: the rows of a symmetric instance add up to %lld, not to 0: please report "
                            "this as a bug",
                            what, (long long)sum);
  return TC_OK;
}
