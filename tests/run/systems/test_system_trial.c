/* Tests of dry runs of linear systems. Iterations, work and traffic of each virtual rank must equal those of
 * a solve on the same number of real ranks. The forecasts must be equal, too. */
#include "run/systems/system_routine_cases.h"
#include "run/systems/system_scene.h"

#include <omp.h>

#include "run/dry_run/dry_run_cases.h"
#include "run/plan/step_workload.h"

/* Dry run of the system of a scene, on the root. */
typedef struct dry_scene {
  tc_system_trial system;
  tc_dry_run_trial trial;
  tc_dry_run runs;
} dry_scene;

static void dry_open(const system_scene *s, dry_scene *d) {
  const tc_implicit_options implicit = tc_config_implicit(s->config);
  const tc_system_options options = tc_system_config_options(s->config, tc_strategy_find("neighbour"), NULL);
  tc_dry_run_rows rows;
  *d = (dry_scene){.trial = {.colours = 0}};
  s->config->mesh.file = "the matrix";
  expect_ok(tc_system_trial_create(&s->files, &options, s->config, NULL, &d->system));
  expect_ok(tc_system_trial_run(&d->system, &implicit, &d->trial));
  expect_ok(tc_system_trial_rows(&d->system, &rows));
  expect_ok(tc_dry_run_init_with_rows(s->config, &rows, NULL, &d->runs));
  d->runs.trial = &d->trial;
}

static void dry_close(dry_scene *d) {
  tc_dry_run_trial_free(&d->trial);
  tc_system_trial_free(&d->system);
  tc_dry_run_free(&d->runs);
}

static bool differs_by_rank(int work) {
  return work == TC_WORK_sweep_messages || work == TC_WORK_sweep_values || work == TC_WORK_cycle_messages ||
         work == TC_WORK_cycle_values;
}

/* Expects equal work and traffic of a rank in the dry run and in the solve. The dry run stores the traffic of
 * one product, so it is multiplied by the number of products. */
static void expect_same_rank(const tc_measurement *dry, const tc_measurement *real, const char *strategy) {
  const tc_work *work = &real->ledger.work;
  tc_counts all = dry->ledger.count;
  cr_assert(dry->rank == real->rank && dry->node == real->node && dry->rows == real->rows);
  for (int c = 0; c < TC_COUNT_COUNT; c++) all.by_index[c] *= work->products + work->adjoint_products;
  const int count = tc_counts_difference(&all, &real->ledger.count);
  cr_assert_lt(count, 0, "%s, rank %d: %lld %s in the dry run, %lld moved", strategy, real->rank,
               (long long)all.by_index[count], tc_count_name(count),
               (long long)real->ledger.count.by_index[count]);
  const int swept = tc_counts_difference(&dry->ledger.sweep_counts, &real->ledger.sweep_counts);
  cr_assert_lt(swept, 0, "%s, rank %d: sweeps, %s", strategy, real->rank, tc_count_name(swept));
  for (int k = 0; k < TC_WORK_COUNT; k++)
    cr_assert(differs_by_rank(k) || dry->ledger.work.by_index[k] == work->by_index[k], "%s: %s", strategy,
              tc_work_name(k));
  cr_assert_eq(dry->reuse.rows, real->reuse.rows);
}

static void expect_same_result(const tc_result *dry, const tc_result *real) {
  const tc_result_solver *a = dry->solver, *b = real->solver;
  cr_assert(a->trial > 0 && a->trial == b->record.total && a->products == b->products);
  cr_assert(a->options.solver.method == b->options.solver.method && a->record.colours == b->record.colours);
  cr_assert(dry->ranks == real->ranks && dry->nodes == real->nodes && dry->storage == real->storage);
  for (int r = 0; r < real->ranks; r++)
    expect_same_rank(&dry->measured[r], &real->measured[r], real->strategy);
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    cr_assert_eq(dry->forecast[m].total_s, real->forecast[m].total_s, "%s, %s: %g s in the dry run, %g s",
                 real->strategy, tc_model_at(m)->name, dry->forecast[m].total_s, real->forecast[m].total_s);
  cr_assert(real->forecast[TC_MODEL_refined].phase_s || tc_strategy_uses_pointers(real->how), "%s",
            real->strategy);
  cr_assert(a->cycle_s == b->cycle_s && a->cycle.exchanges == b->cycle.exchanges);
  for (int k = 0; k < TC_SETUP_COUNT; k++)
    cr_assert(a->set_up.by_index[k] == b->set_up.by_index[k] || isnan(b->set_up.by_index[k]));
}

/* Collective. Solves the system with one strategy and returns the result with its forecasts. */
static void solve(system_scene *s, const tc_strategy *strategy, tc_result *out) {
  const tc_system_options options = tc_system_config_options(s->config, strategy, NULL);
  tc_system_result solved = {0};
  expect_ok(tc_system_solve(s->system, &options, s->input, &solved));
  expect_ok(tc_system_forecast_check(&s->forecast, strategy, &solved));
  expect_ok(tc_system_forecast_result(&s->forecast, &options, &solved, s->block_size, out));
  tc_system_result_free(&solved);
}

/* Root only. Returns the result of a dry run with one strategy, with its forecasts. */
static void count_dry(system_scene *s, dry_scene *d, const tc_strategy *strategy, tc_result *out) {
  const tc_dry_run_case shape = {1, s->world->ranks, s->block_size};
  const tc_dry_run_machine machine = {.origin = s->forecast.machine.origin};
  d->runs.reads = tc_params_has_read_costs(&s->forecast.machine.params, d->runs.rows.average);
  expect_ok(tc_dry_run_count(&d->runs, &shape, 1, &strategy, out));
  const tc_params params = tc_dry_run_cases_params(&d->runs, &machine, out);
  expect_ok(tc_result_forecast(&params, d->runs.rows.average, omp_get_max_threads(), true, out));
}

static void compare_strategy(system_scene *s, dry_scene *d, const tc_strategy *strategy) {
  tc_results real = {0}, dry = {0};
  tc_result *a, *b;
  expect_ok(tc_results_add(&real, 1, &b));
  solve(s, strategy, b);
  if (s->world->rank == 0) {
    expect_ok(tc_results_add(&dry, 1, &a));
    count_dry(s, d, strategy, a);
    cr_assert_eq(d->runs.rows.average, s->system->width);
    cr_assert_eq(d->runs.rows.width == 0, s->system->A->begin != NULL);
    expect_same_result(a, b);
  }
  tc_results_free(&dry);
  tc_results_free(&real);
}

static void compare(tc_world *world, const tc_system_files *files, const char *const *override) {
  system_scene s;
  dry_scene d;
  system_scene_open(world, files, KNOWN_MACHINE, override, &s);
  if (world->rank == 0) dry_open(&s, &d);
  for (int i = 0; i < tc_strategy_count(); i++)
    if (tc_strategy_is_valid(tc_strategy_at(i))) compare_strategy(&s, &d, tc_strategy_at(i));
  if (world->rank == 0) dry_close(&d);
  system_scene_close(&s);
}

ParallelTest(system_trial, rows_of_equal_length) {
  static const char *const metis[] = {"solver.method=bicgstab", "solver.preconditioner.name=ilu0",
                                      "solver.iterations=2", NULL};
  static const char *const cyclic[] = {"solver.method=bicg",         "solver.preconditioner.name=ssor",
                                       "solver.iterations=2",        "distribution.kind=cyclic",
                                       "distribution.block_size=17", NULL};
  tc_system_files files = {.matrix = system_data("orsreg_1.rua")};
  compare(world, &files, metis);
  compare(world, &files, cyclic);
}

/* sor has no preconditioner. Its sweeps are counted as work of the method. */
ParallelTest(system_trial, sor) {
  static const char *const override[] = {"solver.method=sor", "solver.preconditioner.name=none",
                                         "solver.iterations=3", NULL};
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  compare(world, &files, override);
}

/* The forecasts of a multigrid cycle and of the setup of the levels must also be equal. */
ParallelTest(system_trial, multigrid) {
  static const char *const override[] =
      {"solver.preconditioner={name: multigrid, coarsest: 50, rows_per_rank: 16}", "solver.tolerance=1e-6",
       NULL};
  const tc_system_files files = {.matrix = system_data("nos7.rsa")};
  compare(world, &files, override);
}

/* A preconditioner of scope `rank` depends on the number of ranks. The dry run must nevertheless find the
 * number of iterations of the real ranks. */
ParallelTest(system_trial, scope_rank) {
  static const char *const override[] = {"solver.method=gmres", "solver.preconditioner.name=ilu0",
                                         "solver.preconditioner.scope=rank", NULL};
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  compare(world, &files, override);
}

/* Returns the Matrix Market text of an arrow matrix of n rows. Its diagonal, first row and first column are
 * full. */
static char *arrow_text(int n) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", n, n, 3 * n - 2);
  for (int i = 1; i <= n; i++) fprintf(out, "%d %d %d\n", i, i, i == 1 ? n : 3);
  for (int i = 2; i <= n; i++) fprintf(out, "%d 1 -1\n1 %d %g\n", i, i, -1.0 / i);
  fclose(out);
  return text;
}

ParallelTest(system_trial, rows_of_very_different_length) {
  static const char *const override[] = {"solver.method=gmres", "solver.preconditioner.name=jacobi", NULL};
  char *text = arrow_text(200);
  system_text t;
  system_text_make(world, text, NULL, NULL, &t);
  compare(world, &t.files, override);
  system_text_free(world, &t);
  free(text);
}

static void expect_same_numbers(int ranks, const int64_t *dry, const int64_t *real, const char *name) {
  cr_assert(memcmp(dry, real, (size_t)ranks * sizeof *dry) == 0, "%s", name);
}

static void expect_same_version(const tc_routine_version *dry, const tc_routine_version *real) {
  const int ranks = real->ranks;
  cr_assert(dry->ranks == ranks && dry->routines == real->routines && dry->is_bitwise == real->is_bitwise);
  expect_same_numbers(ranks, dry->rows, real->rows, "rows");
  expect_same_numbers(ranks, dry->entries, real->entries, "entries");
  expect_same_numbers(ranks, dry->product_flops, real->product_flops, "FLOPs");
  for (int k = 0; k < real->routines; k++) {
    const tc_routine *a = &dry->routine[k], *b = &real->routine[k];
    cr_assert_str_eq(a->name, b->name);
    cr_assert(a->calls == b->calls && a->is_sum == b->is_sum, "%s", b->name);
    cr_assert(memcmp(a->load, b->load, (size_t)ranks * sizeof *a->load) == 0, "%s, %s", real->name, b->name);
  }
}

static void expect_same_routines(const tc_system_routines *dry, const tc_system_routines *real) {
  cr_assert(dry->method == real->method && dry->preconditioner == real->preconditioner);
  cr_assert(dry->rows == real->rows && dry->entries == real->entries && dry->added == real->added);
  cr_assert(dry->counted_products == 0 && real->counted_products > 0);
  for (int v = 0; v < TC_SYSTEM_VERSIONS; v++) {
    expect_same_version(&dry->version[v], &real->version[v]);
    cr_assert_eq(dry->cost[v].total.high, real->cost[v].total.high, "%s", real->version[v].name);
  }
  for (int level = 0; level < TC_LEVELS - 1; level++)
    cr_assert(dry->cache[level].misses == real->cache[level].misses && real->cache[level].reads > 0.0);
}

/* Root only. Expects the counts by routine of a dry run to equal those of the solve. */
static void compare_routines(system_scene *s, const tc_strategy *strategy, const tc_system_routines *real) {
  const tc_dry_run_case shape = {1, s->world->ranks, s->block_size};
  tc_system_routine_cases cases = {.strategy = NULL};
  tc_result result = {0};
  dry_scene d;
  dry_open(s, &d);
  tc_system_routine_cases_begin(&d.system, strategy, &s->forecast.machine.origin, &d.runs, &cases);
  expect_ok(tc_dry_run_count(&d.runs, &shape, 1, &strategy, &result));
  tc_system_routine_cases_end(&d.runs);
  cr_assert(cases.list.count == 1 && cases.list.item[0]->ranks == s->world->ranks);
  expect_same_routines(&cases.list.item[0]->routines, real);
  tc_free(result.measured);
  tc_free(result.solver);
  tc_system_routine_cases_free(&cases);
  dry_close(&d);
}

/* The forecasts by routine, sweeps included, must be the same on virtual ranks as for a solve on real
 * ranks. */
ParallelTest(system_trial, predictions_by_routine) {
  static const char *const override[][5] = {{"solver.method=bicgstab", "solver.preconditioner.name=ssor",
                                             NULL},
                                            {"solver.method=sor", "solver.preconditioner.name=none",
                                             "solver.iterations=3", "distribution.kind=cyclic", NULL},
                                            {"solver.method=gmres", "solver.preconditioner.name=ilu0",
                                             "solver.preconditioner.scope=rank", NULL}};
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  const tc_strategy *strategy = tc_strategy_find("condensed");
  for (int k = 0; k < 3; k++) {
    system_scene s;
    tc_system_result solved = {0};
    tc_system_routines real;
    system_scene_open(world, &files, KNOWN_MACHINE, override[k], &s);
    const tc_system_options options = tc_system_config_options(s.config, strategy, NULL);
    expect_ok(tc_system_solve(s.system, &options, s.input, &solved));
    expect_ok(tc_system_routines_create(s.system, &options, s.input, &solved,
                                        &s.forecast.machine.origin.machine.params, "a file", &real));
    if (world->rank == 0) compare_routines(&s, strategy, &real);
    tc_system_routines_free(&real);
    tc_system_result_free(&solved);
    system_scene_close(&s);
  }
}

static const char small[] = "%%MatrixMarket matrix coordinate real general\n4 4 10\n1 1 2\n1 2 -1\n2 1 -1\n"
                            "2 2 2\n2 3 -1\n3 2 -1\n3 3 2\n3 4 -1\n4 3 -1\n4 4 2\n";

ParallelTest(system_trial, more_ranks_than_rows) {
  const tc_strategy *strategy = tc_strategy_find("condensed");
  const tc_dry_run_case five = {1, 5, 100};
  system_text t;
  system_scene s;
  system_text_make(world, small, NULL, NULL, &t);
  system_scene_open(world, &t.files, "none", NULL, &s);
  if (world->rank == 0) {
    dry_scene d;
    tc_result result;
    dry_open(&s, &d);
    expect_error(tc_dry_run_count(&d.runs, &five, 1, &strategy, &result), TC_USAGE,
                 "5 ranks are more than the 4 rows of the matrix: use fewer ranks");
    dry_close(&d);
  }
  system_scene_close(&s);
  system_text_free(world, &t);
}

ParallelTest(system_trial, solves_that_fail) {
  static const char *const override[] = {"solver.most_iterations=1", NULL};
  tc_config *config = NULL;
  expect_ok(system_scene_config(world, "none", override, &config));
  if (world->rank == 0) {
    const tc_system_files files = {.matrix = system_data("orsreg_1.rua")};
    const tc_implicit_options implicit = tc_config_implicit(config);
    const tc_system_options options = tc_system_config_options(config, tc_strategy_find("fine"), NULL);
    tc_system_trial trial = {.self = NULL};
    tc_dry_run_trial out = {.colours = 0};
    expect_ok(tc_system_trial_create(&files, &options, config, NULL, &trial));
    expect_error(tc_system_trial_run(&trial, &implicit, &out), TC_NUMERICAL,
                 "reached solver.most_iterations");
    tc_dry_run_trial_free(&out);
    tc_system_trial_free(&trial);
  }
  tc_config_destroy(&config);
}
