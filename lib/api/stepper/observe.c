/* Callbacks of the program between the steps, its requests to stop, and the measured times of a stepper. */
#include <math.h>
#include <string.h>

#include "api/call/call.h"
#include "api/include/tetracast/version.h"
#include "api/stepper/stepper_object.h"

/* ---- functions of the program ---- */

static tc_status call_function(const tc_api_function *one, const tc_run_state *now, bool *stops) {
  const int result = one->function(one->self, now->step, now->time, now->value);
  if (result == 1) *stops = true;
  if (result == 0 || result == 1) return TC_OK;
  return tc_status_create(TC_CALLBACK,
                          "step function: it has returned %d after step %lld, which reports an error: "
                          "correct its cause in the program",
                          result, (long long)now->step);
}

/* Calls those callbacks of the program that are due at this step. Sets *stops to true if one of them returns
 * 1. Calls the remaining callbacks also after one has failed, because they may use MPI, and other ranks would
 * wait. Returns the first error. */
static tc_status call_functions(const tetracast_stepper *s, const tc_run_state *now, bool *stops) {
  tc_status status = TC_OK;
  for (int i = 0; i < s->functions.count; i++)
    if (now->step % s->functions.item[i].every == 0)
      status = tc_status_first(status, call_function(&s->functions.item[i], now, stops));
  return status;
}

/* Hook that calls the callbacks and ends the time loop if one of them requests it. The result may differ
 * between ranks. The loop then agrees on one result. */
static tc_status check_pause(void *self, const tc_run_state *now) {
  bool stops = false;
  TC_TRY(call_functions(self, now, &stops));
  if (!stops) return TC_OK;
  return tc_status_create(TC_STOPPED, "stopped by a step function after step %lld", (long long)now->step);
}

/* Hook for the end of the time loop. At the last planned step, or when the field is steady, it calls the
 * callbacks, because the loop does not call check_pause then. A request to stop has no effect at the end. */
static tc_status call_at_end(void *self, const tc_run_state *now) {
  const tetracast_stepper *s = self;
  bool stops = false;
  return now->last && s->options.integrator->steps ? call_functions(s, now, &stops) : TC_OK;
}

static bool is_due(const tc_hook *hook, const tc_run_state *now) {
  const tetracast_stepper *s = hook->self;
  bool due = false;
  for (int i = 0; i < s->functions.count; i++) due = due || now->step % s->functions.item[i].every == 0;
  return now->step > 0 && due;
}

/* Adds the steady stop, the hook that ends a run when the field no longer changes, as `tetracast run` does.
 * It ends the run only in a stepper with outputs. In other steppers it only measures the change per step,
 * because checkpoints of runs with time.steady contain this value. */
static void add_steady_stop(tetracast_stepper *s) {
  const tc_prepared *p = &s->view;
  const tc_integrator *method = s->options.integrator;
  const double tolerance = p->plan->config->time.steady, never_reached = -1.0;
  if (tolerance == 0.0) return;
  s->steady = (tc_steady_stop){.space = p->problem->space,
                               .source = p->source,
                               .tolerance = s->outputs ? tolerance : never_reached};
  s->hook[s->hooks] = tc_steady_stop_hook(&s->steady);
  if (method->solves) s->hook[s->hooks].every = 1; /* a check takes little time compared with a solve */
  s->hooks++;
}

void tc_api_stepper_set_hooks(tetracast_stepper *s, const tc_run_observers *observers) {
  const bool valid = tc_strategy_is_valid(s->options.strategy) || s->problem->own_world->ranks == 1;
  s->hook[0] = (tc_hook){.self = s,
                         .is_due = is_due,
                         .check_pause = check_pause,
                         .run = call_at_end,
                         .is_per_rank = true};
  s->hook[1] = tc_stop_hook(&s->stop, s->problem->own_world);
  s->hooks = 2;
  if (valid && s->view.balance) s->hook[s->hooks++] = tc_balance_hook(s->view.balance);
  for (int i = 0; i < observers->hooks; i++) s->hook[s->hooks++] = observers->hook[i];
  if (valid) add_steady_stop(s);
}

/* Not collective. */
static tc_status check_function(int64_t every, tetracast_step_function *function) {
  if (!function)
    return tc_status_create(TC_USAGE, "tetracast_stepper_add_hook: the function is NULL: pass a function");
  if (every < 1)
    return tc_status_create(TC_USAGE,
                            "tetracast_stepper_add_hook: the interval is %lld steps: pass 1 or more",
                            (long long)every);
  return TC_OK;
}

/* Collective. Returns an error unless all ranks pass the same `every`. Otherwise the ranks would call their
 * callbacks at different steps, and might wait for each other. */
static tc_status check_equal(const tc_world *world, int64_t every) {
  double most[2] = {(double)every, -(double)every};
  TC_TRY(tc_world_max(world, most, 2));
  if (most[0] == -most[1]) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_stepper_add_hook: the interval is %.0f steps on one rank and %.0f on "
                          "another: pass the same number on all ranks",
                          -most[1], most[0]);
}

static tc_status add_hook(tetracast_stepper *s, int64_t every, tetracast_step_function *function,
                          void *self) {
  const tc_world *world = s->problem->own_world;
  const tc_api_function added = {function, self, every};
  TC_TRY(tc_world_agree(world, check_function(every, function)));
  TC_TRY(check_equal(world, every));
  return tc_world_agree(world, TC_ARRAY_ADD(&s->functions, &added));
}

tetracast_error *tetracast_stepper_add_hook(tetracast_stepper *stepper, int64_t every,
                                            tetracast_step_function *function, void *self) {
  TC_API_STEPPER_CALL(stepper, add_hook(stepper, every, function, self));
}

void tetracast_stepper_request_stop(tetracast_stepper *stepper) { stepper->stop.is_requested = 1; }

/* ---- measurements ---- */

static tc_status find_part(const char *part, int *out) {
  const char *name;
  *out = -1;
  for (int p = 0; part && (name = tetracast_list_name(TETRACAST_LIST_PARTS, p, NULL)); p++)
    if (strcmp(name, part) == 0) {
      *out = p;
      return TC_OK;
    }
  if (!part) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_stepper_measured: part %s is unknown: use a name that "
                          "tetracast_list_name returns",
                          part);
}

/* Not collective. Checks the arguments of a function that returns measured times, and finds the index of the
 * part. */
static tc_status check_measured(const char *part, const double *seconds, int *out) {
  TC_TRY(tc_api_check_argument(seconds, "seconds"));
  return find_part(part, out);
}

static tc_status measure(const tetracast_stepper *s, const char *part, double *seconds) {
  tc_measurement own;
  int p = -1;
  TC_TRY(tc_api_stepper_check_usable(s));
  TC_TRY(tc_world_agree(s->problem->own_world, check_measured(part, seconds, &p)));
  tc_step_measure(s->loop, &own);
  double most = p < 0 ? own.total_s : own.ledger.seconds.by_index[p];
  TC_TRY(tc_world_max(s->problem->own_world, &most, 1));
  *seconds = own.wall.steps > 0 ? most : (double)NAN;
  return TC_OK;
}

tetracast_error *tetracast_stepper_measured(const tetracast_stepper *stepper, const char *part,
                                            double *seconds) {
  TC_API_STEPPER_CALL(stepper, measure(stepper, part, seconds));
}
