/* Comparison of methods of time integration with one session per method, all open at the same time. The
 * reference is run before the rounds, in the session with the same method. If that is not suitable, an extra
 * session runs it and is closed before the rounds. */
#include "run/studies/compare_time_methods.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/stats.h"
#include "run/plan/auxiliary_run.h"
#include "run/studies/time_runs.h"

/* A compared method and its session. */
typedef struct method_session {
  const tc_integrator *method;
  int64_t steps; /* number of steps; 0 if the config determines it */
  tc_run_options choice;
  tc_job_clock clock; /* clock of `log`; it measures the time of the search for a stable step */
  tc_log log;
  tc_session session;
} method_session;

typedef struct comparison {
  const tc_time_comparison_options *options;
  const tc_run_environment *environment;
  tc_world *world;
  const tc_log *log;
  tc_time_study *study;
  /* [methods + 1] the compared methods; the last item is an extra session for the reference */
  method_session *item;
  double *reference; /* [owned cells] final field of the reference run */
  double *wall_s;    /* [methods * rounds] wall time in s of each method in each round */
} comparison;

/* ---- setup of the sessions ---- */

static bool any_method_uses(const tc_time_comparison_options *o, const char *key) {
  bool any = o->reference && tc_config_method_uses(o->reference, key);
  for (int k = 0; k < o->methods; k++) any = any || tc_config_method_uses(o->method[k], key);
  return any;
}

/* Sets the options of the runs with a method. Keys that only other methods use are set to null, because a
 * config with a key that has no effect is rejected. */
static tc_status set_options(const comparison *c, method_session *m) {
  const char **override = NULL;
  int count = 0;
  tc_pool *pool = &c->study->pool;
  TC_TRY(TC_POOL_ARRAY(pool, override, tc_config_keys.count + 5));
  TC_TRY(tc_pool_printf(pool, &override[count++], "time.method=%s", m->method->name));
  for (int k = 0; k < tc_config_keys.count; k++) {
    const char *key = tc_config_keys.key[k].name;
    if (tc_config_method_uses(m->method, key) || !any_method_uses(c->options, key)) continue;
    TC_TRY(tc_pool_printf(pool, &override[count++], "%s=null", key));
  }
  /* This number is a placeholder: open_session replaces it as soon as the end time is known. */
  if (m->steps > 0) {
    override[count++] = "time.dt=1";
    override[count++] = "time.multiple=null";
    override[count++] = "time.tolerance=null";
    override[count++] = "time.absolute=null";
  }
  return tc_run_options_without_outputs(c->options->options, count, override, pool, &m->choice);
}

/* True if the method is explicit and makes no stages, so that its stability limits the step size. */
static bool has_short_steps(const tc_integrator *method) { return !method->solves && !method->stabilised; }

/* Checks that a session distributes the cells as the first session does, because fields are compared row by
 * row. */
static tc_status check_same(const tc_session *first, const tc_session *s) {
  const tc_space *a = first->prepared.problem->space, *b = s->prepared.problem->space;
  if (a->owned == b->owned && (a->owned == 0 || !memcmp(a->id, b->id, (size_t)a->owned * sizeof *a->id)))
    return TC_OK;
  return tc_status_create(TC_INTERNAL, "two sessions distribute the cells in different ways: please report "
                                       "this as a bug");
}

/* Sets up an open session. If stability limits the step of the method, the setup uses the automatic step size
 * first. Then time.dt replaces it if it is smaller. */
static tc_status set_up_steps(method_session *m) {
  tc_session *s = &m->session;
  tc_config *config = s->plan.config;
  const double given = config->time.dt;
  tc_step_size size;
  if (has_short_steps(m->method)) config->time.dt = 0.0;
  TC_TRY(tc_session_set_up(s, config->distribution.block_size));
  if (!(given > 0.0 && given < s->prepared.choices.step.dt)) return TC_OK;
  TC_TRY(tc_step_size_compute(tc_config_location(config, "time.dt"), INFINITY, given, given, 0,
                              config->time.end, &size));
  return tc_time_runs_set_steps(s, size.steps);
}

static tc_status open_session(const comparison *c, method_session *m) {
  tc_session *s = &m->session;
  const tc_session *first = &c->item->session;
  tc_log_write(c->log, TC_LOG_NORMAL, "setting up %s", m->method->name);
  m->log = *c->log;
  m->log.clock = &m->clock;
  tc_job_clock_start(&m->clock, tc_now_s());
  TC_TRY(tc_world_agree(c->world, set_options(c, m)));
  TC_TRY(tc_session_open(&m->choice, c->environment, c->world, &m->log, s));
  TC_TRY(tc_time_runs_check(&s->plan, "compare --time-methods"));
  if (m->steps > 0) s->plan.config->time.dt = s->plan.config->time.end / (double)m->steps;
  TC_TRY(set_up_steps(m));
  tc_plan_free_mesh(&s->plan);
  return tc_world_agree(c->world, check_same(first, s));
}

/* Adds the name of the method to the message of an error TC_NUMERICAL, and frees `status`. */
static tc_status name_method(const method_session *m, tc_status status) {
  if (tc_status_code(status) != TC_NUMERICAL) return status;
  return tc_status_replace(status,
                           tc_status_create(TC_NUMERICAL, "%s: %s", m->method->name, tc_status_text(status)));
}

static tc_status open_all(const comparison *c) {
  for (int k = 0; k < c->options->methods; k++) {
    c->item[k].method = c->options->method[k];
    TC_TRY(name_method(&c->item[k], open_session(c, &c->item[k])));
  }
  return TC_OK;
}

/* ---- reference ---- */

/* Returns the compared method with the highest order. Among several of the same order, returns the one with
 * the most steps. */
static method_session *find_best(const comparison *c) {
  method_session *best = c->item;
  for (method_session *m = c->item; m < c->item + c->options->methods; m++) {
    const int order = tc_time_runs_order(m->session.plan.config),
              highest = tc_time_runs_order(best->session.plan.config);
    const int64_t steps = m->session.prepared.choices.step.steps;
    if (order > highest || (order == highest && steps > best->session.prepared.choices.step.steps)) best = m;
  }
  return best;
}

static bool controls_error(const method_session *m) {
  return tc_setup_choices_controls_error(&m->session.prepared.choices);
}

/* Returns the session of the compared method that is also the method of the reference. Returns NULL if there
 * is none, or if its runs have error control, because their setup has no number of stages for equal steps. */
static method_session *find_compared(const comparison *c) {
  for (method_session *m = c->item; m < c->item + c->options->methods; m++)
    if (m->method == c->options->reference && !controls_error(m)) return m;
  return NULL;
}

static tc_status perform_reference(const comparison *c, method_session *m, int64_t steps) {
  return name_method(m,
                     tc_time_runs_perform_reference(&m->session, steps, &c->study->reference, c->reference));
}

/* Performs the reference in an extra session, which is closed afterwards. */
static tc_status run_other_reference(const comparison *c) {
  method_session *m = &c->item[c->options->methods];
  m->method = c->options->reference;
  m->steps = c->options->reference_steps;
  tc_status status = name_method(m, open_session(c, m));
  if (!status) status = perform_reference(c, m, c->options->reference_steps);
  tc_session_close(&m->session);
  return status;
}

/* A reference with the same method as a compared run must have more steps than this run. With equal steps
 * both would have the same error. */
static tc_status check_reference(const comparison *c) {
  for (const method_session *m = c->item; m < c->item + c->options->methods; m++) {
    const int64_t steps = m->session.prepared.choices.step.steps;
    if (m->method == c->options->reference && c->options->reference_steps <= steps)
      return tc_status_create(TC_USAGE,
                              "--reference: %s:%lld has too few steps, because the compared run has %lld: "
                              "set at least twice that number",
                              m->method->name, (long long)c->options->reference_steps, (long long)steps);
  }
  return TC_OK;
}

static tc_status run_reference(const comparison *c) {
  TC_TRY(check_reference(c));
  method_session *m = c->options->reference ? find_compared(c) : find_best(c);
  const int64_t steps = c->options->reference
                            ? c->options->reference_steps
                            : TC_TIME_REFERENCE_FACTOR * m->session.prepared.choices.step.steps;
  return m ? perform_reference(c, m, steps) : run_other_reference(c);
}

/* Estimates the error of the reference from the difference to a run with the same method and fewer steps. */
static void estimate_reference_error(const comparison *c) {
  tc_time_run *reference = &c->study->reference;
  for (int k = 0; k < c->options->methods; k++) {
    const tc_time_run *run = &c->study->run[k];
    if (strcmp(run->method, reference->method) != 0 || run->steps >= reference->steps) continue;
    const double ratio = (double)reference->steps / (double)run->steps;
    reference->error = run->error / (pow(ratio, tc_time_runs_order(c->item[k].session.plan.config)) - 1.0);
  }
}

/* ---- measurement ---- */

static tc_status run_round(const comparison *c, int round) {
  const int rounds = c->options->rounds;
  tc_log_write(c->log, TC_LOG_NORMAL, "round %d of %d", round + 1, rounds);
  for (int k = 0; k < c->options->methods; k++) {
    tc_time_run *run = &c->study->run[k];
    TC_TRY(name_method(&c->item[k], tc_time_runs_perform(&c->item[k].session, run)));
    c->wall_s[k * rounds + round] = run->wall_s;
  }
  return TC_OK;
}

/* Stores the results of each run: its error, the median time and the seconds of the search for a stable
 * step. */
static tc_status complete_runs(const comparison *c) {
  const int rounds = c->options->rounds;
  for (int k = 0; k < c->options->methods; k++) {
    method_session *m = &c->item[k];
    tc_time_run *run = &c->study->run[k];
    double seconds[TC_JOB_PHASE_COUNT];
    tc_job_clock_read(&m->clock, seconds);
    run->search_s = seconds[TC_JOB_PHASE_search];
    run->wall_s = tc_median(c->wall_s + (size_t)k * (size_t)rounds, (size_t)rounds);
    TC_TRY(tc_time_runs_compare(m->session.prepared.problem->space, m->session.run.value, c->reference,
                                &run->error));
  }
  estimate_reference_error(c);
  return TC_OK;
}

static tc_status compare_all(comparison *c) {
  TC_TRY(open_all(c));
  TC_TRY(TC_WORLD_ALLOC(c->world, c->reference, c->item->session.prepared.problem->space->owned));
  TC_TRY(run_reference(c));
  for (int round = 0; round < c->options->rounds; round++) TC_TRY(run_round(c, round));
  TC_TRY(complete_runs(c));
  TC_TRY(tc_world_agree(c->world, tc_time_runs_describe(&c->item->session, c->study)));
  tc_time_study_set_stabilisation(c->study);
  return TC_OK;
}

static tc_status alloc_runs(comparison *c) {
  const tc_time_comparison_options *o = c->options;
  c->study->overrides = o->options->overrides;
  c->study->override = o->options->override;
  c->study->rounds = o->rounds;
  c->study->count = o->methods;
  TC_TRY(TC_POOL_ARRAY_ZERO(&c->study->pool, c->study->run, o->methods));
  TC_TRY(TC_POOL_ARRAY_ZERO(&c->study->pool, c->item, o->methods + 1));
  return TC_POOL_ARRAY_ZERO(&c->study->pool, c->wall_s, o->methods * o->rounds);
}

tc_status tc_time_comparison_run(const tc_time_comparison_options *options,
                                 const tc_run_environment *environment, tc_world *world, const tc_log *log,
                                 tc_time_study *study) {
  comparison c = {.options = options, .environment = environment, .world = world, .log = log, .study = study};
  TC_TRY(tc_world_agree(world, alloc_runs(&c)));
  const tc_status status = compare_all(&c);
  for (int k = 0; k <= options->methods; k++) tc_session_close(&c.item[k].session);
  tc_free(c.reference);
  return status;
}
