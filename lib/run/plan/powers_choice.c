#include "run/plan/powers_choice.h"

#include <math.h>
#include <omp.h>

#include "base/core/timer.h"
#include "comm/exchange/strategy.h"
#include "linear/operator/operator_rows.h"
#include "linear/operator/operator_sweep.h"

/* A number of stages is chosen only if the time per stage is below this fraction of the time of a stage that
 * is computed alone. */
static const double clearly = 0.97;

enum { CANDIDATES = 6, LAST = 0, BEFORE = 1, RATE = 2, VECTORS = 3 };

static const int candidates[CANDIDATES] = {1, 2, 3, 4, 6, 8};

bool tc_powers_are_measured(const tc_config *c, tc_gid cells, int64_t products) {
  const int64_t worth_a_trial = 20 * TC_POWERS_TRIAL_ROUNDS * TC_POWERS_TRIAL_PRODUCTS;
  const tc_gid large = 20000;
  const bool has_transport = !c->strategy || c->strategy->transport;
  return c->time.method->stabilised && c->powers == 0 && has_transport && cells >= large &&
         products >= worth_a_trial;
}

/* Data of the measured stages: the operator without exchange, and the sweep plans of all candidates except
 * single stages, which need none. */
typedef struct trial {
  tc_operator *op;
  tc_sweep_plan *plan[CANDIDATES];
  double seconds[CANDIDATES]; /* shortest time of a stage so far */
} trial;

/* Combines the vectors of a stage in the rows begin .. end - 1, with the reads and writes of a run.
 * `self` points to the trial. */
static void combine(void *self, int stage, int32_t begin, int32_t end, const double *product) {
  const trial *t = self;
  const double *const last = tc_operator_vector(t->op, stage % 2 ? BEFORE : LAST)->value,
                      *const rate = tc_operator_vector(t->op, RATE)->value;
  double *const before = tc_operator_vector(t->op, stage % 2 ? LAST : BEFORE)->value;
  for (int32_t i = begin; i < end; i++)
    before[i] = 0.5 * last[i] + 0.25 * before[i] + 0.125 * product[i - begin] + 0.125 * rate[i];
}

static void combine_single(void *self, int32_t begin, int32_t end, const double *product) {
  combine(self, 0, begin, end, product);
}

static tc_status run_candidate(trial *t, int k, tc_ledger *ledger) {
  tc_vector *input[TC_SWEEP_STAGES_MAX];
  const tc_sweep_combination stages = {t, combine};
  const tc_row_combination single = {t, combine_single};
  for (int j = 0; j < candidates[k]; j++) input[j] = tc_operator_vector(t->op, j % 2 ? BEFORE : LAST);
  return t->plan[k] ? tc_operator_sweep(t->op, t->plan[k], input, &stages, ledger)
                    : tc_operator_apply_rows(t->op, input[0], &single, NULL, ledger);
}

/* Collective. Measures each candidate once. The time is that of the slowest rank. */
static tc_status run_round(const tc_world *world, trial *t) {
  double seconds[CANDIDATES];
  tc_ledger ledger = {0};
  for (int k = 0; k < CANDIDATES; k++) {
    const double start_s = tc_now_s();
    TC_TRY(run_candidate(t, k, &ledger));
    seconds[k] = (tc_now_s() - start_s) / candidates[k];
  }
  TC_TRY(tc_world_max(world, seconds, CANDIDATES));
  for (int k = 0; k < CANDIDATES; k++) t->seconds[k] = fmin(t->seconds[k], seconds[k]);
  return TC_OK;
}

static tc_status create_plans(const tc_problem *problem, trial *t) {
  for (int k = 1; k < CANDIDATES; k++)
    TC_TRY(tc_sweep_plan_create(problem->system->rates, candidates[k], TC_SWEEP_CHUNK * omp_get_max_threads(),
                                &t->plan[k]));
  return TC_OK;
}

static tc_status measure(const tc_problem *problem, const tc_format *format, trial *t) {
  const tc_world *world = problem->space->world;
  const tc_operator_options choice = {tc_strategy_find("none"), format, 0.0, 1e-3, VECTORS, true};
  TC_TRY(tc_operator_create(problem->space->world, problem->space->halo, problem->system->rates, &choice,
                            &t->op));
  TC_TRY(tc_world_agree(world, create_plans(problem, t)));
  for (int k = 0; k < CANDIDATES; k++) t->seconds[k] = INFINITY;
  for (int round = 0; round < TC_POWERS_TRIAL_ROUNDS; round++) TC_TRY(run_round(world, t));
  return TC_OK;
}

/* Returns the index of the fastest candidate; 0 unless another one is clearly faster than single stages. */
static int find_best(const trial *t) {
  int best = 0;
  for (int k = 1; k < CANDIDATES; k++)
    if (t->seconds[k] < (best == 0 ? clearly : 1.0) * t->seconds[best]) best = k;
  return best;
}

static void log_times(const trial *t, int best, const tc_log *log) {
  for (int k = 0; k < CANDIDATES; k++)
    tc_log_write(log, TC_LOG_VERBOSE, "%d stage%s per pass: %.3g ms per stage%s", candidates[k],
                 candidates[k] == 1 ? "" : "s", 1e3 * t->seconds[k], k == best ? ", chosen" : "");
}

tc_status tc_powers_find_fastest(const tc_problem *problem, const tc_format *format, const tc_log *log,
                                 int *powers, double *ratio) {
  trial t = {0};
  const tc_log_phase phase =
      tc_log_begin_phase(log, TC_JOB_PHASE_formats, "measuring several stages in one pass");
  const tc_status status = measure(problem, format, &t);
  const int best = status ? 0 : find_best(&t);
  for (int k = 0; k < CANDIDATES; k++) tc_sweep_plan_destroy(&t.plan[k]);
  tc_operator_destroy(&t.op);
  TC_TRY(status);
  *powers = candidates[best];
  *ratio = t.seconds[best] / t.seconds[0];
  tc_log_end_phase(&phase);
  log_times(&t, best, log);
  return TC_OK;
}
