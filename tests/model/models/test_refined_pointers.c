/* Tests of the model `refined` for strategies that read values of other ranks through pointers. */
#include <math.h>
#include <string.h>

#include "comm/exchange/strategy.h"
#include "model/approximately.h"
#include "model/step/predict.h"

static tc_stage_cost price_on(const tc_params *m, int nodes, const tc_rank_load *load) {
  return tc_model_at(TC_MODEL_refined)->stage_cost(m, nodes, load, &(tc_stage){.phase = TC_PHASE_compute});
}

static tc_stage_cost price_of(const tc_params *m, const tc_rank_load *load) { return price_on(m, 1, load); }

/* With the strategy naive, each access costs pointer_s. An access to a value of another rank on the node also
 * costs the difference from a local read. Each row of the whole mesh costs an owner test. */
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
  load.threads = 4; /* on one node the threads share this work; with several nodes a single thread does it */
  expect_near(price_of(&m, &load).own.sharing, wanted / 4.0);
  expect_near(price_on(&m, 2, &load).own.sharing, wanted);
  load.threads = 0;
  m.baseline_near_read_s = m.baseline_near_read_operation_s = 0.0;
  cr_assert(isnan(price_of(&m, &load).own.sharing));
  load.count.local_individual = 0; /* no read of the node needs the missing parameters */
  expect_near(price_of(&m, &load).own.sharing, wanted - 50 * (3.0 + 2.5));
  load.count.local_individual = 50;
  m.baseline_near_read_s = 3.5; /* less than local_read_s because of noise */
  expect_near(price_of(&m, &load).own.sharing, 1000 * 0.25 + 900 * 3.0);
}

static void fill_curve(double *curve, double first) {
  for (int w = 0; w < TC_WORKING_SETS; w++) curve[w] = first + w;
}

/* Returns a machine whose curves rise by 1 for each doubling of the working set. The smallest working set
 * contains 100 rows of width 4. */
static tc_params make_machine(void) {
  tc_params m = {0};
  for (int w = 0; w < TC_WORKING_SETS; w++) m.working_set_B[w] = 8000 << w;
  fill_curve(m.row_s[TC_KERNEL_ell][0], 10.0);
  fill_curve(m.row_s[TC_KERNEL_ell][1], 34.0);
  fill_curve(m.row_s[TC_KERNEL_pointer][0], 20.0);
  fill_curve(m.row_s[TC_KERNEL_pointer][1], 64.0);
  return m;
}

static const tc_rank_load fine_load = {.rows = 100,
                                       .kernel = ell,
                                       .width = 4,
                                       .count = {.pointer_rows = 30, .pointer_runs = 12}};

/* With the strategy fine, rows that read values of other ranks (pointer rows) occur in runs between plain
 * rows. Each run also costs the time of the interruption. This time depends on the working set, but not on
 * the width. If it was not measured, it is 0. */
Test(refined_pointers, runs_of_pointer_rows) {
  tc_params m = make_machine();
  tc_rank_load load = fine_load;
  expect_near(price_of(&m, &load).own.sharing, 30 * (20.0 - 10.0));
  fill_curve(m.pointer_run_s, 25.0);
  expect_near(price_of(&m, &load).own.sharing, 30 * (20.0 - 10.0) + 12 * 25.0);
  expect_near(price_of(&m, &load).own.memory, 100 * 10.0);
  load.rows = 400;
  expect_near(price_of(&m, &load).own.sharing, 30 * (22.0 - 12.0) + 12 * 27.0);
  load.count.pointer_runs = 1;
  expect_near(price_of(&m, &load).own.sharing, 30 * (22.0 - 12.0) + 27.0);
  load.width = 16;
  load.rows = 10;
  expect_near(price_of(&m, &load).own.sharing, 30 * (64.0 - 34.0) + 25.0);
}

/* Machine files of earlier versions contain one number instead of this curve. The number includes the extra
 * time of a pointer row and is used only if there is no curve. */
Test(refined_pointers, runs_in_earlier_machine_files) {
  tc_params m = make_machine();
  m.pointer_lone_s = 42.0;
  expect_near(price_of(&m, &fine_load).own.sharing, 30 * 10.0 + 12 * (42.0 - 10.0));
  m.pointer_lone_s = 3.0;
  expect_near(price_of(&m, &fine_load).own.sharing, 30 * 10.0);
  m.pointer_lone_s = 42.0;
  fill_curve(m.pointer_run_s, 25.0);
  expect_near(price_of(&m, &fine_load).own.sharing, 30 * 10.0 + 12 * 25.0);
}

/* The paper has no model of the strategy naive, so only the models from `refined` on support it. All of these
 * models support all other strategies. test_model_patterns.c tests the model `patterns`. */
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
