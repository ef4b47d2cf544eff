#include "run/plan/step_workload.h"

#include <math.h>

#include "base/core/memory.h"
#include "comm/exchange/exchange.h"
#include "linear/hierarchy/multigrid_load.h"
#include "linear/solver/solver_profile.h"
#include "model/step/cycle_forecast.h"

/* Returns the index of the parameters of the format in which the strategy stores its rows. Strategies that
 * store general rows have no parameters, so that those of the first format are used. */
static int kernel_of(const tc_strategy *strategy, const tc_format *storage) {
  const int kernel = tc_registry_find(&tc_format_registry, tc_strategy_storage(strategy, storage)->name);
  return kernel < 0 ? 0 : kernel;
}

tc_workload tc_step_workload(const tc_strategy *strategy, const tc_format *storage, const tc_staging *staging,
                             const tc_solver_options *solver, double width, int threads) {
  tc_workload work = {.schedule = staging ? tc_exchange_device_schedule(strategy->transport)
                                          : *tc_strategy_schedule(strategy),
                      .uses_pointers = tc_strategy_uses_pointers(strategy),
                      .on_device = staging,
                      .kernel = kernel_of(strategy, storage),
                      .width = width,
                      .threads = threads,
                      .solves = solver};
  if (staging) work.staging = *staging;
  if (solver) work.solver = tc_solver_profile_compute(solver, width);
  return work;
}

/* Counts the vectors of 8 bytes per row that a stabilised step reads or writes in addition to its products.
 * D_j is the difference of stage j from the field, D_s that of the last stage, and F_0 the rate of the field.
 * A product reads a row, x and y (row_bytes in model/step/model.c). Stage j >= 2 is a product with x =
 * D_(j-1) that writes D_j instead of y and also reads D_(j-2) and F_0, which are two additional vectors. With
 * format ell it moves 88 instead of 72 bytes per row at width 4, and 232 instead of 216 at width 16. A
 * strategy that reads remote values during the product (an access) stores the product first. It then reads
 * the product, D_(j-1), D_(j-2) and F_0 and writes D_j: five vectors more. Stage 1 is a product followed by
 * D_1 = c F_0, with a coefficient c, and D_0 = 0: three vectors. The end of a step reads the field and D_s
 * and writes the field: three vectors. With error control a step computes the rate F_1 at its end instead of
 * F_0, which is F_1 of the previous step. The estimated error is computed from F_0, F_1 and D_s: four
 * vectors. Its norm and that of the field read the error, the field and the volumes: three vectors. */
static tc_step_products products_of(const tc_strategy *strategy, int stages, int other_vectors) {
  enum { fused = 2, unfused = 5, first_and_end = 6 };
  const double value_B = sizeof(double);
  const bool is_fused = strategy->transport;
  if (stages == 0) return (tc_step_products){0};
  const int vectors = (is_fused ? fused : unfused) * (stages - 1) + first_and_end + other_vectors;
  return (tc_step_products){.count = stages,
                            .combined_B = value_B * vectors / stages,
                            .vectors_B = value_B * (is_fused ? 1.0 : 2.0)};
}

tc_step_products tc_step_workload_products(const tc_strategy *strategy, int stages) {
  return products_of(strategy, stages, 0);
}

tc_step_products tc_step_workload_controlled_products(const tc_strategy *strategy, int stages) {
  enum { error_and_norms = 7 };
  return products_of(strategy, stages, error_and_norms);
}

/* Returns the counts of one product and of the forcing of a step. `all` are the counts of a step with
 * `stages` equal products; 0 stages mean one product. */
static tc_counts counts_of_product(const tc_counts *all, int64_t stages) {
  tc_counts out = *all;
  for (int c = 0; c < TC_COUNT_COUNT && stages > 0; c++) out.by_index[c] /= stages;
  out.boundary_data = all->boundary_data;
  out.boundary_rows = all->boundary_rows;
  out.source_cells = all->source_cells;
  return out;
}

static tc_rank_work work_of(const tc_measurement *m, int stages) {
  return (tc_rank_work){.node = m->node,
                        .rows = m->rows,
                        .count = counts_of_product(&m->ledger.count, stages),
                        .solver = m->ledger.work,
                        .sweep_counts = m->ledger.sweep_counts,
                        .forcing_s = m->forcing_s,
                        .has_reads = m->reuse.rows > 0.0,
                        .excess_reuse = m->excess_reuse};
}

/* Fills in the workload of a result. The caller frees *rank, from which the workload borrows. */
static tc_status create_workload(const tc_result *result, double width, int threads, tc_rank_work **rank,
                                 tc_workload *out) {
  TC_TRY(TC_ALLOC(*rank, result->ranks));
  for (int r = 0; r < result->ranks; r++) (*rank)[r] = work_of(&result->measured[r], result->stages);
  *out = tc_step_workload(tc_result_strategy(result), result->storage,
                          result->on_device ? &result->staging : NULL,
                          result->solver ? &result->solver->options.solver : NULL, width, threads);
  out->products = tc_step_workload_products(tc_result_strategy(result), result->stages);
  if (result->solver && result->solver->cycle.levels > 0) out->cycle = &result->solver->cycle;
  out->ranks = result->ranks;
  out->rank = *rank;
  return TC_OK;
}

/* Sets solver->cycle, the work of a multigrid cycle, from the figures of the levels. */
static void load_levels(tc_result_solver *solver) {
  const tc_preconditioner_options *options = &solver->options.solver.preconditioner_options;
  tc_multigrid_load(&solver->record.multigrid, options->multigrid.smoothing, &solver->cycle);
}

/* Forecasts the setup of the solver and a multigrid cycle. */
static void forecast_solver(const tc_params *machine, const tc_workload *work, tc_result_solver *solver) {
  solver->set_up = tc_setup_predict(machine, work, solver->record.colours);
  solver->cycle_s = tc_cycle_predict(machine, work);
}

tc_status tc_result_forecast(const tc_params *machine, double width, int threads, bool forecasts_step,
                             tc_result *result) {
  tc_result_solver *solver = result->solver;
  tc_rank_work *rank = NULL;
  tc_workload work;
  tc_status status = TC_OK;
  if (solver) load_levels(solver);
  TC_TRY(create_workload(result, width, threads, &rank, &work));
  if (solver) forecast_solver(machine, &work, solver);
  if (forecasts_step) status = tc_forecast_compute(machine, &work, result->forecast);
  tc_free(rank);
  return status;
}

tc_status tc_result_forecast_product(const tc_params *machine, double width, int threads,
                                     const tc_result *result, tc_forecast *out) {
  tc_rank_work *rank = NULL;
  tc_workload work;
  TC_TRY(create_workload(result, width, threads, &rank, &work));
  work.solves = false;
  work.products = (tc_step_products){0};
  const tc_status status = tc_forecast_compute(machine, &work, out);
  tc_free(rank);
  return status;
}

/* Returns the number of products whose counts the ledgers of a result contain. The ledgers of a dry run with
 * a solver contain one product. */
static int64_t counted_products(const tc_result *result) {
  const tc_work *work = &result->measured[0].ledger.work;
  if (result->solver && !result->dry_run) return work->products + work->adjoint_products;
  return result->stages;
}

tc_status tc_result_forecast_solve(const tc_params *machine, double width, int threads, tc_result *result) {
  const int64_t products = counted_products(result);
  tc_rank_work *rank = NULL;
  tc_workload work;
  load_levels(result->solver);
  TC_TRY(create_workload(result, width, threads, &rank, &work));
  for (int r = 0; r < result->ranks; r++)
    rank[r].count = counts_of_product(&result->measured[r].ledger.count, products);
  forecast_solver(machine, &work, result->solver);
  const tc_status status = tc_forecast_compute(machine, &work, result->forecast);
  tc_free(rank);
  return status;
}

static void set_kind(const tc_result *result, const tc_step_kind *kind, tc_rank_work *rank) {
  const int64_t products = counted_products(result);
  for (int r = 0; r < result->ranks; r++) {
    rank[r].count = counts_of_product(&result->measured[r].ledger.count, products);
    rank[r].solver = kind->work ? *kind->work : (tc_work){0};
    rank[r].sweep_counts = (tc_counts){0};
  }
}

tc_status tc_result_forecast_kind(const tc_params *machine, double width, int threads,
                                  const tc_result *result, const tc_step_kind *kind, tc_forecast *out) {
  tc_rank_work *rank = NULL;
  tc_workload work;
  TC_TRY(create_workload(result, width, threads, &rank, &work));
  set_kind(result, kind, rank);
  work.solves = kind->solver;
  if (kind->solver) work.solver = tc_solver_profile_compute(kind->solver, width);
  work.products = tc_step_workload_products(tc_result_strategy(result), kind->stages);
  const tc_status status = tc_forecast_compute(machine, &work, out);
  tc_free(rank);
  return status;
}

tc_working_set tc_step_working_set(int32_t rows, double width, const tc_solver_options *solver) {
  tc_working_set out = {.bytes = rows * tc_row_bytes(width), .width = (int)ceil(width)};
  if (!solver) return out;
  const tc_solver_profile profile = tc_solver_profile_compute(solver, width);
  out.min = out.bytes + rows * profile.between_B;
  out.bytes += rows * profile.iteration_B;
  out.vectors = true;
  out.sweeps = profile.preconditioner_work.sweeps > 0;
  out.cycles = profile.preconditioner_work.cycles > 0;
  return out;
}

/* Extends the working set *all so that it also covers `other`. The result has the smaller `min`, the larger
 * `bytes`, and the operations of both. */
static void join_working_sets(tc_working_set *all, const tc_working_set *other) {
  all->min = all->bytes > 0.0 ? fmin(all->min, other->min) : other->min;
  all->bytes = fmax(all->bytes, other->bytes);
  all->width = other->width;
  all->vectors |= other->vectors;
  all->sweeps |= other->sweeps;
  all->cycles |= other->cycles;
}

tc_working_set tc_step_working_sets(int32_t rows, double width, const tc_solver_options *solver,
                                    tc_solver_set set) {
  tc_working_set all = {0};
  tc_solver_options one = *solver;
  for (int m = 0; m < tc_method_count(); m++)
    for (int p = 0; p < tc_preconditioner_count(); p++) {
      if (!(set.methods >> m & 1) || !(set.preconditioners >> p & 1)) continue;
      one.method = tc_method_at(m);
      one.preconditioner = tc_preconditioner_at(p);
      const tc_working_set run = tc_step_working_set(rows, width, &one);
      join_working_sets(&all, &run);
    }
  return all;
}
