/* Hooks: callbacks between the steps of a run, for checks, snapshots, checkpoints and progress. A hook may
 * also stop or pause the run. The time loop (solve/step/step.c) calls tc_hooks_begin once, tc_hooks_run at
 * step 0 and after each step, and tc_hooks_end at the end. In a resumed run, tc_hooks_list_restart and
 * tc_hooks_resume replace the call of tc_hooks_run at step 0. All ranks have the same hooks in the same
 * order. */
#ifndef TC_SOLVE_OBSERVE_HOOK_H
#define TC_SOLVE_OBSERVE_HOOK_H

#include "base/program/log.h"
#include "solve/space/space.h"

struct tc_error_control_record; /* Forward declaration; defined in solve/observe/error_control.h. */
struct tc_restart_list;         /* Forward declaration; defined in solve/space/restart_list.h. */

/* State of a run before its first step or after a step. */
typedef struct tc_run_state {
  int64_t step, steps; /* Number of steps performed so far, and number of planned steps. */
  bool last;           /* True if no step follows. */
  bool paused;   /* True if a hook has paused the run, which ends after this step and may be resumed later. */
  bool is_first; /* True after the first step of a call of tc_step_advance, and after the first iteration of
                    a solve. */
  double time, dt; /* Simulated time after the last step, and the length of that step. */
  /* Time at which the user requested output and at which the last step ended (solve/observe/output_times.h);
   * 0 if the step ended at no such time. `time` may differ from `requested` by rounding. */
  double requested;
  double end; /* With error control, the time at which the run ends; otherwise 0. */
  /* Record of the steps so far, with error control; NULL if all steps have one length
   * (solve/observe/error_control.h). */
  const struct tc_error_control_record *controlled;
  const double *value;          /* [owned] Field; borrowed for the call. */
  const double *previous_value; /* [owned] Field before the last step; NULL before the first one. */
  const double *flux_value;     /* [owned] Field with which the flows of the last step are computed
                                   (tc_integrator.flux_value); NULL if this is `previous_value`. */
  const double *change; /* [owned] Change of the field in the last step, if the integrator has computed it
                           more accurately than value - previous_value; otherwise NULL. */
  /* [owned] Rate of change of the field at the beginning or the end of the last step (tc_integrator.rate);
   * NULL for integrators other than rkl2 and rkc2. */
  const double *rate;
  double covered;       /* Largest |eigenvalue| for which the last step is stable; 0 if `rate` is NULL. */
  double unsolved_norm; /* Upper bound of the norm of the error that incomplete solves have caused in all
                           steps so far (tc_integrator.unsolved_norm). */
  int64_t iteration; /* Number of solver iterations completed in the step in progress, if the hook is called
                        within a step; otherwise 0. */
  const struct tc_hook *hook; /* [hooks] All hooks of the run, with the seconds that each has spent. */
  int hooks;
  const tc_log *log;
  /* Collective. Fills `*out` with the restart data of the run after this step. The caller passes the member
   * `run` as first argument, and frees the list, also after an error. list_restart is NULL if the run cannot
   * be resumed from this step. */
  tc_status (*list_restart)(void *run, struct tc_restart_list *out);
  void *run;
} tc_run_state;

/* One hook: callback functions and their data. All functions except `is_due` may be NULL. */
typedef struct tc_hook {
  void *self;    /* First argument of all functions below except `is_due`. The creator of the hook owns it. */
  int64_t every; /* Number of steps between two calls of the hook. Used if `is_due` is tc_hook_is_periodic. */
  /* Returns true if `check_stop`, `check_pause` and `run` are to be called after this step. The result must
   * be equal on all ranks. */
  bool (*is_due)(const struct tc_hook *hook, const tc_run_state *now);
  /* Collective. Called once before all other functions of the hook, also if the hook is not due at step 0.
   * now->value is the initial field, also in a resumed run. */
  tc_status (*begin)(void *self, const tc_run_state *now);
  /* Not collective. Adds the restart data of the hook to the list. In a resumed run the caller calls `begin`,
   * then list_restart, fills the listed values from the checkpoint, and calls `resume`. */
  tc_status (*list_restart)(void *self, struct tc_restart_list *list);
  /* Collective. Called after list_restart and before a checkpoint is written. Writes to disk all output of
   * the hook that a resumed run expects to exist. */
  tc_status (*flush)(void *self);
  tc_status (*resume)(void *self, const tc_run_state *now);
  /* Called when the hook is due, except at the last step, before `run` of any hook is called. Returns
   * TC_STOPPED with the reason if the run is to end after this step. Any other error ends the run at once, as
   * an error of `run` does. */
  tc_status (*check_stop)(void *self, const tc_run_state *now);
  /* Called after `check_stop` of all hooks, if no hook stopped the run. Returns TC_STOPPED if the run is to
   * be interrupted after this step and resumed later. `run` of all due hooks is still called, and now->last
   * is false. */
  tc_status (*check_pause)(void *self, const tc_run_state *now);
  tc_status (*run)(void *self, const tc_run_state *now);
  /* Collective. Called between two iterations of a step that can be resumed within the step, such as a steady
   * state. now->value is the field before the step. Any error ends the run at once, including TC_STOPPED. */
  tc_status (*between_iterations)(void *self, const tc_run_state *now);
  /* Called once at the end of the run. `failed` is true if the run ends with an error. */
  void (*end)(void *self, bool failed);
  /* True if `check_stop`, `check_pause` and `run` are not collective, and may return different results on
   * different ranks. If false, they may be collective and must return the same result on all ranks. */
  bool is_per_rank;
  bool ignores_field;   /* True if the hook never reads the field. The field is then not downloaded from a
                           device for this hook. */
  bool publishes_field; /* True if the hook writes the field to a file. The watchdog then checks the field
                           first, and the seconds of the hook are reported as time for snapshots. */
  int job_phase;  /* Phase of the job to which the seconds of the hook belong (base/program/job_phases.h);
                     0 for TC_JOB_PHASE_checks. */
  double seconds; /* Seconds spent in the hook so far. */
  /* Part of `seconds` that tc_hooks_move_seconds has already counted for the job phase of the hook. */
  double moved_s;
  int64_t calls; /* Number of calls of `run` so far. */
} tc_hook;

/* Collective. Computes the volume-weighted norm of the change of the field in the last step. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_hook_change(const tc_space *space, const tc_run_state *now, double *out);

/* Not collective. Returns true at step 0, at the last step, and at each multiple of hook->every. If
 * hook->every is 0, it returns true only at step 0 and at the last step. */
bool tc_hook_is_periodic(const tc_hook *hook, const tc_run_state *now);

/* Pure. tc_hook_count returns the number of calls of a periodic hook in a run of `steps` steps, including
 * step 0. tc_hook_count_after returns the number of calls after step `from` in such a run. */
int64_t tc_hook_count(int64_t every, int64_t steps);
int64_t tc_hook_count_after(int64_t every, int64_t from, int64_t steps);

/* Collective. Calls check_stop, then check_pause, then `run` of the hooks that are due, each in the order of
 * the array. If a hook stops or pauses the run, now->last or now->paused becomes true before any `run` is
 * called. `*stop` then receives the reason. All ranks stop or pause at the same step. The ranks communicate
 * only if a hook with is_per_rank is due. They then perform one reduction for each of the functions
 * check_stop, check_pause and `run` of such hooks, and another one if a rank stops. Errors (on all ranks):
 * those of the hooks. If several ranks fail, all return the error of the lowest one. An error prevails over a
 * stop at the same step. */
tc_status tc_hooks_run(const tc_world *world, tc_hook *hook, int hooks, tc_run_state *now, tc_status *stop);

/* Not collective. Moves the seconds of the hooks since the last call from the phase `steps` of the clock to
 * the phases of the hooks, and returns their sum. `clock` may be NULL. */
double tc_hooks_move_seconds(tc_hook *hook, int hooks, tc_job_clock *clock);

/* Not collective. Sets the seconds and the calls of the hooks to 0. */
void tc_hooks_reset_seconds(tc_hook *hook, int hooks);

/* Not collective, but equal on all ranks. Returns true if a hook that is due reads the field. Also returns
 * true at the last step. */
bool tc_hooks_need_field(const tc_hook *hook, int hooks, const tc_run_state *now);

/* Collective. tc_hooks_begin calls the function `begin` of all hooks. tc_hooks_resume calls the function
 * `resume` of all hooks; only resumed runs call it, with the step of the checkpoint in now->step. Errors are
 * returned on all ranks. */
tc_status tc_hooks_begin(const tc_hook *hook, int hooks, const tc_run_state *now);
tc_status tc_hooks_resume(const tc_hook *hook, int hooks, const tc_run_state *now);

/* Not collective. Adds the restart data of all hooks to the list, in the order of the array. */
tc_status tc_hooks_list_restart(const tc_hook *hook, int hooks, struct tc_restart_list *list);

/* Collective. Calls the function `flush` of all hooks before a checkpoint is written. Must be called after
 * tc_hooks_list_restart has returned on all ranks. Errors are returned on all ranks. */
tc_status tc_hooks_flush(const tc_hook *hook, int hooks);

/* Calls the function `end` of all hooks, in reverse order of the array. `failed` is true if the run ends with
 * an error. */
void tc_hooks_end(tc_hook *hook, int hooks, bool failed);

#endif
