/* The time loop. A run calls its hooks in this order: the watchdog, the hooks of the caller, the progress
 * monitor. Restart data are always listed in the order integrator, clock, forcing, hooks. */
#include "solve/step/step.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "solve/observe/monitor.h"
#include "solve/observe/watchdog_hook.h"
#include "solve/step/splitting.h"
#include "solve/step/step_clock.h"
#include "solve/step/step_times.h"

struct tc_step_loop {
  tc_step_options choice;
  const tc_problem *problem;
  const tc_space *space;
  const tc_log *log;
  const tc_integrator *inner; /* Integrator of the caller. */
  tc_integrator splitting;    /* Wrapper that adds operator splitting (solve/step/splitting.h). */
  void *ctx;                  /* State of the integrator, created by its function `create`. */
  tc_hook *hook;
  int hooks;
  bool watches; /* True if the first hook is the watchdog. */
  tc_watchdog_hook_data watching;
  tc_monitor monitor;
  tc_iteration_callback iteration_callback;
  tc_run_state now;
  bool begun;     /* True after the hooks were called at step 0 or the run was resumed. */
  bool ended;     /* True after tc_step_end. */
  int64_t end;    /* Number of the last step of the call of tc_step_advance. */
  tc_status stop; /* Reason that a hook gave for stopping the run; TC_OK if no hook stopped it. */
  tc_step_times times;
  tc_step_clock clock;
};

/* Returns the largest number of products of a stabilised step; 0 for other methods. */
static int count_stages(const tc_step_options *choice) {
  if (!choice->stabilised) return 0;
  return choice->control ? choice->control->most_stages : choice->stabilised->stages;
}

/* Builds the list of hooks: the watchdog, the hooks of the caller, the progress monitor. */
static tc_status collect_hooks(tc_step_loop *l, const tc_hook *hook, int hooks) {
  const tc_step_options *choice = &l->choice;
  TC_TRY(TC_ALLOC(l->hook, hooks + 2));
  const tc_watchdog_rules rules = {.proved = choice->proved,
                                   .swings = choice->implicit && choice->implicit->options.theta < 1.0,
                                   .steady = !choice->integrator->steps,
                                   .rejects = choice->control && choice->integrator->solves,
                                   .overshoot = choice->stabilised ? choice->stabilised->overshoot : 0.0,
                                   .dt = choice->integrator->steps ? choice->dt : 0.0,
                                   .stages = count_stages(choice)};
  l->watching = (tc_watchdog_hook_data){.problem = l->problem, .input = choice->input, .rules = rules};
  l->watching.others = hook;
  l->watching.count = hooks;
  l->watching.is_controlled = choice->control != NULL;
  l->watches = tc_strategy_is_valid(choice->strategy) || l->space->world->ranks == 1;
  /* Strategy `none` exchanges no ghosts, so its fields on several ranks are wrong and not checked. */
  if (l->watches) l->hook[l->hooks++] = tc_watchdog_hook(&l->watching);
  for (int i = 0; i < hooks; i++) l->hook[l->hooks++] = hook[i];
  l->hook[l->hooks++] =
      tc_monitor_hook(&l->monitor, choice->integrator->steps ? "step" : "solve", choice->remaining);
  l->now.hook = l->hook;
  l->now.hooks = l->hooks;
  return TC_OK;
}

static tc_status advance_step(tc_step_loop *l) {
  const tc_integrator *integrator = l->choice.integrator;
  tc_ledger ledger = {0};
  const double start_s = tc_now_s();
  const tc_step_request request = tc_step_clock_request(&l->clock, l->now.step);
  TC_TRY(integrator->advance(l->ctx, &request, &ledger));
  tc_step_times_add(&l->times, tc_now_s() - start_s, &ledger);
  l->now.step++;
  if (l->choice.control) l->now.controlled = integrator->controlled(l->ctx);
  if (integrator->steps) tc_step_clock_advance(&l->clock, l->now.step, &request, l->now.controlled);
  l->now.dt = integrator->steps ? l->clock.record.last.dt : request.dt;
  return TC_OK;
}

/* True if the run has made its planned steps, or with error control has reached its end. */
static bool is_complete(const tc_step_loop *l) {
  const tc_error_control *control = l->choice.control;
  return control ? l->clock.time >= control->end : l->now.step >= l->now.steps;
}

/* Sets the simulated time in *now from the clock, and sets now->last to true if the run ends here. */
static void set_time(const tc_step_loop *l, tc_run_state *now) {
  now->time = l->choice.integrator->steps ? l->clock.time : 0.0;
  now->requested = l->clock.requested;
  now->last = is_complete(l);
}

/* Copies the field from the device to the host if a device computes the products. */
static tc_status download_field(const tc_step_loop *l) {
  const tc_integrator *integrator = l->choice.integrator;
  return integrator->download && l->choice.device ? integrator->download(l->ctx) : TC_OK;
}

static tc_status run_due_hooks(tc_step_loop *l, tc_run_state *now) {
  const tc_integrator *integrator = l->choice.integrator;
  const bool has_stepped = now->step > 0;
  set_time(l, now);
  if (now->step == l->end || tc_hooks_need_field(l->hook, l->hooks, now)) TC_TRY(download_field(l));
  now->value = integrator->value(l->ctx);
  now->previous_value = has_stepped ? integrator->previous_value(l->ctx) : NULL;
  now->flux_value = has_stepped && integrator->flux_value ? integrator->flux_value(l->ctx) : NULL;
  now->change = has_stepped && integrator->change ? integrator->change(l->ctx) : NULL;
  now->rate = has_stepped && integrator->rate ? integrator->rate(l->ctx) : NULL;
  now->covered = now->rate ? integrator->covered(l->ctx) : 0.0;
  now->unsolved_norm = integrator->unsolved_norm ? integrator->unsolved_norm(l->ctx) : 0.0;
  return tc_hooks_run(l->space->world, l->hook, l->hooks, now, &l->stop);
}

static tc_status list_restart(tc_step_loop *l, tc_restart_list *keep) {
  TC_TRY(l->choice.integrator->list_restart(l->ctx, keep));
  TC_TRY(tc_step_clock_list_restart(&l->clock, keep));
  if (l->choice.input) TC_TRY(tc_forcing_list_restart(l->choice.input, keep));
  return tc_hooks_list_restart(l->hook, l->hooks, keep);
}

static tc_status list_run_restart(void *run, tc_restart_list *out) {
  tc_step_loop *l = run;
  TC_TRY(tc_world_agree(l->space->world, list_restart(l, out)));
  return out->is_reading ? TC_OK : tc_hooks_flush(l->hook, l->hooks);
}

tc_status tc_resume_source_integer(const tc_resume_source *r, const char *name, int64_t *out) {
  *out = 0;
  return r ? r->number(r->self, name, out) : TC_OK;
}

/* Sets the clock to step `step`, and evaluates again the boundary data of the last step before the
 * checkpoint. */
static tc_status resume_input(tc_step_loop *l, int64_t step) {
  const tc_resume_source *r = l->choice.resume;
  const tc_step_span last = r->last.dt > 0.0 ? r->last : (tc_step_span){.dt = l->choice.dt};
  TC_TRY(tc_step_clock_resume(&l->clock, &r->next.origin, step, r->number, r->self));
  const tc_step_span *made = &l->clock.record.last;
  if (step == 0 || !l->choice.input) return TC_OK;
  if (made->dt > 0.0) return tc_forcing_resume(l->choice.input, made->origin.time, made->dt);
  return tc_forcing_resume(l->choice.input, tc_time_at(&last.origin, last.dt, step - 1), last.dt);
}

static tc_status read_restart(tc_step_loop *l, int64_t step) {
  const tc_resume_source *r = l->choice.resume;
  tc_restart_list list = {.is_reading = true};
  tc_status status = list_run_restart(l, &list);
  if (!status) status = r->fill(r->self, &list);
  tc_restart_list_free(&list);
  TC_TRY(status);
  if (l->choice.integrator->resume) l->choice.integrator->resume(l->ctx);
  return resume_input(l, step);
}

/* Reads the restart data of the checkpoint instead of calling the hooks at step 0. */
static tc_status resume_run(tc_step_loop *l) {
  tc_run_state *now = &l->now;
  now->step = l->choice.resume->step;
  TC_TRY(read_restart(l, now->step));
  if (l->choice.control) now->controlled = l->choice.integrator->controlled(l->ctx);
  if (now->controlled) l->clock.time = now->controlled->last.time;
  now->dt = l->clock.record.last.dt > 0.0 ? l->clock.record.last.dt : l->choice.dt;
  set_time(l, now);
  now->value = l->choice.integrator->value(l->ctx);
  l->begun = true;
  return tc_hooks_resume(l->hook, l->hooks, now);
}

/* Calls the hooks at step 0. Their seconds belong to the job phase of the first output. */
static tc_status begin_steps(tc_step_loop *l) {
  if (!l->begun) TC_JOB_TRY(l->log, TC_JOB_PHASE_first_output, run_due_hooks(l, &l->now));
  l->begun = true;
  if (l->times.total.added == 0) tc_hooks_reset_seconds(l->hook, l->hooks);
  return TC_OK;
}

/* Checks the last step of a call that ends before the run does, unless the watchdog hook has checked it. A
 * second check of the norm after the same step has no effect. */
static tc_status check_last_step(tc_step_loop *l) {
  const tc_run_state *now = &l->now;
  if (!l->watches || now->last || now->paused || now->step == 0) return TC_OK;
  if (tc_watchdog_hook_checks_range(&l->watching, now)) return TC_OK;
  return tc_watchdog_check(&l->watching.watch, now, true);
}

/* Performs the steps up to l->end and calls the hooks after each one. */
static tc_status perform_steps(tc_step_loop *l) {
  tc_run_state *now = &l->now;
  const int64_t first = now->step + 1;
  while (!now->last && !now->paused && now->step < l->end) {
    TC_TRY(advance_step(l));
    now->is_first = now->step == first;
    TC_TRY(run_due_hooks(l, now));
  }
  /* The caller may read the field of a paused run, even if the hook that paused the run did not need it. */
  if (now->paused) TC_TRY(download_field(l));
  return check_last_step(l);
}

/* Moves the seconds of each hook from the job phase `steps` to the phase of the hook. All other time between
 * the steps is moved to the phase `checks`, as in tc_wall_times. */
static void move_seconds(tc_step_loop *l, double loop_s, double steps_s) {
  tc_job_clock *const clock = tc_log_clock(l->log);
  const double hooks_s = tc_hooks_move_seconds(l->hook, l->hooks, clock);
  tc_job_clock_move(clock, TC_JOB_PHASE_steps, TC_JOB_PHASE_checks, loop_s - steps_s - hooks_s);
}

/* Performs the steps up to l->end and records their times. */
static tc_status perform_timed_steps(tc_step_loop *l) {
  const double start_s = tc_now_s(), steps_s = l->times.total.sum;
  TC_TRY(perform_steps(l));
  const double loop_s = tc_now_s() - start_s;
  l->times.loop_s += loop_s;
  move_seconds(l, loop_s, l->times.total.sum - steps_s);
  return TC_OK;
}

tc_status tc_step_advance(tc_step_loop *l, int64_t count, tc_status *stop) {
  tc_run_state *now = &l->now;
  l->end = count < now->steps - now->step ? now->step + count : now->steps;
  now->paused = now->is_first = false;
  TC_TRY(begin_steps(l));
  TC_JOB_TRY(l->log, TC_JOB_PHASE_steps, perform_timed_steps(l));
  *stop = l->stop;
  l->stop = TC_OK;
  return TC_OK;
}

const tc_run_state *tc_step_state(const tc_step_loop *l) { return &l->now; }

void tc_step_measure(const tc_step_loop *l, tc_measurement *out) {
  const tc_world *world = l->space->world;
  double snapshots_s = 0.0;
  for (int i = 0; i < l->hooks; i++)
    if (l->hook[i].publishes_field) snapshots_s += l->hook[i].seconds;
  *out = (tc_measurement){.rank = world->rank, .node = world->node, .rows = l->space->owned};
  out->pages = tc_operator_count_numa_pages(l->choice.integrator->matrix(l->ctx));
  out->peak_memory_B = (double)tc_memory_peak();
  tc_step_times_measure(&l->times, snapshots_s, out);
}

/* Collective. Calls `between_iterations` of all hooks. Used for a steady state only. The hooks receive the
 * run state of step 0, because the whole solve counts as step 1. */
static tc_status call_iteration_hooks(void *self, int64_t iteration) {
  tc_step_loop *l = self;
  tc_run_state now = {.steps = l->choice.steps,
                      .dt = l->choice.dt,
                      .is_first = iteration <= 1,
                      .iteration = iteration,
                      .log = l->log,
                      .value = l->choice.integrator->value(l->ctx),
                      .list_restart = list_run_restart,
                      .run = l};
  set_time(l, &now);
  for (int i = 0; i < l->hooks; i++)
    if (l->hook[i].between_iterations) TC_TRY(l->hook[i].between_iterations(l->hook[i].self, &now));
  return TC_OK;
}

static bool has_iteration_hook(const tc_step_loop *l) {
  bool has_hook = false;
  for (int i = 0; i < l->hooks; i++) has_hook = has_hook || l->hook[i].between_iterations;
  return has_hook && !l->choice.integrator->steps;
}

/* Creates the integrator. Logs the creation as a setup phase if the setup of a solver may take long. */
static tc_status create_logged_integrator(tc_step_loop *l, const tc_integrator_setup *how,
                                          const double *value) {
  const tc_integrator *integrator = l->choice.integrator;
  if (!integrator->solves) {
    TC_JOB_TRY(how->log, TC_JOB_PHASE_solver, integrator->create(how, value, &l->ctx));
    return TC_OK;
  }
  const tc_log_phase phase = tc_log_begin_phase(how->log, TC_JOB_PHASE_solver, "preparing the solver");
  TC_TRY(integrator->create(how, value, &l->ctx));
  tc_log_end_phase(&phase);
  if (how->implicit) tc_solve_statistics_log(how->implicit->record, how->log);
  return TC_OK;
}

static tc_status create_integrator(tc_step_loop *l, const double *value) {
  const tc_step_options *choice = &l->choice;
  const tc_integrator_setup how = {.problem = l->problem,
                                   .strategy = choice->strategy,
                                   .format = choice->format,
                                   .dt = choice->dt,
                                   .input = choice->input,
                                   .implicit = choice->implicit,
                                   .stabilised = choice->stabilised,
                                   .control = choice->control,
                                   .log = l->log,
                                   .device = choice->device,
                                   .between = has_iteration_hook(l) ? &l->iteration_callback : NULL,
                                   .inner = l->inner};
  if (choice->input) TC_JOB_TRY(l->log, TC_JOB_PHASE_formulas, tc_forcing_begin(choice->input, value));
  TC_TRY(create_logged_integrator(l, &how, value));
  l->now.value = choice->integrator->value(l->ctx);
  return TC_OK;
}

static tc_status begin_loop(tc_step_loop *l, const tc_hook *hook, int hooks, const double *value) {
  TC_TRY(tc_world_agree(l->space->world, collect_hooks(l, hook, hooks)));
  TC_TRY(create_integrator(l, value));
  TC_JOB_TRY(l->log, TC_JOB_PHASE_first_output, tc_hooks_begin(l->hook, l->hooks, &l->now));
  if (l->choice.resume) TC_JOB_TRY(l->log, TC_JOB_PHASE_read, resume_run(l));
  return TC_OK;
}

tc_status tc_step_open(const tc_problem *problem, const tc_step_options *choice, const tc_hook *hook,
                       int hooks, const tc_log *log, const double *value, tc_step_loop **out) {
  tc_step_loop *l = NULL;
  TC_TRY(TC_WORLD_ALLOC(problem->space->world, l, 1));
  l->choice = *choice;
  l->inner = choice->integrator;
  l->choice.integrator = tc_splitting_wrap(l->inner, choice->input, &l->splitting);
  l->problem = problem;
  l->space = problem->space;
  l->log = log;
  l->iteration_callback = (tc_iteration_callback){l, call_iteration_hooks};
  l->times.uses_means = choice->control != NULL;
  l->clock = (tc_step_clock){.times = choice->times, .control = choice->control, .dt = choice->dt};
  l->now = (tc_run_state){.steps = choice->steps,
                          .dt = choice->dt,
                          .end = choice->control ? choice->control->end : 0.0,
                          .log = log,
                          .list_restart = list_run_restart,
                          .run = l};
  tc_status status = begin_loop(l, hook, hooks, value);
  if (status) tc_step_close(&l, true);
  *out = l;
  return status;
}

static tc_status recreate_integrator(tc_step_loop *l, const double *value) {
  l->choice.integrator->destroy(l->ctx);
  l->ctx = NULL;
  l->now.value = NULL;
  return create_integrator(l, value);
}

tc_status tc_step_resume(tc_step_loop *l, const tc_resume_source *source, const double *value) {
  l->choice.resume = source;
  TC_TRY(recreate_integrator(l, value));
  return resume_run(l);
}

/* Copies `value` first, because it may be the field of the old integrator, which is destroyed. */
static tc_status create_with_copy(tc_step_loop *l, const double *value) {
  const int32_t owned = l->space->owned;
  double *copy = NULL;
  TC_TRY(TC_WORLD_ALLOC(l->space->world, copy, owned));
  if (owned > 0) memcpy(copy, value, (size_t)owned * sizeof *copy);
  const tc_status status = recreate_integrator(l, copy);
  tc_free(copy);
  return status;
}

void tc_step_continue(tc_step_loop *l) { l->now.last = is_complete(l); }

tc_status tc_step_load(tc_step_loop *l, const double *value) {
  const tc_integrator *integrator = l->choice.integrator;
  if (!integrator->steps) l->now.step = 0;
  tc_step_continue(l);
  TC_TRY(integrator->load ? integrator->load(l->ctx, value) : create_with_copy(l, value));
  l->now.value = integrator->value(l->ctx);
  return l->watches ? tc_watchdog_hook_reset(&l->watching, l->now.value) : TC_OK;
}

void tc_step_end(tc_step_loop *l) {
  if (!l->ended) tc_hooks_end(l->hook, l->hooks, false);
  l->ended = true;
}

void tc_step_close(tc_step_loop **loop, bool failed) {
  tc_step_loop *l = *loop;
  if (!l) return;
  if (!l->ended) tc_hooks_end(l->hook, l->hooks, failed);
  tc_status_free(&l->stop);
  l->choice.integrator->destroy(l->ctx);
  tc_free(l->hook);
  tc_free(l);
  *loop = NULL;
}

tc_status tc_step_run(const tc_problem *problem, const tc_step_options *choice, const tc_hook *hook,
                      int hooks, const tc_log *log, double *value, tc_measurement *measure) {
  tc_step_loop *l = NULL;
  tc_status stop = TC_OK;
  TC_TRY(tc_step_open(problem, choice, hook, hooks, log, value, &l));
  const tc_status status = tc_step_advance(l, choice->steps, &stop);
  if (!status && l->space->owned) memcpy(value, l->now.value, (size_t)l->space->owned * sizeof *value);
  if (!status) tc_step_measure(l, measure);
  tc_step_close(&l, status);
  return status ? status : stop;
}
