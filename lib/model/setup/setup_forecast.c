#include "model/setup/setup_forecast.h"

#include "model/setup/job_phases_internal.h"
#include "model/step/predict.h"

typedef struct setup_model {
  const tc_params *machine;
  const tc_workload *work;
  int nodes, colours;
} setup_model;

static double read_s(const setup_model *s, double values) {
  return tc_cost_of_count(values, s->machine->pack_s);
}

/* Returns the time of a row of the product at the memory level that contains the matrix, divided by the time
 * of a row in the first cache. The result is at least 1, and NaN if a time is unknown. */
static double memory_factor(const setup_model *s, const tc_rank_work *r) {
  const double *curve = s->machine->row_s[0][s->work->width < 10 ? 0 : 1];
  const double memory_row_s = tc_params_curve(s->machine, curve, r->rows * tc_row_bytes(s->work->width));
  if (!(memory_row_s > 0.0) || !(curve[0] > 0.0)) return (double)NAN;
  return memory_row_s > curve[0] ? memory_row_s / curve[0] : 1.0;
}

/* Returns the seconds of one exchange and of `reductions` reductions. The exchange has the same messages as
 * an average sweep, but sends `values` values where the sweep sends one. */
static double exchange_s(const setup_model *s, const tc_rank_work *r, int values, int reductions) {
  tc_solver_load solver_load = {.sweep_counts = r->sweep_counts, .work.reductions = reductions};
  const tc_rank_load load = {.rows = r->rows, .width = s->work->width, .solver = &solver_load};
  double sum = 0.0;
  for (int c = 0; c < TC_COUNT_COUNT && r->solver.sweeps > 0; c++)
    solver_load.sweep_counts.by_index[c] /= r->solver.sweeps;
  solver_load.sweep_counts.local_values_out *= values;
  solver_load.sweep_counts.remote_values_out *= values;
  for (int phase = TC_PHASE_reduce; phase <= TC_PHASE_precond; phase++) {
    const tc_stage_cost cost = tc_model_stage_cost(tc_model_at(TC_MODEL_refined), s->machine, s->nodes, &load,
                                                   &(tc_stage){.phase = phase});
    sum += tc_costs_total(&cost.own) + tc_costs_total(&cost.serialised);
  }
  return sum;
}

static double transpose_s(const setup_model *s, const tc_rank_work *r) {
  const double w = s->work->width;
  return read_s(s, r->rows * w * ((w + 1.0) / 2.0 + 5.0));
}

static double colours_s(const setup_model *s, const tc_rank_work *r) {
  const double rows = r->rows, sorted = rows > 1.0 ? 6.0 * rows * log2(rows) : 0.0;
  if (s->colours == 0) return 0.0;
  return s->work->threads *
             (read_s(s, sorted) + memory_factor(s, r) * read_s(s, rows * (3.0 * s->work->width + 6.0))) +
         exchange_s(s, r, 1, s->work->ranks > 1 ? s->colours : 1);
}

static double factors_s(const setup_model *s, const tc_rank_work *r) {
  const tc_solver_profile *solver = &s->work->solver;
  const double w = s->work->width;
  const double copied = 2.0 * w + 14.0 +
                        (double)solver->preconditioner_work.sweeps * (12.0 * w + s->colours + 10.0),
               eliminated = 2.0 * w * w + 12.0 * w;
  const bool is_ilu0 = solver->factoring == TC_FACTORING_ILU0;
  if (solver->factoring == TC_FACTORING_NONE) return 0.0;
  if (solver->factoring == TC_FACTORING_FILL) return (double)NAN;
  /* ILU(0) without colours runs on one thread, but parameters are times of all threads, so its time is
   * multiplied by the number of threads. */
  const int thread_factor = s->colours ? 1 : s->work->threads;
  return memory_factor(s, r) *
             read_s(s, r->rows * (s->work->threads * copied + (is_ilu0 ? thread_factor * eliminated : 0.0))) +
         (is_ilu0 ? exchange_s(s, r, (int)(2.0 * s->work->width) + 1, 0) : 0.0);
}

/* Sets the times of the setup stages of multigrid. Unknown parameters of the section `job` are replaced by
 * their defaults only on a calibrated machine. Published parameters belong to other machines than the
 * defaults. */
static void predict_levels(const setup_model *s, tc_setup_times *out) {
  const bool is_calibrated = s->machine->smooth4_s[0] > 0.0;
  tc_job_forecast unused = {.missing = -1};
  const tc_job_model job = {s->machine, NULL, is_calibrated, &unused};
  tc_levels_seconds levels = {(double)NAN, (double)NAN};
  if (s->work->cycle) levels = tc_job_levels_s(&job, &s->work->cycle->setup, s->nodes);
  out->aggregates = levels.aggregates_s;
  out->coarse_matrices = levels.coarse_matrices_s;
}

double tc_setup_solver_s(const tc_setup_times *times) {
  double sum = 0.0;
  for (int k = 0; k < TC_SETUP_COUNT; k++)
    if (k != TC_SETUP_aggregates && k != TC_SETUP_coarse_matrices && isfinite(times->by_index[k]))
      sum += times->by_index[k];
  return sum;
}

tc_setup_times tc_setup_predict(const tc_params *machine, const tc_workload *work, int colours) {
  setup_model s = {machine, work, 1, colours};
  const int preconditioners = work->solver.has_adjoint ? 2 : 1;
  tc_setup_times longest = {.by_index = {0.0}};
  for (int r = 0; r < work->ranks; r++)
    if (work->rank[r].node >= s.nodes) s.nodes = work->rank[r].node + 1;
  for (const tc_rank_work *r = work->rank; r < work->rank + work->ranks; r++) {
    longest.transpose = tc_cost_larger(longest.transpose, transpose_s(&s, r));
    longest.colours = tc_cost_larger(longest.colours, preconditioners * colours_s(&s, r));
    longest.factors = tc_cost_larger(longest.factors, preconditioners * factors_s(&s, r));
  }
  if (work->solver.preconditioner_work.cycles > 0) predict_levels(&s, &longest);
  return longest;
}
