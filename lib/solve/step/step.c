/* The time loop. The hooks of a run are the watchdog, then the hooks of the caller, then the progress
 * monitor. Restart data are always listed in the order integrator, forcing, hooks. */
#include "solve/step/step.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/stats.h"
#include "solve/observe/monitor.h"
#include "solve/observe/watchdog_hook.h"

/* Variables of the time loop that its functions share. */
typedef struct loop {
  const tc_step_options *choice;
  const tc_problem *problem;
  const tc_space *space;
  const tc_log *log;
  void *ctx; /* State of the integrator, created by its function `create`. */
  tc_hook *hook;
  int hooks;
  tc_watchdog_hook_data watching;
  tc_monitor monitor;
  tc_iteration_callback between;
  tc_status stop;   /* Reason that a hook gave for stopping the run; TC_OK if no hook stopped it. */
  tc_ledger ledger; /* Seconds and counts of the last step. */
  double longest_silence_s, total_s;
  tc_timing_series total, phase[TC_PHASE_COUNT], iteration, iteration_phase[TC_PHASE_COUNT];
} loop;

/* Builds the list of hooks: the watchdog, the hooks of the caller, the progress monitor. */
static tc_status list_hooks(loop *l, const tc_hook *hook, int hooks) {
  const tc_step_options *choice = l->choice;
  TC_TRY(TC_ALLOC(l->hook, hooks + 2));
  const tc_watchdog_rules rules = {.proved = choice->proved,
                                   .swings = choice->implicit && choice->implicit->options.theta < 1.0,
                                   .steady = !choice->integrator->steps};
  l->watching = (tc_watchdog_hook_data){l->problem, choice->input, rules, .others = hook, .count = hooks};
  if (tc_strategy_valid(choice->strategy) ||
      l->space->world->ranks == 1) /* The watchdog is omitted for strategies that exchange no ghosts. These
                                      serve measurements only, and the field is meaningless. */
    l->hook[l->hooks++] = tc_watchdog_hook(&l->watching);
  for (int i = 0; i < hooks; i++) l->hook[l->hooks++] = hook[i];
  l->hook[l->hooks++] = tc_monitor_hook(&l->monitor, choice->integrator->steps ? "step" : "solve");
  return TC_OK;
}

/* Records the times of a step. For steps with iterations it also records the time per iteration, because the
 * number of iterations varies between steps. */
static void record_step(loop *l, double seconds, const tc_ledger *ledger) {
  const double iterations = (double)ledger->work.iterations;
  tc_timing_series_add(&l->total, seconds);
  for (int p = 0; p < TC_PHASE_COUNT; p++) tc_timing_series_add(&l->phase[p], ledger->seconds.by_index[p]);
  if (!(iterations > 0.0)) return;
  tc_timing_series_add(&l->iteration, seconds / iterations);
  for (int p = 0; p < TC_PHASE_COUNT; p++)
    tc_timing_series_add(&l->iteration_phase[p], ledger->seconds.by_index[p] / iterations);
}

/* Performs one step and records its time as a whole and by phases. */
static tc_status advance_step(loop *l) {
  tc_ledger ledger = {0};
  const double began = tc_now_s();
  TC_TRY(l->choice->integrator->advance(l->ctx, &ledger));
  record_step(l, tc_now_s() - began, &ledger);
  l->ledger = ledger;
  l->longest_silence_s = fmax(l->longest_silence_s, ledger.longest_mpi_gap_s);
  return TC_OK;
}

/* Returns the step number and the time from which the times of the steps are computed: those stored in the
 * checkpoint, or zero in a new run. */
static tc_time_origin origin_of(const tc_step_options *choice) {
  return choice->resume ? choice->resume->next.origin : (tc_time_origin){.step = 0};
}

static void set_time(const loop *l, tc_run_state *now) {
  const tc_time_origin origin = origin_of(l->choice);
  now->last = now->step >= now->steps;
  now->time = l->choice->integrator->steps ? tc_time_at(&origin, l->choice->dt, now->step) : 0.0;
  now->dt = l->choice->dt;
}

static tc_status run_due_hooks(loop *l, tc_run_state *now) {
  const tc_integrator *integrator = l->choice->integrator;
  const bool moved = now->step > 0;
  set_time(l, now);
  if (integrator->download && l->choice->device && tc_hooks_need_field(l->hook, l->hooks, now))
    TC_TRY(integrator->download(l->ctx));
  now->value = integrator->value(l->ctx);
  now->previous_value = moved ? integrator->previous_value(l->ctx) : NULL;
  now->flux_value = moved && integrator->flux_value ? integrator->flux_value(l->ctx) : NULL;
  now->change = moved && integrator->change ? integrator->change(l->ctx) : NULL;
  now->unsolved_norm = integrator->unsolved_norm ? integrator->unsolved_norm(l->ctx) : 0.0;
  return tc_hooks_run(l->space->world, l->hook, l->hooks, now, &l->stop);
}

/* Adds the restart data of integrator, forcing and hooks to the list. */
static tc_status list_kept(const loop *l, tc_restart_list *keep) {
  TC_TRY(l->choice->integrator->list_restart(l->ctx, keep));
  if (l->choice->input) TC_TRY(tc_forcing_list_restart(l->choice->input, keep));
  return tc_hooks_list_restart(l->hook, l->hooks, keep);
}

static tc_status list_run_restart(void *run, tc_restart_list *out) {
  const loop *l = run;
  TC_TRY(tc_world_agree(l->space->world, list_kept(l, out)));
  return out->is_reading ? TC_OK : tc_hooks_flush(l->hook, l->hooks);
}

tc_status tc_resume_source_integer(const tc_resume_source *r, const char *name, int64_t *out) {
  *out = 0;
  return r ? r->number(r->self, name, out) : TC_OK;
}

/* Evaluates again the boundary data of the last step before the checkpoint. */
static tc_status resume_input(const loop *l, int64_t step) {
  const tc_resume_source *r = l->choice->resume;
  const tc_step_span last = r->last.dt > 0.0 ? r->last : (tc_step_span){.dt = l->choice->dt};
  if (step == 0 || !l->choice->input) return TC_OK;
  return tc_forcing_resume(l->choice->input, tc_time_at(&last.origin, last.dt, step - 1), last.dt);
}

static tc_status read_restart(loop *l, int64_t step) {
  const tc_resume_source *r = l->choice->resume;
  tc_restart_list list = {.is_reading = true};
  tc_status status = list_run_restart(l, &list);
  if (!status) status = r->fill(r->self, &list);
  tc_restart_list_free(&list);
  TC_TRY(status);
  if (l->choice->integrator->resume) l->choice->integrator->resume(l->ctx);
  return resume_input(l, step);
}

/* Calls the hooks at step 0. In a resumed run it reads the restart data of the checkpoint instead. */
static tc_status begin_run(loop *l, tc_run_state *now) {
  const tc_resume_source *r = l->choice->resume;
  now->value = l->choice->integrator->value(l->ctx);
  TC_TRY(tc_hooks_begin(l->hook, l->hooks, now));
  if (!r) return run_due_hooks(l, now);
  now->step = r->step;
  TC_TRY(read_restart(l, now->step));
  set_time(l, now);
  now->value = l->choice->integrator->value(l->ctx);
  return tc_hooks_resume(l->hook, l->hooks, now);
}

static tc_status run_steps(loop *l, const tc_log *log) {
  tc_run_state now = {.steps = l->choice->steps, .log = log, .list_restart = list_run_restart, .run = l};
  TC_TRY(begin_run(l, &now));
  for (int i = 0; i < l->hooks; i++) l->hook[i].seconds = 0.0;
  const double began = tc_now_s();
  while (!now.last && !now.paused) {
    TC_TRY(advance_step(l));
    now.step++;
    TC_TRY(run_due_hooks(l, &now));
  }
  l->total_s = tc_now_s() - began;
  return TC_OK;
}

static void report_measurement(const loop *l, tc_measurement *out) {
  const tc_world *world = l->space->world;
  *out = (tc_measurement){.rank = world->rank,
                          .node = world->node,
                          .rows = l->space->owned,
                          .ledger = l->ledger};
  out->ledger.longest_mpi_gap_s = l->longest_silence_s;
  out->pages = tc_operator_count_numa_pages(l->choice->integrator->matrix(l->ctx));
  out->peak_memory_B = (double)tc_memory_peak();
  out->total_s = tc_timing_series_median(&l->total);
  for (int p = 0; p < TC_PHASE_COUNT; p++) {
    out->ledger.seconds.by_index[p] = tc_timing_series_median(&l->phase[p]);
    out->iteration.by_index[p] = tc_timing_series_median(&l->iteration_phase[p]);
  }
  out->iteration_s = tc_timing_series_median(&l->iteration);
  tc_wall_times *wall = &out->wall;
  *wall = (tc_wall_times){.total_s = l->total_s, .steps_s = l->total.sum, .steps = (int64_t)l->total.offered};
  for (int i = 0; i < l->hooks; i++)
    if (l->hook[i].publishes_field) wall->snapshots_s += l->hook[i].seconds;
  wall->checks_s =
      wall->total_s - wall->steps_s -
      wall->snapshots_s; /* All time of the loop that was spent neither in steps nor in writing snapshots. */
  wall->slow_share = tc_timing_series_share_above(&l->total, 2.0 * out->total_s);
}

/* Collective. Calls `between_iterations` of all hooks. Used for a steady state only. The hooks receive the
 * run state of step 0, because the whole solve counts as step 1. */
static tc_status call_hooks_between(void *self, int64_t iteration) {
  loop *l = self;
  tc_run_state now = {.steps = l->choice->steps,
                      .iteration = iteration,
                      .log = l->log,
                      .value = l->choice->integrator->value(l->ctx),
                      .list_restart = list_run_restart,
                      .run = l};
  set_time(l, &now);
  for (int i = 0; i < l->hooks; i++)
    if (l->hook[i].between_iterations) TC_TRY(l->hook[i].between_iterations(l->hook[i].self, &now));
  return TC_OK;
}

static bool anybody_asks_between(const loop *l) {
  bool any = false;
  for (int i = 0; i < l->hooks; i++) any = any || l->hook[i].between_iterations;
  return any && !l->choice->integrator->steps;
}

/* Creates the integrator. If the integrator solves linear systems, logs the creation as a setup phase,
 * because the setup of a preconditioner may take long. */
static tc_status open_integrator(loop *l, const tc_integrator_setup *how, const double *value) {
  const tc_integrator *integrator = l->choice->integrator;
  if (!integrator->solves) return integrator->create(how, value, &l->ctx);
  const tc_log_phase phase = tc_log_begin_phase(how->log, "preparing the solver");
  TC_TRY(integrator->create(how, value, &l->ctx));
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status run_loop(loop *l, const tc_log *log, double *value, tc_measurement *measure) {
  const tc_step_options *choice = l->choice;
  const tc_integrator_setup how = {l->problem,
                                   choice->strategy,
                                   choice->format,
                                   choice->dt,
                                   choice->input,
                                   choice->implicit,
                                   log,
                                   choice->device,
                                   anybody_asks_between(l) ? &l->between : NULL,
                                   origin_of(choice)};
  tc_status status = choice->input ? tc_forcing_begin(choice->input, value) : TC_OK;
  if (!status) status = open_integrator(l, &how, value);
  if (!status) status = run_steps(l, log);
  tc_hooks_end(l->hook, l->hooks, status);
  if (status) {
    tc_status_free(&l->stop);
    return status;
  }
  if (l->space->owned)
    memcpy(value, choice->integrator->value(l->ctx), (size_t)l->space->owned * sizeof *value);
  report_measurement(l, measure);
  return l->stop;
}

tc_status tc_step_run(const tc_problem *problem, const tc_step_options *choice, const tc_hook *hook,
                      int hooks, const tc_log *log, double *value, tc_measurement *measure) {
  loop *l = NULL; /* Allocated, because the struct with its recorded step times is too large for the stack. */
  TC_TRY(TC_WORLD_ALLOC(problem->space->world, l, 1));
  l->choice = choice;
  l->problem = problem;
  l->space = problem->space;
  l->log = log;
  l->between = (tc_iteration_callback){l, call_hooks_between};
  tc_status status = tc_world_agree(l->space->world, list_hooks(l, hook, hooks));
  if (!status) status = run_loop(l, log, value, measure);
  choice->integrator->destroy(l->ctx);
  tc_free(l->hook);
  tc_free(l);
  return status;
}
