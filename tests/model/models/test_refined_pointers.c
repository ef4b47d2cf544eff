/* The refined model of strategies whose arrays are all reached through pointers-to-shared. */
#include <math.h>
#include <string.h>

#include "comm/exchange/strategy.h"
#include "model/approximately.h"
#include "model/step/predict.h"

static tc_stage_cost price_on(const tc_params *m, int nodes, const tc_rank_load *load) {
  return tc_model_at(TC_MODEL_refined)->stage_cost(m, nodes, load, &(tc_stage){.phase = TC_PHASE_compute});
}

static tc_stage_cost price_of(const tc_params *m, const tc_rank_load *load) { return price_on(m, 1, load); }

/* naive: each access by what it takes, those of the node by what they take beyond own ones, the owner asked
 * of every row. */
Test(refined_pointers, pointers_to_shared) {
  tc_params m = {.working_set_B = {8000}};
  tc_rank_load load = {.rows = 100, .kernel = TC_KERNEL_ell, .width = 4};
  load.count = (tc_counts){.owner_tests = 1000, .shared_local = 850, .local_individual = 50};
  m.row_s[TC_KERNEL_ell][0][0] = 10.0;
  m.row_s[TC_KERNEL_ell][1][0] = 34.0;
  cr_assert(isnan(price_of(&m, &load).own.sharing));
  m.owner_test_s = 0.25;
  m.pointer_s = 3.0, m.local_read_s = 4.0;
  m.baseline_near_read_s = 6.0, m.baseline_near_read_operation_s = 0.5;
  const double wanted = 1000 * 0.25 + 900 * 3.0 + 50 * 2.5;
  expect_near(price_of(&m, &load).own.memory, 100 * 10.0);
  expect_near(price_of(&m, &load).own.sharing, wanted);
  load.threads = 4; /* on one node they share the walk, across nodes one of them does it */
  expect_near(price_of(&m, &load).own.sharing, wanted / 4.0);
  expect_near(price_on(&m, 2, &load).own.sharing, wanted);
  load.threads = 0;
  m.baseline_near_read_s = m.baseline_near_read_operation_s = 0.0;
  cr_assert(isnan(price_of(&m, &load).own.sharing));
  load.count.local_individual = 0; /* nobody needs it */
  expect_near(price_of(&m, &load).own.sharing, wanted - 50 * (3.0 + 2.5));
  load.count.local_individual = 50;
  m.baseline_near_read_s = 3.5; /* noise */
  expect_near(price_of(&m, &load).own.sharing, 1000 * 0.25 + 900 * 3.0);
}

/* Whether models describe strategies of which the paper has no model. */
Test(refined_pointers, who_describes_pointers) {
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    for (int s = 0; s < tc_strategy_count(); s++) {
      const bool naive = strcmp(tc_strategy_at(s)->name, "naive") == 0;
      cr_expect_eq(tc_strategy_uses_pointers(tc_strategy_at(s)), naive);
      if (m != TC_MODEL_patterns)
        cr_expect_eq(tc_model_supports(tc_model_at(m), tc_strategy_traffic(tc_strategy_at(s))),
                     !naive || m >= TC_MODEL_refined, "%s of %s", tc_strategy_at(s)->name,
                     tc_model_at(m)->name);
    }
}
