#include "run/systems/system_comparison.h"
#include "run/systems/system_scene.h"

enum { most = 4 };

typedef struct lists {
  const tc_method *method[most];
  const tc_preconditioner *preconditioner[most];
  const tc_strategy *strategy[most];
} lists;

static tc_method_comparison find_lists(lists *l, const char *const *methods, const char *const *strategies) {
  tc_method_comparison m = {.method = l->method,
                            .preconditioner = l->preconditioner,
                            .strategy = l->strategy,
                            .preconditioners = 1};
  for (; methods[m.methods]; m.methods++) l->method[m.methods] = tc_method_find(methods[m.methods]);
  for (; strategies[m.strategies]; m.strategies++)
    l->strategy[m.strategies] = tc_strategy_find(strategies[m.strategies]);
  l->preconditioner[0] = tc_preconditioner_find("ilu0");
  return m;
}

/* Collective. Compares the methods of *m on the system of the scene. */
static void compare(system_scene *s, tc_method_comparison *m, tc_results *results) {
  const tc_system_comparison c = {.config = s->config,
                                  .system = s->system,
                                  .input = s->input,
                                  .forecast = &s->forecast,
                                  .storage = tc_format_first(TC_ROW_FORM_MATRIX),
                                  .block_size = s->block_size,
                                  .methods = m,
                                  .results = results};
  expect_ok(tc_system_comparison_run(&c));
}

/* The matrix is not symmetric, so cg must fail. The other methods must find the same x. */
ParallelTest(system_comparison, methods) {
  static const char *const methods[] = {"gmres", "cg", "bicgstab", NULL}, *const strategies[] = {"condensed",
                                                                                                 "fine",
                                                                                                 NULL};
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  tc_results results = {0};
  lists l;
  tc_method_comparison m = find_lists(&l, methods, strategies);
  system_scene s;
  system_scene_open(world, &files, KNOWN_MACHINE, NULL, &s);
  compare(&s, &m, &results);
  cr_assert(results.count == 4 && results.failures == 2);
  cr_assert_not_null(strstr(results.failure[1].reason, "cg needs a symmetric matrix"));
  cr_assert_str_eq(results.failure[1].strategy, "fine");
  if (world->rank == 0) {
    expect_ok(tc_method_comparison_check_results(&m, s.config, 0, &results));
    const tc_result *first = &results.result[0], *fine = &results.result[1], *last = &results.result[3];
    cr_assert(isnan(first->solver->field_difference) && fine->solver->field_difference == 0.0);
    cr_assert(last->solver->field_difference > 0.0 && last->solver->field_difference < 1e-6);
    cr_assert(first->field.hash == fine->field.hash && first->field.hash != last->field.hash);
    cr_assert(first->field.min > 0.999 && first->field.max < 1.001);
    cr_assert(first->solver->record.solves == 1 && first->solver->record.first == first->solver->trial);
    cr_assert(first->measured[0].iteration_s > 0.0 && first->forecast[TC_MODEL_refined].phase_s);
    last->solver->field_difference = 0.01;
    expect_error(tc_method_comparison_check_results(&m, s.config, 0, &results), TC_NUMERICAL,
                 "bicgstab with ilu0 gives a field that differs by 0.01 (relative) from that of the first "
                 "solver");
  }
  tc_method_comparison_free(&m);
  tc_results_free(&results);
  system_scene_close(&s);
}

/* Performs a comparison of the single pair bicgstab and ilu0, and returns the hash of x. */
static uint64_t compare_one(tc_world *world, const char *const *overrides) {
  static const char *const methods[] = {"bicgstab", NULL}, *const strategies[] = {"condensed", NULL};
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  tc_results results = {0};
  lists l;
  tc_method_comparison m = find_lists(&l, methods, strategies);
  system_scene s;
  system_scene_open(world, &files, "none", overrides, &s);
  compare(&s, &m, &results);
  cr_assert(results.count == 1 && results.failures == 0);
  const uint64_t hash = results.result[0].field.hash;
  tc_method_comparison_free(&m);
  tc_results_free(&results);
  system_scene_close(&s);
  return hash;
}

/* The list of preconditioners must also replace an automatic preconditioner in the config. */
ParallelTest(system_comparison, list_of_preconditioners) {
  static const char *const automatic[] = {"solver.preconditioner.name=auto", NULL};
  cr_expect_eq(compare_one(world, automatic), compare_one(world, NULL));
}

/* A NULL entry in the list of preconditioners selects the automatic choice. Its result must name the chosen
 * preconditioner and contain the seconds of the trials. The next entry must be solved without trials. */
ParallelTest(system_comparison, automatic_entry) {
  static const char *const methods[] = {"bicgstab", NULL}, *const strategies[] = {"condensed", NULL};
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  tc_results results = {0};
  lists l;
  tc_method_comparison m = find_lists(&l, methods, strategies);
  system_scene s;
  l.preconditioner[0] = NULL;
  l.preconditioner[1] = tc_preconditioner_find("ilu0");
  m.preconditioners = 2;
  const tc_solver_set set = tc_method_comparison_set(&m);
  cr_expect_eq(__builtin_popcount(set.preconditioners), 4); /* jacobi, ssor, multigrid and ilu0 */
  system_scene_open(world, &files, "none", NULL, &s);
  compare(&s, &m, &results);
  cr_assert(results.count == 2 && results.failures == 0);
  if (world->rank == 0) {
    const tc_result_solver *chosen = results.result[0].solver, *named = results.result[1].solver;
    cr_expect(chosen->choice_s > 0.0 && named->choice_s == 0.0);
    cr_expect(strcmp(chosen->options.solver.preconditioner->name, "jacobi") == 0 ||
              strcmp(chosen->options.solver.preconditioner->name, "ssor") == 0);
    cr_expect_str_eq(named->options.solver.preconditioner->name, "ilu0");
  }
  tc_method_comparison_free(&m);
  tc_results_free(&results);
  system_scene_close(&s);
}

ParallelTest(system_comparison, all_pairs_fail) {
  static const char *const methods[] = {"cg", NULL}, *const strategies[] = {"condensed", NULL};
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  tc_results results = {0};
  lists l;
  tc_method_comparison m = find_lists(&l, methods, strategies);
  system_scene s;
  system_scene_open(world, &files, "none", NULL, &s);
  compare(&s, &m, &results);
  cr_assert(results.count == 0 && results.failures == 1);
  expect_error(tc_method_comparison_check_results(&m, s.config, 0, &results), TC_USAGE,
               "cg needs a symmetric matrix");
  tc_method_comparison_free(&m);
  tc_results_free(&results);
  system_scene_close(&s);
}
