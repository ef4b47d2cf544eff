#include "local_machine.h"

#include <math.h>

#include "machine/parameters/memory_reader.h"
#include "support/expect.h"

/* The spreads of the measured single reads increase up to the size of x. After some samples, the machine must
 * have all parameters that a forecast needs. */
Test(own_machine, all_is_known_in_the_end) {
  static kn_local_machine m;
  tc_read_costs costs;
  kn_local_machine_init(kn_row_form_at(0), KN_LOCAL_ROWS_MIN, 2, &m);
  cr_assert(isnan(m.adjacent_s));
  for (int i = 1; i < TC_SPREADS; i++) cr_assert_gt(m.params.spread_B[i], m.params.spread_B[i - 1]);
  cr_assert_eq(m.params.spread_B[TC_SPREADS - 1], 8.0 * KN_LOCAL_ROWS_MIN);
  expect_ok(kn_local_machine_sample(&m));
  const double together_s = m.adjacent_s, level_s = m.level_s[0];
  cr_assert_gt(together_s, 0.0);
  for (int k = 0; k < 8; k++) expect_ok(kn_local_machine_sample(&m));
  cr_assert(m.adjacent_s <= together_s);
  cr_assert(m.level_s[0] <= level_s || isnan(level_s)); /* the fastest sample must be used */
  kn_local_machine_compute(&m);
  cr_assert_eq(m.adjacent_reuse.rows, KN_LOCAL_ROWS_MIN);
  cr_assert(tc_read_costs_init(&m.params, 0, &costs));
  for (int level = 0; level < TC_LEVELS; level++)
    cr_assert_eq(m.params.level_Bps[level] > 0.0, m.params.level_cache_B[level] > 0.0);
}

/* On a machine with two cache levels, the size of the third level is 0, and this level must have no
 * bandwidth. */
Test(own_machine, without_a_third_cache) {
  static kn_local_machine m;
  kn_local_machine_init(kn_row_form_at(0), KN_LOCAL_ROWS_MIN, 1, &m);
  for (int level = 0; level < TC_LEVELS; level++) {
    m.params.level_cache_B[level] = level < TC_LEVELS - 1 ? 1024 << (5 * level) : 0.0;
    m.level_B[level] = tc_memory_reader_level_B(m.params.level_cache_B, level, 1, 1 << 22);
  }
  cr_assert_eq(m.level_B[TC_LEVELS - 1], 0.0);
  expect_ok(kn_local_machine_sample(&m));
  kn_local_machine_compute(&m);
  for (int level = 0; level < TC_LEVELS; level++)
    cr_assert_eq(m.params.level_Bps[level] > 0.0, level < TC_LEVELS - 1, "level %d", level);
}
