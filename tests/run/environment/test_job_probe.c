#define _GNU_SOURCE
#include "support/out_of_memory.h"

#include <math.h>

#include "run/environment/job_probe.h"
#include "run/job/job_split.h"
#include "run/run_case.h"
#include "run/session/strategy_choice.h"

/* ---- simulated clock, which steps and calls of the probe advance ---- */

typedef struct simulated {
  double now_s, step_s, call_s;
  int64_t step;
  int calls;
  double step_sum; /* sum of the steps at which the probe was called, 0 for calls around the steps */
} simulated;

static double simulated_now(void *self) { return ((const simulated *)self)->now_s; }

static tc_probe_times simulated_call(void *self) {
  simulated *s = self;
  s->now_s += s->call_s;
  s->calls++;
  s->step_sum += (double)s->step;
  return (tc_probe_times){{0.2 * s->call_s, 0.4 * s->call_s, 0.4 * s->call_s}};
}

/* Collective. Performs steps as the time loop does until the simulated clock shows end_s. The run then ends,
 * or pauses if `pauses` is true. Returns the time in s of all steps. */
static double simulate(tc_world *world, simulated *s, double interval_s, double forecast_s, double end_s,
                       bool pauses, tc_job_probe *probe) {
  tc_run_state now = {.steps = INT64_MAX};
  *probe = (tc_job_probe){.source = {simulated_now, simulated_call, s}};
  const tc_hook own = tc_job_probe_hook(probe, world, interval_s, forecast_s), *const hook = &own;
  expect_ok(hook->begin(hook->self, &now));
  cr_assert(hook->is_due(hook, &now));
  expect_ok(hook->run(hook->self, &now));
  const int64_t steps = (int64_t)(end_s / s->step_s);
  while (!now.last && !now.paused) {
    now.step = ++s->step;
    s->now_s += s->step_s;
    now.last = !pauses && now.step == steps;
    now.paused = pauses && now.step == steps;
    if (now.last || now.paused) s->step = 0;
    if (hook->is_due(hook, &now)) expect_ok(hook->run(hook->self, &now));
  }
  cr_assert_not(hook->is_due(hook, &now), "the buffer is freed");
  return (double)steps * s->step_s;
}

static void expect_equal_steps(tc_world *world, const simulated *s) {
  double sum[2] = {s->step_sum, s->calls}, root[2] = {s->step_sum, s->calls};
  MPI_Bcast(root, 2, MPI_DOUBLE, 0, tc_world_comm(world));
  cr_assert(root[0] == sum[0] && root[1] == sum[1], "rank %d has called the probe at other steps",
            world->rank);
}

ParallelTest(probe, needs_less_than_half_a_percent) {
  static const double step_s[] = {1e-3, 3e-2, 0.7, 9.0}, call_s[] = {2e-3, 6e-3, 4e-2};
  for (int k = 0; k < 12; k++) {
    simulated s = {.step_s = step_s[k / 3], .call_s = call_s[k % 3] * (1.0 + 0.1 * world->rank)};
    tc_job_probe probe;
    const double steps_s = simulate(world, &s, 2.0, 100.0, 60.0, k % 2, &probe);
    const double during_s = (s.calls - 30) * s.call_s;
    cr_assert(s.calls > 30 && during_s <= 0.005 * steps_s, "%d calls of %g s in %g s", s.calls, s.call_s,
              steps_s);
    if (call_s[k % 3] < 7e-3)
      cr_assert(s.calls - 30 >= 0.8 * steps_s / fmax(2.0, s.step_s) - 1.0, "%d calls", s.calls);
    expect_equal_steps(world, &s);
    if (world->rank == 0) cr_assert_eq(probe.rank[0].during.calls, s.calls - 30);
    if (world->rank == 0) cr_assert_float_eq(probe.rank[0].during_s, during_s, 1e-9);
    tc_job_probe_free(&probe);
  }
}

ParallelTest(probe, short_runs_make_few_calls) {
  simulated s = {.step_s = 1e-3, .call_s = 5e-3};
  tc_job_probe probe;
  simulate(world, &s, 2.0, 1.5, 1.5, false, &probe);
  cr_assert_eq(s.calls, 10);
  if (world->rank == 0)
    cr_assert(probe.rank[0].all.calls == 10 && probe.rank[0].during.calls == 0 &&
              probe.rank[0].during_s == 0.0);
  tc_job_probe_free(&probe);
}

/* A tiny interval between calls of the probe must not cause more calls than the limit of 0.5 % of the run
 * time allows. */
ParallelTest(probe, tiny_intervals) {
  simulated s = {.step_s = 1e-3, .call_s = 1e-3};
  tc_job_probe probe;
  const double steps_s = simulate(world, &s, 1e-9, 100.0, 20.0, false, &probe);
  cr_assert(s.calls > 90 && (s.calls - 30) * s.call_s <= 0.005 * steps_s, "%d calls", s.calls);
  tc_job_probe_free(&probe);
}

/* Any failed allocation on one rank turns the probe off on all ranks, and the run continues. */
ParallelTest(probe, no_memory) {
  bool hits = true;
  for (long n = 0; hits; n++) {
    tc_job_probe probe = {.rank = NULL};
    const tc_hook hook = tc_job_probe_hook(&probe, world, 2.0, 1.0);
    const tc_run_state now = {.steps = 10};
    short_memory_hit = false;
    short_memory_left = world->rank == world->ranks - 1 ? n : -1;
    expect_ok(hook.begin(hook.self, &now));
    short_memory_left = -1;
    double failed = short_memory_hit;
    expect_ok(tc_world_max(world, &failed, 1));
    hits = failed > 0.0;
    cr_assert_eq(probe.memory == NULL, hits, "allocation %ld", n);
    cr_assert_eq(hook.is_due(&hook, &now), !hits);
    tc_job_probe_free(&probe);
  }
}

/* ---- runs with and without a probe ---- */

static const tc_probe_times reference = {{1e-4, 1e-3, 1e-3}};

/* Collective. Returns the strategy that the run selects, or condensed without a machine. */
static const tc_strategy *select_strategy(tc_session *session) {
  const tc_strategy *strategy = tc_strategy_find("condensed");
  if (strcmp(session->plan.config->machine, "none") != 0)
    expect_ok(tc_forecasts_select_strategy(&session->forecasts, &strategy));
  return strategy;
}

/* Root. Checks that the report has a split of the forecast error (into machine and model) only if the probe
 * was called. */
static void expect_split(const tc_job *job, bool is_called) {
  tc_job_report report = {.has_forecast = job->has_bound, .has_bound = job->has_bound, .has_measured = true};
  report.forecast = job->now;
  report.bound = job->bound;
  report.total_s = 1.0;
  tc_job_split_describe(job, &report);
  cr_assert_eq(report.split.is_known, is_called);
  cr_assert_eq(report.probes, is_called ? 10 : 0);
  cr_assert_eq(isfinite(tc_job_split_probe(job)), is_called);
  if (!is_called) return;
  cr_assert(report.probe_overhead == 0.0 && report.split.cpu_share == 0.5);
  cr_assert_float_eq(report.split.machine * report.split.model, report.split.total, 1e-9);
}

/* Collective. Performs a run. The run calls the probe if `known` contains the reference times of the probe.
 * Returns the hash of the field on the root, and in *hooks the number of hooks that call the probe. */
static uint64_t perform(tc_world *world, const tc_probe_times *known, const char *override,
                        const char *machine, int *hooks) {
  scene s;
  tc_session session = {0};
  tc_job job = {.cpu_share = 0.5};
  tc_run_observers observers = {0};
  uint64_t hash = 0;
  scene_make(world, &s);
  scene_set(&s, "forecast.records=none");
  if (override) scene_set(&s, override);
  if (machine) s.choice.machine = machine;
  scene_begin(&s, &session);
  const tc_strategy *strategy = select_strategy(&session);
  expect_ok(tc_job_begin(&session.forecasts, strategy, &job));
  if (known) job.split.reference = *known;
  tc_job_split_observe(&job, &session.plan, &observers);
  *hooks = observers.hooks;
  expect_ok(tc_session_run(&session, strategy, 65536, &observers));
  cr_assert_null(job.probe.memory, "the buffer exists during the steps only");
  if (world->rank == 0) expect_split(&job, *hooks == 1);
  if (world->rank == 0) hash = session.results.result[0].field.hash;
  tc_job_free(&job);
  tc_session_close(&session);
  scene_free(&s);
  return hash;
}

ParallelTest(probe, changes_no_field) {
  int hooks;
  const uint64_t with = perform(world, &reference, NULL, NULL, &hooks);
  cr_assert_eq(hooks, 1);
  const uint64_t without = perform(world, &reference, "forecast.probe=none", NULL, &hooks);
  cr_assert_eq(hooks, 0);
  cr_assert_eq(with, without);
}

ParallelTest(probe, none_without_machine_or_reference) {
  int hooks;
  const uint64_t unknown = perform(world, NULL, NULL, NULL, &hooks);
  cr_assert_eq(hooks, 0);
  const uint64_t none = perform(world, &reference, NULL, "none", &hooks);
  cr_assert_eq(hooks, 0);
  cr_assert_eq(unknown, none);
}

/* ---- split of the forecast error on several ranks ---- */

/* Returns the results of the probe on a rank that is `slow` times slower than the reference. During the
 * steps, the probe times are another 10 % longer. */
static tc_job_probe_rank slow_rank(double slow, double steps_s) {
  tc_job_probe_rank rank = {.steps_s = steps_s, .during_s = 0.003 * steps_s, .node = "n2"};
  for (int k = 0; k < TC_PROBE_KERNELS; k++) {
    rank.all.mean.kernel_s[k] = slow * reference.kernel_s[k];
    rank.during.mean.kernel_s[k] = 1.1 * slow * reference.kernel_s[k];
    rank.all.spread[k] = 0.05;
  }
  rank.all.calls = 40;
  rank.during.calls = 10;
  return rank;
}

ParallelTest(probe, split_of_slowest_rank) {
  const tc_world ranks = {.ranks = 3};
  tc_job_probe_rank rank[3] = {slow_rank(1.2, 10.0), slow_rank(1.8, 10.0), slow_rank(1.0, 10.0)};
  tc_job job = {.split = {.reference = reference, .gather_cost = 0.2},
                .probe = {.world = &ranks, .rank = rank},
                .cpu_share = 0.9};
  tc_job_report report = {.has_forecast = true, .has_measured = true, .total_s = 3.0};
  report.forecast.total_s = 1.5;
  if (world->rank > 0) return;
  tc_job_split_describe(&job, &report);
  cr_assert(report.split.is_known && report.probes == 40 && report.probe_spread == 0.05);
  cr_assert_float_eq(report.split.machine, 1.8 / 0.9, 1e-12);
  cr_assert_float_eq(report.split.total, 2.0, 1e-12);
  cr_assert_float_eq(report.split.model, 1.0, 1e-12);
  cr_assert_float_eq(report.probe_overhead, 0.003, 1e-12);
  cr_assert(report.split.slowest.rank == 1 && strcmp(report.split.slowest.node, "n2") == 0);
  cr_assert_float_eq(report.split.slowest.ratio, 1.5, 1e-12);
  cr_assert_float_eq(tc_job_split_probe(&job), 1.8, 1e-12);
  rank[1].steps_s = 30.0;
  cr_assert_float_eq(tc_job_split_probe(&job), 1.1 * 1.8, 1e-12, "long runs use the calls during the steps");
}
