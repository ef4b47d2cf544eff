/* Tests of the model `hierarchy`, which adds the cost of single reads of x to the model `refined`. Curves and
 * counts are invented. */
#include "machine/limits/read_costs.h"

#include "model/approximately.h"
#include "model/step/model.h"

#define model tc_model_at(TC_MODEL_hierarchy)

/* Largest reuse distance in the benchmark of single reads, divided by the spread of the reads, for the widths
 * 4 and 16 (machine/limits/read_costs.c). At width 4, each read also streams 18 bytes of the matrix and of
 * other vectors, so the ratio is 1 + 2 * 18 / 64. */
static const double reach4 = 1.5625, reach16 = 1.421875;

/* Returns a machine measured with reads spread over 1, 2, .. 512 KiB. A read costs `first` at distances up to
 * 4 KiB, and `later` at larger distances. */
static tc_params machine_make(double first, double later) {
  tc_params m = {.spread_B = {0}};
  for (int i = 0; i < TC_SPREADS; i++) {
    const double S = 1024 << i, cheap = 4 * 1024;
    m.spread_B[i] = S;
    m.gather4_s[i] = S <= cheap ? first : (cheap * first + (S - cheap) * later) / S;
    m.gather16_s[i] = m.gather4_s[i] / 2.0;
  }
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    m.working_set_B[w] = 1 << (20 + w);
    m.row_s[ell][0][w] = 10.0;
    m.row_s[ell][1][w] = 34.0;
  }
  return m;
}

static void expect_cost(const tc_read_costs *costs, double bytes, double wanted) {
  const double got = tc_read_cost_s(costs, bytes);
  cr_assert(fabs(got - wanted) <= 1e-9 * (1.0 + wanted), "%g bytes: %.15g, not %g", bytes, got, wanted);
}

Test(hierarchy, costs_by_distance) {
  const tc_params m = machine_make(1.0, 9.0);
  tc_read_costs costs;
  cr_assert(tc_read_costs_init(&m, 0, &costs));
  expect_near(costs.reach_B[0], 1024 * reach4);
  expect_cost(&costs, 0.0, 1.0);
  expect_cost(&costs, 4096 * reach4 - 1.0, 1.0);
  expect_cost(&costs, 4096 * reach4 + 1.0, 9.0);
  expect_cost(&costs, 1e12, 9.0);
  cr_assert(tc_read_costs_init(&m, 1, &costs));
  expect_near(costs.reach_B[0], 1024 * reach16);
  expect_cost(&costs, 4096 * reach16 - 1.0, 0.5);
  expect_cost(&costs, 4096 * reach16 + 1.0, 4.5);
}

/* For random measured curves, the derived costs per read must not be negative and must not decrease with the
 * distance. Their mean over all distances must equal the measured cost at the largest spread. */
Test(hierarchy, costs_of_noise_rise) {
  for (unsigned seed = 1; seed <= 200; seed++) {
    tc_params m = machine_make(1.0, 9.0);
    tc_read_costs costs;
    unsigned n = seed;
    for (int i = 0; i < TC_SPREADS; i++) {
      n = n * 1664525u + 1013904223u;
      m.gather4_s[i] = 1.0 + 9.0 * (n >> 8) / 16777216.0;
    }
    cr_assert(tc_read_costs_init(&m, 0, &costs));
    double spent = 0.0, begin = 0.0;
    for (int i = 0; i < TC_SPREADS; i++) {
      cr_assert(costs.read_s[i] >= (i > 0 ? costs.read_s[i - 1] : 0.0), "seed %u, %d", seed, i);
      spent += (costs.reach_B[i] - begin) * costs.read_s[i];
      begin = costs.reach_B[i];
    }
    cr_assert(fabs(spent / begin - m.gather4_s[TC_SPREADS - 1]) < 1e-9, "seed %u", seed);
  }
}

/* If the derived costs of consecutive distance intervals decrease, the model replaces them by their mean,
 * weighted by the lengths of the intervals. If all later costs decrease, they have one common mean. */
Test(hierarchy, neighbours_that_fall_share_their_mean) {
  tc_params m = machine_make(2.0, 2.0);
  tc_read_costs costs;
  m.gather4_s[1] = 1.0; /* derivatives: 2 for the first KiB, 0 for the second */
  cr_assert(tc_read_costs_init(&m, 0, &costs));
  expect_cost(&costs, 100.0, 1.0);
  expect_cost(&costs, 1900.0, 1.0);
  expect_cost(&costs, 3000.0 * reach4, 1022.0 / 510.0); /* 3 up to 4 KiB, then 2: one mean */
}

Test(hierarchy, what_is_not_known) {
  tc_params m = machine_make(1.0, 9.0);
  tc_read_costs costs;
  m.gather4_s[3] = 0.0;
  cr_assert_not(tc_read_costs_init(&m, 0, &costs));
  cr_assert(tc_read_costs_init(&m, 1, &costs));
  m.spread_B[5] = m.spread_B[4];
  cr_assert_not(tc_read_costs_init(&m, 1, &costs));
}

/* ---- forecasts of the model `hierarchy` ---- */

/* Returns the number of the bin that contains a distance. */
static int bin_of(double bytes) {
  int b = 0;
  while (tc_reuse_bin_bytes(b + 1) <= bytes) b++;
  return b;
}

static double computing(const tc_params *m, int width, const tc_reuse *reuse, bool by_terms) {
  const tc_rank_load load = {.rows = 1000, .kernel = ell, .width = width, .reuse = reuse, .count.terms = 100};
  const tc_stage stage = {.phase = TC_PHASE_compute, .by_terms = by_terms};
  return model->stage_cost(m, 1, &load, &stage).own.memory;
}

/* A rank without rows must cost nothing, although its reads were not counted. A rank with a row but without
 * counted reads must have an unknown cost. */
Test(hierarchy, a_rank_without_rows) {
  const tc_params m = machine_make(1.0, 9.0);
  const tc_rank_load none = {.kernel = ell, .width = 4}, one = {.rows = 1, .kernel = ell, .width = 4};
  const tc_stage stage = {.phase = TC_PHASE_compute};
  cr_assert_eq(model->stage_cost(&m, 1, &none, &stage).own.memory, 0.0);
  cr_assert(isnan(model->stage_cost(&m, 1, &one, &stage).own.memory));
}

Test(hierarchy, reads_beyond_the_usual_ones) {
  tc_params m = machine_make(1.0, 9.0);
  tc_reuse reuse = {.rows = 1000, .lines = 125};
  const double refined = 1000 * 10.0;
  m.pack_s = 1.0;
  expect_near(computing(&m, 4, &reuse, false), refined);
  reuse.scattered[bin_of(3000)] = 7.0;
  expect_near(computing(&m, 4, &reuse, false), refined + 7.0);
  reuse.scattered[bin_of(1 << 20)] = 5.0;
  expect_near(computing(&m, 4, &reuse, false), refined + 7.0 + 45.0);
  reuse.in_order[bin_of(1 << 20)] = reuse.cold_in_order = 1e6; /* prefetched reads cost nothing */
  expect_near(computing(&m, 4, &reuse, false), refined + 7.0 + 45.0);
  reuse.cold = 2.0; /* reuse distance 72 000 bytes: 1000 rows of 64 bytes and 125 lines of 64 bytes */
  expect_near(computing(&m, 4, &reuse, false), refined + 7.0 + 45.0 + 18.0);
  expect_near(computing(&m, 16, &reuse, false), 34000.0 + (7.0 + 45.0 + 18.0) / 2.0);
  expect_near(computing(&m, 10, &reuse, false), 22000.0 + (7.0 + 45.0 + 18.0) * 0.75);
  reuse.cold = -20.0; /* fewer cold reads than in the benchmark do not reduce the cost */
  expect_near(computing(&m, 4, &reuse, false), refined);
  reuse.cold = 20.0;
  expect_near(computing(&m, 4, &reuse, true), 100 * (10.0 / 5.0 + 1.0)); /* same cost as in `refined` */
  cr_assert(isnan(computing(&m, 4, NULL, false)), "not counted");
  cr_assert(isnan(computing(&m, 4, NULL, true)), "uncounted reads make the cost of terms unknown too");
  m.gather16_s[0] = 0.0;
  expect_near(computing(&m, 4, &reuse, false), refined + 7.0 + 45.0 + 180.0);
  cr_assert(isnan(computing(&m, 16, &reuse, false)), "not measured");
  cr_assert(isnan(computing(&m, 10, &reuse, false)), "width 10 is interpolated from widths 4 and 16");
}

/* Stages other than computing must cost the same as in `refined`. */
Test(hierarchy, all_else_is_refined) {
  const tc_params m = {.pack_s = 3.0};
  const tc_rank_load load = {.rows = 1000, .kernel = ell, .width = 4, .count.local_values_out = 11};
  const tc_stage stage = {.phase = TC_PHASE_pack};
  expect_near(model->stage_cost(&m, 1, &load, &stage).own.memory, 33.0);
}
