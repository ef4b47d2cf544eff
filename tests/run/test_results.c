#include "run/results.h"

#include <criterion/criterion.h>

#include "base/memory.h"
#include "support/expect.h"

/* Results stay what they are while others come, and new ones are empty. */
Test(results, they_are_kept_in_their_order) {
  tc_results results = {0};
  tc_result *added = NULL;
  int count = 0;
  for (int more = 1; more < 9; more++) {
    expect_ok(tc_results_add(&results, more, &added));
    for (int i = 0; i < more; i++) {
      cr_assert(added[i].strategy == NULL && added[i].measured == NULL && added[i].forecast[0].part == NULL);
      added[i].block_size = count++;
      expect_ok(TC_ALLOC(added[i].measured, 3));
      expect_ok(TC_ALLOC(added[i].forecast[TC_MODEL_COUNT - 1].part, 3));
    }
    cr_assert_eq(results.count, count);
  }
  for (int i = 0; i < count; i++) cr_assert_eq(results.result[i].block_size, i);
  tc_results_free(&results);
  cr_assert(results.count == 0 && results.room == 0 && results.result == NULL);
  tc_results_free(&results);
}
