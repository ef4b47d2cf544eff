#include "system/system_warnings.h"

#include <string.h>

#include "support/expect.h"

/* Log that stores its warnings in `record`. */
static tc_log log_to(tc_log_record *record) {
  *record = (tc_log_record){0};
  return (tc_log){NULL, TC_LOG_QUIET, record, NULL};
}

/* Expects one warning that contains `part`, or none if `part` is NULL. */
static void expect_warning(const tc_log_record *record, const char *part) {
  cr_assert_eq(record->warnings, part ? 1 : 0);
  if (part) cr_expect(strstr(record->warning[0], part), "%s", record->warning[0]);
}

/* A matrix of 2 rows with given entries off the diagonal, of which 0 completes the pattern. */
static void expect_triangle(double below, double above, const char *part) {
  int64_t row_begin[] = {0, 2, 4};
  int32_t column[] = {0, 1, 0, 1};
  double value[] = {2.0, above, below, 2.0};
  const tc_system_input input = {.file.matrix = {2, 2, 4, row_begin, column, value}};
  tc_log_record record;
  const tc_log log = log_to(&record);
  tc_system_warn_of_triangle(&input, "a.mtx", &log);
  expect_warning(&record, part);
}

Test(system_warnings, triangles) {
  expect_triangle(-1.0, -1.0, NULL);
  expect_triangle(0.0, 0.0, NULL);
  expect_triangle(-1.0, 0.0, "a.mtx: all entries off the diagonal are below it");
  expect_triangle(0.0, -1.0, "a.mtx: all entries off the diagonal are above it");
}

/* A solution with a known error. */
static void expect_error_warning(double error, double residual, bool is_generated, const char *part) {
  tc_system_solution x = {.result.reason = TC_REASON_converged,
                          .is_accepted = true,
                          .true_residual = residual,
                          .error = error};
  const tc_system_result result = {.count = 1, .solution = &x};
  const tc_system_input input = {.is_generated = is_generated};
  tc_log_record record;
  const tc_log log = log_to(&record);
  tc_system_warn_of_errors(&input, &result, "a.mtx", &log);
  expect_warning(&record, part);
}

Test(system_warnings, errors) {
  expect_error_warning(2.0, 1e-9, true, "a.mtx: x differs from the known solution by 2");
  expect_error_warning(2.0, 1e-9, false, NULL);
  expect_error_warning(1e-3, 1e-9, true, NULL);
  expect_error_warning(0.05, 1e-3, true, NULL);
}
