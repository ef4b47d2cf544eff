#include "run/plan/results.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "base/core/memory.h"
#include "support/expect.h"

/* Adding a result must not change the earlier results, and a new result must be empty. */
Test(results, they_are_kept_in_their_order) {
  tc_results results = {0};
  tc_result *added = NULL;
  int count = 0;
  for (int more = 1; more < 9; more++) {
    expect_ok(tc_results_add(&results, more, &added));
    for (int i = 0; i < more; i++) {
      cr_assert(added[i].strategy == NULL && added[i].measured == NULL &&
                added[i].forecast[0].phase_s == NULL);
      added[i].block_size = count++;
      expect_ok(TC_ALLOC(added[i].measured, 3));
      expect_ok(TC_ALLOC(added[i].forecast[TC_MODEL_COUNT - 1].phase_s, 3));
    }
    cr_assert_eq(results.count, count);
  }
  for (int i = 0; i < count; i++) cr_assert_eq(results.result[i].block_size, i);
  tc_results_free(&results);
  cr_assert(results.count == 0 && results.capacity == 0 && results.result == NULL);
  tc_results_free(&results);
}

/* The field of a result that is not a solution (valid = false) need not equal the others. */
Test(results, fields_of_all_solutions_are_the_same) {
  tc_result result[4] = {{.strategy = "none", .field.hash = 1},
                         {.strategy = "fine", .valid = true, .field.hash = 2},
                         {.strategy = "block", .valid = true, .field.hash = 2},
                         {.strategy = "condensed", .valid = true, .field.hash = 2}};
  const tc_results results = {.count = 4, .capacity = 4, .result = result};
  expect_ok(tc_results_check_fields(&results));
  result[3].field.hash = 3;
  expect_error(tc_results_check_fields(&results), TC_INTERNAL, "fine and condensed give different fields");
  result[3].valid = false;
  expect_ok(tc_results_check_fields(&results));
}

/* Fields of different methods may differ within the tolerance. Results of the same method must have the same
 * field. */
Test(results, fields_of_one_method_are_the_same) {
  tc_result_solver solver[2] = {{.options.solver.method = tc_method_find("cg")},
                                {.options.solver.method = tc_method_find("gmres")}};
  tc_result result[4] = {{.strategy = "fine", .valid = true, .field.hash = 2, .solver = &solver[0]},
                         {.strategy = "fine", .valid = true, .field.hash = 3, .solver = &solver[1]},
                         {.strategy = "block", .valid = true, .field.hash = 2, .solver = &solver[0]},
                         {.strategy = "block", .valid = true, .field.hash = 3, .solver = &solver[1]}};
  const tc_results results = {.count = 4, .capacity = 4, .result = result};
  expect_ok(tc_results_check_fields(&results));
  result[3].field.hash = 2;
  expect_error(tc_results_check_fields(&results), TC_INTERNAL, "fine and block give different fields");
}

Test(results, failures_are_kept_and_the_last_result_can_go) {
  tc_results results = {0};
  tc_result *added = NULL;
  for (int i = 0; i < 20; i++) {
    tc_failure failure = {.method = "cg", .block_size = i};
    snprintf(failure.reason, sizeof failure.reason, "reason %d", i);
    expect_ok(tc_results_add_failure(&results, &failure));
  }
  cr_assert_eq(results.failures, 20);
  for (int i = 0; i < 20; i++) cr_expect_eq(results.failure[i].block_size, i);
  cr_expect_str_eq(results.failure[7].reason, "reason 7");
  expect_ok(tc_results_add(&results, 2, &added));
  expect_ok(TC_ALLOC(added[1].measured, 3));
  tc_results_remove_last(&results);
  cr_expect_eq(results.count, 1);
  tc_results_free(&results);
  cr_assert(results.failures == 0 && results.failure == NULL);
}
