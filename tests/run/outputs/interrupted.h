/* A run with all its outputs, with the same sequence of calls as in `tetracast run`. A signal can interrupt
 * the run after a given step, and a clock of the test can replace the system clock. The tests of outputs,
 * checkpoints and limits call outputs_run. */
#ifndef TC_TESTS_RUN_OUTPUTS_INTERRUPTED_H
#define TC_TESTS_RUN_OUTPUTS_INTERRUPTED_H

#include <signal.h>

#include "run/outputs/outputs.h"
#include "run/run_case.h"

/* Simulated clock of a run, which advances only between steps and between iterations. */
typedef struct clock_by_steps {
  double now_s, step_s;
  int64_t slow_from; /* first step that takes slow_s; 0 if all steps take step_s */
  double slow_s;
  double forecast_s; /* forecast of the time of a step; 0 if there is none */
} clock_by_steps;

typedef struct outputs {
  tc_run_outputs all;
  clock_by_steps *clock; /* clock of the run; NULL selects the system clock */
  int64_t signal_at;     /* step after which `rank` gets `signal`; unused if `signal` is 0 */
  int rank, signal;
} outputs;

static inline bool outputs_due(const tc_hook *hook, const tc_run_state *now) {
  return now->step == ((const outputs *)hook->self)->signal_at;
}

static inline double clock_read(void *self) { return ((const clock_by_steps *)self)->now_s; }

static inline bool clock_due(const tc_hook *hook, const tc_run_state *now) {
  (void)hook;
  return now->step > 0;
}

static inline tc_status clock_advance(void *self, const tc_run_state *now) {
  clock_by_steps *c = self;
  c->now_s += c->slow_from > 0 && now->step >= c->slow_from ? c->slow_s : c->step_s;
  return TC_OK;
}

/* Replaces the system clock of the run by o->clock, if this is not NULL. Called before the run is
 * prepared. */
static inline void outputs_set_clock(scene *s, outputs *o) {
  if (!o->clock) return;
  o->all.limit.now_s = clock_read;
  o->all.limit.self = o->clock;
  s->environment.start_s = 0.0;
}

static inline tc_hook clock_hook(clock_by_steps *clock) {
  return (tc_hook){.self = clock,
                   .is_due = clock_due,
                   .check_stop = clock_advance,
                   .between_iterations = clock_advance,
                   .ignores_field = true};
}

/* Raises the signal. This hook runs before the checkpoint hook, which therefore finds the signal after the
 * same step. */
static inline tc_status outputs_signal(void *self, const tc_run_state *now) {
  const outputs *o = self;
  const tc_plan *s = o->all.checkpoints.plan;
  (void)now;
  if (s->world->rank == o->rank % s->world->ranks) raise(o->signal);
  return TC_OK;
}

static inline tc_status outputs_begin(const tc_session *s, outputs *o, tc_run_observers *out) {
  const tc_hook signal = {.self = o,
                          .is_due = outputs_due,
                          .check_pause = outputs_signal,
                          .ignores_field = true};
  if (o->signal) out->hook[out->hooks++] = signal;
  if (o->clock) out->hook[out->hooks++] = clock_hook(o->clock);
  TC_TRY(tc_run_outputs_begin(&s->prepared, &o->all, out));
  if (o->signal)
    o->all.checkpoints.pace.next = o->signal_at; /* first step at which the ranks agree on signals */
  return TC_OK;
}

/* Collective. Performs a run with all outputs and publishes them. */
static inline tc_status outputs_perform(scene *s, tc_session *session, outputs *o) {
  tc_run_observers observers = {0};
  outputs_set_clock(s, o);
  TC_TRY(scene_open(s, session));
  TC_TRY(tc_run_outputs_prepare(&session->plan, &o->all));
  TC_TRY(tc_session_set_up(session, 65536));
  TC_TRY(tc_run_outputs_create(&session->plan, &session->prepared, &o->all));
  TC_TRY(outputs_begin(session, o, &observers));
  TC_TRY(tc_session_run(session, tc_strategy_find("condensed"), 65536, &observers));
  return tc_run_outputs_publish(&session->plan, &o->all);
}

/* Collective. Performs a run with the options of the scene. Returns the hash of the final field in *hash and
 * the step sizes in *spans. */
static inline tc_status outputs_run_spans(scene *s, int64_t signal_at, int signal, uint64_t *hash,
                                          tc_step_spans *spans) {
  tc_session session = {0};
  outputs o = {.signal_at = signal_at, .signal = signal, .rank = 1};
  const tc_status status = outputs_perform(s, &session, &o);
  if (!status) *hash = session.results.result[0].field.hash;
  *spans = session.prepared.choices.spans;
  tc_run_outputs_free(&session.plan, &o.all);
  tc_session_close(&session);
  MPI_Barrier(tc_world_comm(s->world));
  return status;
}

static inline tc_status outputs_run(scene *s, int64_t signal_at, int signal, uint64_t *hash) {
  tc_step_spans spans;
  return outputs_run_spans(s, signal_at, signal, hash, &spans);
}

#endif
