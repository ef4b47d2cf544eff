/* Forecasts of solves of a user's system. Before the solve, products are forecast from the counts of the
 * pattern, to select a strategy. After the solve, each rank passes its ledger to the root, which forecasts
 * the same operations. */
#include "run/systems/system_forecast.h"

#include <math.h>
#include <omp.h>

#include "base/core/memory.h"
#include "comm/layout/halo_pattern.h"
#include "comm/world/mpi_world.h"
#include "count/pattern_reuse.h"
#include "run/plan/format_choice.h"
#include "run/plan/read_counts.h"
#include "run/plan/step_workload.h"

#define TC_PHASE "forecasting the solve"

/* ---- machine ---- */

static tc_status find_machine(const tc_solver_options *options, const tc_solver_set *set,
                              tc_system_forecast *f) {
  const tc_distributed_system *s = f->system;
  const tc_config *c = f->config;
  const tc_format *storage = c->storage ? c->storage : tc_format_first(TC_ROW_FORM_MATRIX);
  tc_working_set run = set ? tc_step_working_sets(s->A->rows, s->width, options, *set)
                           : tc_step_working_set(s->A->rows, s->width, options);
  run.steps = 1.0;
  run.width = (int)ceil(s->width);
  run.kernel = tc_registry_find(&tc_format_registry, storage->name);
  return tc_run_machine_find(s->world, c->machine, &run, f->log, &f->machine);
}

/* Counts the reads of x if the machine has the costs of single reads. */
static tc_status count_reads(tc_system_forecast *f) {
  const tc_distributed_system *s = f->system;
  if (!tc_params_has_read_costs(&f->machine.params, s->width)) return TC_OK;
  TC_TRY(tc_pattern_count_reuse(f->pattern, s->distribution, s->world->rank, &f->reuse));
  return tc_read_counts_subtract_usual(1, s->width, &f->reuse, &f->excess_reuse);
}

static tc_status begin_forecast(const tc_solver_options *options, const tc_solver_set *set,
                                tc_system_forecast *f) {
  const tc_distributed_system *s = f->system;
  TC_TRY(tc_world_agree(s->world, tc_pattern_create_from_rows(s->A, s->halo, s->world->rank, &f->pattern)));
  TC_TRY(tc_core_load_find(s->world, &f->load));
  TC_TRY(find_machine(options, set, f));
  return tc_world_agree(s->world, count_reads(f));
}

tc_status tc_system_forecast_begin(const tc_distributed_system *system, const tc_config *config,
                                   const tc_solver_options *options, const tc_solver_set *set,
                                   const tc_log *log, tc_system_forecast *out) {
  *out = (tc_system_forecast){.config = config, .system = system, .log = log};
  const tc_status status = begin_forecast(options, set, out);
  if (status) tc_system_forecast_free(out);
  return status;
}

void tc_system_forecast_free(tc_system_forecast *f) { tc_pattern_destroy(&f->pattern); }

/* ---- strategy and storage ---- */

static tc_status count_product(const tc_system_forecast *f, const tc_strategy *strategy, tc_counts *out) {
  const tc_distributed_system *s = f->system;
  return tc_strategy_count_traffic_collective(s->world, strategy, f->pattern, s->distribution,
                                              s->world->node_of_rank, out);
}

/* Root only. Stores the seconds of the workload by each model in seconds[TC_MODEL_COUNT]; INFINITY without a
 * forecast. */
static tc_status evaluate_models(const tc_system_forecast *f, const tc_workload *work, double *seconds) {
  tc_forecast forecast[TC_MODEL_COUNT] = {0};
  const tc_status status = tc_forecast_compute(&f->machine.params, work, forecast);
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    seconds[m] = !status && forecast[m].phase_s ? forecast[m].total_s : INFINITY;
  tc_forecast_free(forecast);
  return status;
}

/* Collective. Forecasts a product with a strategy on the root. */
static tc_status forecast_product(const tc_system_forecast *f, const tc_strategy *strategy, double *seconds) {
  const tc_distributed_system *s = f->system;
  tc_rank_work own = {.node = s->world->node,
                      .rows = s->A->rows,
                      .has_reads = f->reuse.rows > 0.0,
                      .excess_reuse = f->excess_reuse},
               *rank = NULL;
  tc_workload work =
      tc_step_workload(strategy, f->config->storage, NULL, NULL, s->width, omp_get_max_threads());
  TC_TRY(count_product(f, strategy, &own.count));
  TC_TRY(tc_world_gather(s->world, &own, sizeof own, &rank));
  work.ranks = s->world->ranks;
  work.rank = rank;
  const tc_status status = rank ? evaluate_models(f, &work, seconds) : TC_OK;
  tc_free(rank);
  return tc_world_agree(s->world, status);
}

/* True if `auto` may select the strategy. */
static bool is_candidate(const tc_strategy *strategy) {
  return tc_strategy_is_valid(strategy) && !tc_strategy_uses_pointers(strategy);
}

/* Forecasts of a product: seconds[strategy][model]. */
typedef struct candidates {
  double (*seconds)[TC_MODEL_COUNT];
} candidates;

/* Root only. Returns the model of the config; for `auto` the last one with a forecast for all candidates. */
static int find_model(const tc_system_forecast *f, const candidates *c) {
  int best = 0;
  if (f->config->model != TC_MODEL_AUTO) return f->config->model;
  for (int m = 0; m < TC_MODEL_COUNT; m++) {
    bool has_all = true;
    for (int i = 0; i < tc_strategy_count(); i++)
      has_all = has_all && (!is_candidate(tc_strategy_at(i)) || c->seconds[i][m] < INFINITY);
    if (has_all) best = m;
  }
  return best;
}

/* Root only. Returns the index of the strategy with the shortest forecast; -1 if there is none. */
static int find_shortest(const tc_system_forecast *f, const candidates *c) {
  const int model = find_model(f, c);
  int shortest = -1;
  for (int i = 0; i < tc_strategy_count(); i++) {
    if (!is_candidate(tc_strategy_at(i)) || !(c->seconds[i][model] < INFINITY)) continue;
    tc_log_write(f->log, TC_LOG_VERBOSE, "strategy %s: forecast %.3g s a product (%s model)",
                 tc_strategy_at(i)->name, c->seconds[i][model], tc_model_at(model)->name);
    if (shortest < 0 || c->seconds[i][model] < c->seconds[shortest][model]) shortest = i;
  }
  return shortest;
}

/* Collective. Forecasts a product with each candidate, and sets *shortest on all ranks. */
static tc_status forecast_candidates(const tc_system_forecast *f, candidates *c, int *shortest) {
  const tc_world *world = f->system->world;
  for (int i = 0; i < tc_strategy_count(); i++)
    if (is_candidate(tc_strategy_at(i))) TC_TRY(forecast_product(f, tc_strategy_at(i), c->seconds[i]));
  if (world->rank == 0) *shortest = find_shortest(f, c);
  return TC_MPI(world, MPI_Bcast(shortest, 1, MPI_INT, 0, tc_world_comm(world)));
}

tc_status tc_system_forecast_select_strategy(const tc_system_forecast *f, const tc_strategy **out) {
  const tc_world *world = f->system->world;
  candidates c = {NULL};
  int shortest = -1;
  tc_status status = TC_OK;
  *out = f->config->strategy;
  if (*out) return TC_OK;
  if (tc_run_machine_is_known(&f->machine)) {
    TC_TRY(TC_WORLD_ALLOC(world, c.seconds, tc_strategy_count()));
    status = forecast_candidates(f, &c, &shortest);
    tc_free(c.seconds);
  }
  *out = shortest >= 0 ? tc_strategy_at(shortest) : tc_strategy_find("condensed");
  tc_log_write(f->log, TC_LOG_NORMAL, "strategy auto: %s, %s", (*out)->name,
               shortest >= 0 ? "the shortest forecast" : "no forecast available");
  return status;
}

tc_status tc_system_forecast_select_storage(const tc_system_forecast *f, int64_t products,
                                            const tc_format **out) {
  const tc_distributed_system *s = f->system;
  *out = f->config->storage ? f->config->storage : tc_format_first(TC_ROW_FORM_MATRIX);
  if (s->A->begin || !tc_format_is_measured(f->config, false, products)) return TC_OK;
  return tc_format_find_fastest(s->world, s->A, f->log, out);
}

/* ---- solves ---- */

static int64_t count_products(const tc_system_result *solved) {
  return solved->ledger.work.products + solved->ledger.work.adjoint_products;
}

tc_status tc_system_forecast_check(const tc_system_forecast *f, const tc_strategy *strategy,
                                   const tc_system_result *solved) {
  const tc_world *world = f->system->world;
  tc_counts expected = {{0}};
  tc_status status = TC_OK;
  TC_TRY(count_product(f, strategy, &expected));
  for (int c = 0; c < TC_COUNT_COUNT; c++) expected.by_index[c] *= count_products(solved);
  const int count = tc_counts_difference(&expected, &solved->ledger.count);
  if (count >= 0)
    status = tc_status_create(TC_INTERNAL,
                              "rank %d: a solve with strategy %s should move %lld %s and moved %lld: please "
                              "report this as a bug",
                              world->rank, strategy->name, (long long)expected.by_index[count],
                              tc_count_name(count), (long long)solved->ledger.count.by_index[count]);
  return tc_world_agree(world, status);
}

/* Returns the measurement of this rank, in which the whole solve counts as one step. */
static tc_measurement measure(const tc_system_forecast *f, const tc_system_result *solved) {
  const tc_world *world = f->system->world;
  const double seconds = solved->iterations_s, iterations = (double)solved->iterations;
  tc_measurement own = {.rank = world->rank,
                        .node = world->node,
                        .rows = f->system->A->rows,
                        .total_s = seconds,
                        .ledger = solved->ledger,
                        .reuse = f->reuse,
                        .excess_reuse = f->excess_reuse,
                        .wall = {.total_s = seconds, .steps_s = seconds, .steps = 1},
                        .peak_memory_B = fmax(f->machine.peak_B, (double)tc_memory_peak())};
  if (solved->iterations == 0) return own;
  own.iteration_s = seconds / iterations;
  for (int p = 0; p < TC_PHASE_COUNT; p++)
    own.iteration.by_index[p] = own.ledger.seconds.by_index[p] / iterations;
  return own;
}

static void fill_statistics(const tc_system_forecast *f, const tc_system_options *options,
                            const tc_system_result *solved, tc_solve_statistics *out) {
  const tc_work *work = &solved->ledger.work, none = {{0}};
  *out = (tc_solve_statistics){.method = solved->method->name,
                               .preconditioner = solved->preconditioner->name,
                               .colours = solved->colours,
                               .set_up = solved->set_up,
                               .setups = 1,
                               .bitwise = solved->is_bitwise,
                               .symmetric = f->system->linear.symmetric,
                               .skew = f->system->skew,
                               .relative_to_start = options->relative_to_start,
                               .requested_tolerance = options->solver.tolerance,
                               .tolerance = options->solver.tolerance};
  if (solved->multigrid) out->multigrid = *solved->multigrid;
  for (int64_t k = 0; k < solved->count; k++)
    tc_solve_statistics_add(out, &solved->solution[k].result, solved->solution[k].residual, &none);
  out->work = *work;
  out->products = count_products(solved);
  out->reductions = work->reductions;
}

/* Root only. Returns the sum of the hashes and the extremes of all solutions. */
static tc_field_stats describe_solutions(const tc_system_result *solved) {
  tc_field_stats out = {.min = INFINITY, .max = -INFINITY, .integral = NAN, .finite = true};
  for (int64_t k = 0; k < solved->count; k++) out.hash += solved->solution[k].hash;
  for (int64_t i = 0; i < solved->rows * solved->count; i++) {
    out.min = fmin(out.min, solved->x[i]);
    out.max = fmax(out.max, solved->x[i]);
  }
  return out;
}

/* Root only. Adds the solver with its options and statistics to a result. */
static tc_status add_solver(const tc_system_forecast *f, const tc_system_options *options,
                            const tc_system_result *solved, tc_result *out) {
  TC_TRY(TC_ALLOC_ZERO(out->solver, 1));
  tc_result_solver *s = out->solver;
  s->options = (tc_implicit_options){.theta = f->config->time.theta,
                                     .solver = options->solver,
                                     .relative_to_start = options->relative_to_start,
                                     .accept = options->accept};
  s->options.solver.method = solved->method;
  if (solved->choice.preconditioner) s->options.solver.preconditioner = solved->choice.preconditioner;
  s->field_difference = NAN;
  s->choice_s = solved->choice_s;
  s->trial = solved->iterations;
  s->products = count_products(solved);
  fill_statistics(f, options, solved, &s->record);
  return TC_OK;
}

/* Root only. Fills in the members that need no communication, except the measurements. */
static tc_status fill_result(const tc_system_forecast *f, const tc_system_options *options,
                             const tc_system_result *solved, int32_t block_size, tc_result *out) {
  const tc_config *c = f->config;
  const tc_world *world = f->system->world;
  const tc_strategy *strategy = options->solver.strategy;
  *out = (tc_result){.strategy = strategy->name,
                     .how = strategy,
                     .valid = tc_strategy_is_valid(strategy) || world->ranks == 1,
                     .distribution = tc_distribution_name((int)c->distribution.kind),
                     .partitioner = tc_config_partitioner(c, f->system->rows),
                     .order = c->order.method->name,
                     .order_block = c->order.block,
                     .block_size = block_size,
                     .storage = f->system->A->begin ? &tc_format_rows : options->solver.format,
                     .ranks = world->ranks,
                     .nodes = world->nodes,
                     .ranks_per_node = world->max_ranks_on_node,
                     .field = describe_solutions(solved),
                     .l2_error = NAN,
                     .max_error = NAN};
  return add_solver(f, options, solved, out);
}

/* Root only. Returns the machine parameters for the working set of the solve: that of the rank with the most
 * rows and of the method that was used, as in a dry run. */
static tc_params params_of(const tc_system_forecast *f, const tc_result *result) {
  int32_t rows = 0;
  for (int r = 0; r < result->ranks; r++)
    if (result->measured[r].rows > rows) rows = result->measured[r].rows;
  const tc_working_set run = tc_step_working_set(rows, f->system->width, &result->solver->options.solver);
  return tc_run_machine_params(&f->machine.origin.machine, result->ranks_per_node, run.bytes);
}

/* Root only. Forecasts the solve by all models, with the machine parameters for its working set. */
static tc_status forecast_result(const tc_system_forecast *f, tc_result *result) {
  const tc_params params = params_of(f, result);
  return tc_result_forecast_solve(&params, f->system->width, omp_get_max_threads(), result);
}

tc_status tc_system_forecast_result(const tc_system_forecast *f, const tc_system_options *options,
                                    const tc_system_result *solved, int32_t block_size, tc_result *out) {
  const tc_world *world = f->system->world;
  const tc_measurement own = measure(f, solved);
  tc_measurement *all = NULL;
  *out = (tc_result){.strategy = options->solver.strategy->name};
  tc_status status = TC_ON_ROOT(world, fill_result(f, options, solved, block_size, out));
  if (!status) status = tc_world_gather(world, &own, sizeof own, &all);
  if (status) return status;
  out->measured = all;
  if (world->rank == 0 && tc_run_machine_is_known(&f->machine)) status = forecast_result(f, out);
  return tc_world_agree(world, status);
}

void tc_system_forecast_report(const tc_system_forecast *f, const tc_plan *plan, const tc_system_facts *facts,
                               const tc_results *results, tc_report *out) {
  const tc_world *world = f->system->world;
  tc_report_facts_fill(plan, &f->machine.origin, &f->machine.params, results, out);
  tc_report_facts_set_system(facts, f->system->width, out);
  out->ranks = world->ranks;
  out->threads = omp_get_max_threads();
  out->nodes = world->nodes;
  out->run.virtual_nodes = world->virtual_nodes;
  out->in_cache = tc_run_machine_in_cache(f->machine.bytes);
  out->cpu_share = f->machine.origin.machine.cpu_share;
  out->is_oversubscribed = tc_core_load_is_shared(&f->load);
}
