#include "run/dry_run/dry_run_trial.h"

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"
#include "run/dry_run/dry_run.h"
#include "run/dry_run/dry_run_cases.h"
#include "run/dry_run/dry_run_report.h"
#include "run/run_case.h"

/* Creates the scene of a run whose steps need many solver iterations, so that the number of iterations
 * depends on the preconditioner. */
static void begin(tc_world *world, const char *preconditioner, const char *scheme, const char *kind,
                  scene *s) {
  char text[200];
  scene_make(world, s);
  scene_set(s, "time={method: implicit, multiple: 300, steps: 2}");
  scene_set(s, preconditioner);
  snprintf(text, sizeof text, "diffusion.scheme=%s", scheme);
  scene_set(s, text);
  snprintf(text, sizeof text, "distribution={kind: %s, block_size: 5}", kind);
  scene_set(s, text);
}

/* Returns the number of iterations that a dry run with this number of ranks reports. */
static int64_t count_iterations(tc_dry_run *runs, int32_t ranks) {
  const tc_strategy *strategy = tc_strategy_find("condensed");
  const tc_dry_run_case shape = {1, ranks, 5};
  tc_result result;
  expect_ok(tc_dry_run_count(runs, &shape, 1, &strategy, &result));
  const int64_t trial = result.solver->trial;
  tc_free(result.solver);
  tc_free(result.measured);
  return trial;
}

/* One process must count the iterations that real ranks need in their first step. The count must be the same
 * after a dry run with other ranks. */
static void compare(tc_world *world, const char *preconditioner, const char *scheme, const char *kind) {
  scene s;
  tc_session session = {0};
  begin(world, preconditioner, scheme, kind, &s);
  scene_begin(&s, &session);
  expect_ok(tc_forecasts_run_trial_step(&session.forecasts, NULL));
  const int64_t wanted = session.forecasts.trial.iterations;
  cr_assert_gt(wanted, 4);
  if (world->rank == 0) {
    tc_dry_run_trial trial = {.colours = 0};
    tc_dry_run runs = {0};
    expect_ok(tc_dry_run_trial_init(&s.choice, &s.environment, NULL, &trial));
    expect_ok(tc_dry_run_init(session.plan.config, NULL, &runs));
    runs.trial = &trial;
    const int64_t first = count_iterations(&runs, world->ranks), other = count_iterations(&runs, 7),
                  again = count_iterations(&runs, world->ranks);
    cr_expect(first == wanted && again == wanted, "%s, %s, %s, %d ranks: %d and %d in the dry run, %d real",
              preconditioner, scheme, kind, world->ranks, (int)first, (int)again, (int)wanted);
    const bool follows = trial.options.solver.preconditioner_options.scope == TC_SCOPE_RANK;
    cr_expect(follows ? other != count_iterations(&runs, 1) : other == wanted, "%s, %s, %s, 7 ranks: %d",
              preconditioner, scheme, kind, (int)other);
    tc_dry_run_free(&runs);
    tc_dry_run_trial_free(&trial);
  }
  tc_session_close(&session);
  scene_free(&s);
}

ThreadedTest(imagined_trial, iterations_of_real_ranks) {
  static const char *const preconditioner[] =
      {"solver.preconditioner={name: ilu0, scope: rank}",
       "solver.preconditioner={name: ssor, scope: rank}",
       "solver.preconditioner={name: ilut, scope: rank}",
       "solver={method: sor, preconditioner: {scope: rank}, most_iterations: 5000}",
       "solver.preconditioner={name: ilu0, scope: global}",
       "solver.preconditioner={name: multigrid, coarsest: 10}"};
  for (size_t k = 0; k < sizeof preconditioner / sizeof *preconditioner; k++) {
    compare(world, preconditioner[k], "two-point", "metis");
    compare(world, preconditioner[k], "gradient", "metis");
    compare(world, preconditioner[k], "gradient", "cyclic");
  }
}

/* Creates the multigrid hierarchy of the session on the real ranks, and returns its figures combined over all
 * ranks. */
static void create_levels(const tc_session *session, tc_multigrid_figures *out) {
  const tc_prepared *p = &session->prepared;
  const tc_linear_system system = tc_prepared_system(p);
  const tc_implicit_steps implicit = tc_prepared_implicit(p, NULL);
  tc_ell *two_point = NULL;
  tc_multigrid *m = NULL;
  expect_ok(tc_problem_create_two_point(p->problem, &two_point));
  expect_ok(tc_multigrid_create(&system, two_point ? two_point : system.R,
                                &implicit.options.solver.preconditioner_options.multigrid, &m));
  *out = *tc_multigrid_get_figures(m);
  expect_ok(tc_multigrid_figures_combine(system.world, out));
  tc_multigrid_destroy(&m);
  tc_ell_destroy(&two_point);
}

static void expect_level(const tc_multigrid_level *found, const tc_multigrid_level *wanted, int level) {
  cr_expect_eq(found->rows, wanted->rows, "level %d", level);
  cr_expect_eq(found->entries, wanted->entries, "level %d", level);
  cr_expect_eq(found->ranks, wanted->ranks, "level %d: %d, not %d", level, found->ranks, wanted->ranks);
  cr_expect_eq(found->ghosts, wanted->ghosts, "level %d: %d, not %d", level, (int)found->ghosts,
               (int)wanted->ghosts);
  cr_expect_eq(found->peers, wanted->peers, "level %d: %d, not %d", level, found->peers, wanted->peers);
  cr_expect_eq(found->rank_rows, wanted->rank_rows, "level %d: %lld, not %lld", level,
               (long long)found->rank_rows, (long long)wanted->rank_rows);
  cr_expect(memcmp(&found->cycle, &wanted->cycle, sizeof found->cycle) == 0,
            "level %d: %lld messages with %lld values, not %lld with %lld", level,
            (long long)found->cycle.messages, (long long)found->cycle.values,
            (long long)wanted->cycle.messages, (long long)wanted->cycle.values);
}

/* Expects the multigrid levels of a dry run to be those of the real ranks. */
static void compare_levels(scene *s, const tc_session *session, const tc_multigrid_figures *real) {
  const tc_strategy *strategy = tc_strategy_find("condensed");
  const tc_dry_run_case shape = {s->world->nodes, s->world->ranks / s->world->nodes, 5};
  tc_dry_run_trial trial = {.colours = 0};
  tc_dry_run runs = {0};
  tc_result result;
  expect_ok(tc_dry_run_trial_init(&s->choice, &s->environment, NULL, &trial));
  expect_ok(tc_dry_run_init(session->plan.config, &s->log, &runs));
  runs.trial = &trial;
  expect_ok(tc_dry_run_count(&runs, &shape, 1, &strategy, &result));
  const tc_multigrid_figures *found = &result.solver->record.multigrid;
  cr_assert(found->levels == real->levels && real->levels >= 3, "%d levels", real->levels);
  for (int l = 0; l < real->levels; l++) expect_level(&found->level[l], &real->level[l], l);
  cr_expect(memcmp(&found->cycle, &real->cycle, sizeof found->cycle) == 0, "%lld messages, not %lld",
            (long long)found->cycle.messages, (long long)real->cycle.messages);
  tc_free(result.solver);
  tc_free(result.measured);
  tc_dry_run_free(&runs);
  tc_dry_run_trial_free(&trial);
}

/* A dry run must count ranks, ghosts, peers and messages of each multigrid level exactly. In the last case,
 * each rank is on a node of its own. */
ParallelTest(imagined_trial, levels_of_multigrid) {
  static const char *const scheme[] = {"two-point", "gradient", "two-point"}, *const kind[] = {"metis",
                                                                                               "metis",
                                                                                               "cyclic"};
  for (int k = 0; k < 3; k++) {
    scene s;
    tc_session session = {0};
    tc_multigrid_figures *real = NULL;
    tc_world_set_ranks_per_node(world, k == 2 ? 1 : 0);
    begin(world, "solver.preconditioner={name: multigrid, coarsest: 10, rows_per_rank: 16}", scheme[k],
          kind[k], &s);
    scene_begin(&s, &session);
    expect_ok(TC_ALLOC(real, 1));
    create_levels(&session, real);
    if (world->rank == 0) compare_levels(&s, &session, real);
    tc_free(real);
    tc_session_close(&session);
    scene_free(&s);
  }
  tc_world_set_ranks_per_node(world, 0);
}

/* If the solver fails in the trial step of a case, the error must contain the number of ranks of this
 * case. */
ParallelTest(imagined_trial, failures) {
  scene s;
  tc_session session = {0};
  begin(world, "solver={most_iterations: 2, preconditioner: {name: ilu0, scope: rank}}", "two-point", "metis",
        &s);
  expect_ok(scene_open(&s, &session));
  if (world->rank == 0) {
    tc_dry_run_trial trial = {.colours = 0};
    tc_dry_run runs = {0};
    tc_result result;
    const tc_strategy *strategy = tc_strategy_find("condensed");
    const tc_dry_run_case shape = {1, 4, 5};
    expect_ok(tc_dry_run_trial_init(&s.choice, &s.environment, NULL, &trial));
    expect_ok(tc_dry_run_init(session.plan.config, NULL, &runs));
    runs.trial = &trial;
    expect_error(tc_dry_run_count(&runs, &shape, 1, &strategy, &result), TC_NUMERICAL,
                 "4 ranks: step 1: cg reached");
    tc_dry_run_free(&runs);
    tc_dry_run_trial_free(&trial);
  }
  tc_session_close(&session);
  scene_free(&s);
}

/* Fills in the results of a dry run of the scene with one strategy on two ranks, and their report. */
static void predict(scene *s, tc_dry_run_trial *trial, tc_report *report, tc_dry_run *runs,
                    tc_results *results, tc_dry_run_machine *machine, tc_plan *plan) {
  const tc_strategy *strategy = tc_strategy_find("condensed");
  const tc_dry_run_cases cases = {{1, {1}}, {1, {2}}, {1, {60}}, 1, &strategy};
  tc_params params;
  expect_ok(tc_run_options_read_config(&s->choice, s->world, &plan->config));
  plan->options = &s->choice;
  plan->environment = &s->environment;
  plan->log = &s->log;
  expect_ok(tc_dry_run_init(plan->config, NULL, runs));
  runs->trial = trial;
  runs->log = &s->log;
  expect_ok(tc_machine_lookup_file(KNOWN_MACHINE, NULL, &machine->origin));
  expect_ok(tc_dry_run_cases_run(&cases, runs, machine, results, &params));
  const tc_dry_run_facts facts = {plan, runs, machine, results, &params, true, NULL};
  tc_dry_run_report(&facts, report);
  expect_ok(tc_dry_run_report_methods(&facts, report));
}

/* The setup of a dry run finds the number of explicit Euler steps to time.end. The seconds in the row of
 * explicit Euler must be this number times the forecast of one step. */
ParallelTest(imagined_trial, methods_of_explicit_euler) {
  scene s;
  scene_make(world, &s);
  scene_set(&s, "time={end: 0.05, steps: null}");
  scene_set(&s, "diffusion.scheme=two-point");
  if (world->rank == 0) {
    tc_dry_run_trial trial = {.colours = 0};
    tc_dry_run runs = {0};
    tc_results results = {0};
    tc_dry_run_machine machine = {0};
    tc_plan plan = {0};
    tc_report report;
    tc_world *self = NULL;
    expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
    s.world = self;
    expect_ok(tc_dry_run_trial_init_with_methods(&s.choice, &s.environment, NULL, false, &trial));
    predict(&s, &trial, &report, &runs, &results, &machine, &plan);
    s.world = world;
    cr_expect_gt(tc_dry_run_steps(&runs), 10);
    cr_expect_eq(report.steps, tc_dry_run_steps(&runs));
    const tc_time_method *row = report.time_methods->item;
    cr_expect_float_eq(row->seconds, (double)report.steps * results.result->forecast[report.model].total_s,
                       1e-12 * row->seconds);
    cr_expect(row[1].seconds > 0.0 && row[2].seconds > row[1].seconds);
    tc_results_free(&results);
    tc_dry_run_free(&runs);
    tc_dry_run_trial_free(&trial);
    tc_dry_run_machine_free(&machine);
    tc_config_destroy(&plan.config);
    tc_world_destroy(&self);
  }
  scene_free(&s);
}

/* The log must describe the multigrid levels once for each number of ranks. */
ParallelTest(imagined_trial, logged_levels) {
  scene s;
  begin(world, "solver.preconditioner={name: multigrid, coarsest: 10, rows_per_rank: 16}", "two-point",
        "metis", &s);
  if (world->rank == 0) {
    tc_dry_run_trial trial = {.colours = 0};
    tc_dry_run runs = {0};
    tc_results results = {0};
    tc_dry_run_machine machine = {0};
    tc_plan plan = {0};
    tc_report report;
    tc_world *self = NULL;
    expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
    s.world = self;
    expect_ok(tc_dry_run_trial_init(&s.choice, &s.environment, NULL, &trial));
    predict(&s, &trial, &report, &runs, &results, &machine, &plan);
    s.world = world;
    fflush(NULL);
    const char *head = strstr(s.said, "multigrid on 2 ranks: ");
    cr_assert(head && !strstr(head + 1, "multigrid on"), "%s", s.said);
    cr_expect(strstr(head, "peers (max)  ghosts (max)"));
    tc_results_free(&results);
    tc_dry_run_free(&runs);
    tc_dry_run_trial_free(&trial);
    tc_dry_run_machine_free(&machine);
    tc_config_destroy(&plan.config);
    tc_world_destroy(&self);
  }
  scene_free(&s);
}

/* With `time.method: auto`, the setup of a dry run must choose the same method as a run. */
ParallelTest(imagined_trial, automatic_method) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "initial=\"exp(-((x-0.1)^2+y^2)/0.05)\"");
  scene_set(&s, "diffusion.scheme=two-point");
  scene_set(&s, "time={method: auto, end: 5, steps: null, tolerance: 1e-2}");
  scene_begin(&s, &session);
  const tc_time_methods *of_run = &session.prepared.choices.choice;
  if (world->rank == 0) {
    tc_dry_run_trial trial = {.colours = 0};
    tc_config *config = NULL;
    expect_ok(tc_config_parse(session.plan.config->path, session.plan.config->text, s.choice.overrides,
                              s.choice.override, &config));
    expect_ok(tc_dry_run_trial_init(&s.choice, &s.environment, NULL, &trial));
    cr_expect_eq(trial.method, session.plan.config->time.method);
    cr_expect_eq(trial.choice.count, of_run->count);
    for (int k = 0; k < of_run->count; k++)
      cr_expect_eq(trial.choice.item[k].products, of_run->item[k].products);
    tc_dry_run_trial_choose_method(&trial, config);
    cr_expect_eq(config->time.method, trial.method);
    tc_config_destroy(&config);
    tc_dry_run_trial_free(&trial);
  }
  tc_session_close(&session);
  scene_free(&s);
}

/* The setup of a dry run with time.method: auto chooses implicit steps with error control. Their trial step
 * is the mean step of a trial, and the comparison of methods contains their forecast. */
ParallelTest(imagined_trial, automatic_implicit_steps) {
  scene s;
  scene_make(world, &s);
  scene_set(&s, "initial=\"exp(-((x-0.1)^2+y^2)/0.05)\"");
  scene_set(&s, "diffusion.scheme=two-point");
  scene_set(&s, "time={method: auto, end: 50, steps: null, tolerance: 0.2, stages: 2}");
  if (world->rank == 0) {
    tc_dry_run_trial trial = {.colours = 0};
    expect_ok(tc_dry_run_trial_init_with_methods(&s.choice, &s.environment, NULL, false, &trial));
    const tc_time_method *row = &trial.methods.table.item[trial.methods.table.count - 1];
    const tc_error_control_record *record = &trial.controlled.record;
    cr_expect_str_eq(trial.method->name, "implicit");
    cr_assert(record->steps > 1 && trial.trial.solved);
    cr_expect_eq(trial.trial.work.products,
                 (trial.controlled.solver.work.products + record->steps / 2) / record->steps);
    cr_expect(row->is_own && row->products_low < row->products && row->products < row->products_high);
    cr_expect_gt(row->products, record->products);
    tc_dry_run_trial_free(&trial);
  }
  scene_free(&s);
}

/* A complete trial of implicit steps with error control makes the steps of the run, on any number of ranks.
 */
ParallelTest(imagined_trial, complete_implicit_trial) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "initial=\"exp(-((x-0.1)^2+y^2)/0.05)\"");
  scene_set(&s, "diffusion.scheme=gradient");
  scene_set(&s, "time={method: implicit, end: 0.5, steps: null, tolerance: 1e-2, theta: 0.5}");
  scene_begin(&s, &session);
  expect_ok(tc_session_run(&session, tc_strategy_find("neighbour"), 65536, NULL));
  if (world->rank == 0) {
    tc_dry_run_trial trial = {.colours = 0};
    expect_ok(tc_dry_run_trial_init_with_methods(&s.choice, &s.environment, NULL, true, &trial));
    const tc_time_method *row = &trial.methods.table.item[trial.methods.table.count - 1];
    cr_expect_eq(row->steps, session.run.controlled.steps);
    cr_expect_eq(row->products, session.run.controlled.products);
    cr_expect(row->products_low == row->products && row->products_high == row->products);
    tc_dry_run_trial_free(&trial);
  }
  tc_session_close(&session);
  scene_free(&s);
}

/* The setup of a dry run writes its result to the cache of stable steps, which the run then reads. The
 * forecast of a job on this machine therefore has no search, and that of a job elsewhere has one. */
ParallelTest(imagined_trial, cached_step) {
  scene s;
  tc_session session = {0};
  char cache[400];
  scene_make(world, &s);
  snprintf(cache, sizeof cache, "%s/cache", s.f.path);
  setenv("XDG_CACHE_HOME", cache, 1);
  scene_set(&s, "diffusion.scheme=gradient");
  scene_set(&s, "time={method: rkl2, steps: 2, dt: 0.02}");
  tc_stable_step step[3] = {{.products = 0}};
  for (int k = 0; k < 3 && world->rank == 0; k++) {
    tc_dry_run_trial trial = {.uses_step_cache = k > 0};
    expect_ok(tc_dry_run_trial_init(&s.choice, &s.environment, NULL, &trial));
    step[k] = trial.stable_step;
    tc_dry_run_trial_free(&trial);
  }
  MPI_Barrier(tc_world_comm(world));
  scene_begin(&s, &session);
  const tc_stable_step *of_run = &session.prepared.choices.stable_step;
  cr_expect(of_run->products == 0 && of_run->cached_products > 400);
  if (world->rank == 0) {
    cr_expect(step[0].products > 400 && step[0].cache_key == 0);
    cr_expect(step[1].products == step[0].products && step[1].cache_key == of_run->cache_key);
    cr_expect(step[2].products == 0 && step[2].cached_products == step[0].products);
    cr_expect_eq(step[2].stages, of_run->stages);
  }
  tc_session_close(&session);
  MPI_Barrier(tc_world_comm(world));
  if (world->rank == 0) {
    folder f = {"", ""};
    snprintf(f.path, sizeof f.path, "%.40s/cache/tetracast", s.f.path);
    folder_remove(&f);
    rmdir(cache);
  }
  scene_free(&s);
}
