#include "solve/observe/outcome.h"

#include <math.h>

#include "solve/space/field.h"
#include "support/formulas.h"
#include "support/problems.h"

static const cutting usual = {"gradient", "metis", TC_DISTRIBUTION_METIS, 10};

/* Creates a balance of two steps of length 0.25. The source is 2 in both steps. A flux of 3 through the
 * boundary with index m exists in the second step only. */
static tc_balance *create_filled_balance(tc_problem *p, int m, double *source, const double *value) {
  tc_balance *balance = NULL;
  p->physics->boundary[m].has_data = true;
  expect_ok(tc_problem_assemble(p, 0.0, false));
  for (int32_t i = 0; i < p->space->owned; i++) source[i] = 2.0;
  expect_ok(tc_balance_create(p, source, &balance));
  const tc_hook hook = tc_balance_hook(balance);
  tc_run_state now = {.value = value, .previous_value = value, .dt = 0.25};
  expect_ok(hook.begin(hook.self, &now));
  now.step = 1;
  expect_ok(hook.run(hook.self, &now));
  for (int32_t f = 0; f < p->system->boundary_data->faces; f++) p->system->boundary_data->datum[f] = 3.0;
  now.step = 2;
  now.last = true;
  expect_ok(hook.run(hook.self, &now));
  return balance;
}

ParallelTest(outcome, what_has_entered_and_what_entered_last) {
  static const tc_probe point[] = {{{0.3, 0.3, 0.3}, "here"}};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  const int32_t owned = p->space->owned;
  const int m = (int)tc_labels_find(p->space->markers, 2), sources = p->space->markers->count;
  double *value = calloc((size_t)owned + 1, 8), *source = malloc(8 * (size_t)owned + 8);
  tc_balance *balance = create_filled_balance(p, m, source, value);
  tc_probes *probes = NULL;
  tc_outcome *o = NULL;
  expect_ok(tc_probes_create(p->space, 1, point, &probes));
  double *initial = problem_zeros(p);
  for (int32_t i = 0; i < owned; i++) value[i] = 1.0 + 0.75;
  expect_ok(tc_outcome_create(p, probes, balance, NULL, initial, value, &o));
  free(initial);
  cr_assert_float_eq(tc_outcome_inflow(o, m), 0.75, 1e-13);
  cr_assert_float_eq(tc_outcome_rate(o, m), 3.0, 1e-12);
  cr_assert_float_eq(tc_outcome_inflow(o, sources), 1.0, 1e-13);
  cr_assert_float_eq(tc_outcome_rate(o, sources), 2.0, 1e-12);
  cr_assert_eq(tc_outcome_inflow(o, (m + 1) % sources), 0.0);
  cr_assert_lt(tc_outcome_error(o), 1e-14);
  cr_assert_lt(fabs(tc_outcome_defect(o)), 1e-14);
  cr_assert_eq(o->probe[0], 1.75);
  /* A new run resets the balance. The outcome must not change. */
  tc_balance_begin(balance, 0.0);
  expect_ok(tc_balance_update(balance));
  cr_assert_float_eq(tc_outcome_inflow(o, m), 0.75, 1e-13);
  cr_assert_lt(fabs(tc_outcome_defect(o)), 1e-14);
  cr_assert_float_eq(tc_region_stats_mean(o->digest, 0), 1.75, 1e-13);
  tc_outcome_destroy(&o);
  tc_outcome_destroy(&o);
  tc_probes_destroy(&probes);
  tc_balance_destroy(&balance);
  free(value);
  free(source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ParallelTest(outcome, without_a_balance_only_the_field_is_known) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  double *initial = problem_zeros(p), *value = problem_zeros(p), spread;
  tc_probes *probes = NULL;
  expect_ok(tc_probes_create(p->space, 0, NULL, &probes));
  for (int uniform = 0; uniform < 2; uniform++) {
    tc_outcome *o = NULL;
    for (int32_t i = 0; i < p->space->owned; i++) {
      initial[i] = 1.5 + (uniform ? 0.0 : noise((uint64_t)p->space->id[i]));
      value[i] = initial[i] + 0.25;
    }
    expect_ok(tc_field_spread(p->space, initial, &spread));
    expect_ok(tc_outcome_create(p, probes, NULL, NULL, initial, value, &o));
    cr_assert(tc_outcome_inflow(o, 0) == 0.0 && tc_outcome_rate(o, 0) == 0.0);
    cr_assert_float_eq(tc_outcome_defect(o), 0.25, 1e-13);
    cr_assert_float_eq(tc_outcome_error(o), uniform ? 0.25 / 1.75 : 0.25 / spread, 1e-13);
    tc_outcome_destroy(&o);
  }
  tc_probes_destroy(&probes);
  free(initial);
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ParallelTest(outcome, states_at_probes) {
  static const tc_probe point[] = {{{0.3, 0.3, 0.3}, "here"}, {{0.9, 0.1, 0.5}, "there"}};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  double *value = problem_zeros(p);
  tc_state_options state = {.name = "w"};
  state.initial = formula("7", 3);
  state.rate = formula("v", 6);
  const tc_source_options choice = {.states = 1, .state = &state};
  tc_source *source = NULL;
  tc_probes *probes = NULL;
  tc_outcome *o = NULL;
  expect_ok(tc_source_create(p->space, &choice, &source));
  expect_ok(tc_source_init_states(source));
  expect_ok(tc_probes_create(p->space, 2, point, &probes));
  if (probes->row[1] >= 0) tc_source_state(source, 0)[probes->row[1]] = 8.0;
  expect_ok(tc_outcome_create(p, probes, NULL, source, value, value, &o));
  const double wanted[] = {0.0, 0.0, 7.0, 8.0};
  cr_assert_eq(tc_outcome_states(o), 1);
  for (int i = 0; i < 4; i++) cr_assert_eq(o->probe[i], wanted[i], "%d", i);
  tc_outcome_destroy(&o);
  tc_probes_destroy(&probes);
  tc_source_destroy(&source);
  tc_expression_destroy(&state.initial);
  tc_expression_destroy(&state.rate);
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
