/* Hooks: callbacks between the steps of a run, for checks, snapshots, checkpoints and progress. A hook may
 * also stop or pause the run. The time loop (solve/step/step.c) calls tc_hooks_begin once, tc_hooks_run at
 * step 0 and after each step, and tc_hooks_end at the end. A resumed run calls the list functions and
 * tc_hooks_resume instead of the call at step 0. All ranks have the same hooks in the same order. */
#ifndef TC_SOLVE_OBSERVE_HOOK_H
#define TC_SOLVE_OBSERVE_HOOK_H

#include "base/program/log.h"
#include "solve/space/space.h"

struct tc_restart_list; /* Forward declaration; defined in solve/space/restart_list.h. */

/* State of a run before its first step or after a step. */
typedef struct tc_run_state {
  int64_t step, steps; /* Number of steps so far, and number of planned steps. */
  bool last;           /* True if no step follows. */
  bool paused;         /* True if the run is interrupted after this step. */
  double time, dt;
  const double *value;          /* [owned] Field; borrowed for the call. */
  const double *previous_value; /* [owned] Field before the last step; NULL before the first one. */
  const double *flux_value; /* [owned] Field to which the flows of the last step belong; NULL if that is the
                               previous field. */
  const double
      *change; /* [owned] value - previous_value, if the integrator has more digits of it; otherwise NULL. */
  double unsolved_norm; /* Result of unsolved_norm of the integrator (solve/step/integrator.h). */
  int64_t iteration;    /* Number of completed iterations of the next step, if the call is between two
                           iterations; otherwise 0. */
  const tc_log *log;
  /* Collective. Lists the restart data of this step. The caller frees the list, also after an error. NULL if
   * there are none. */
  tc_status (*list_restart)(void *run, struct tc_restart_list *out);
  void *run;
} tc_run_state;

/* All functions but `is_due` may be NULL. */
typedef struct tc_hook {
  void *self;    /* First argument of the functions. Owned by the caller. */
  int64_t every; /* Interval for tc_hook_is_periodic. */
  /* Returns true if the other functions are to be called at this step; equal on all ranks. */
  bool (*is_due)(const struct tc_hook *hook, const tc_run_state *now);
  /* Collective. Called once before all other functions, also if the hook is not due. The field is the initial
   * one, also in a resumed run. */
  tc_status (*begin)(void *self, const tc_run_state *now);
  /* Not collective. Lists the restart data of a step. In a resumed run the list is filled between `begin` and
   * `resume`, which is collective and may be NULL. */
  tc_status (*list_restart)(void *self, struct tc_restart_list *keep);
  /* Collective, after the lists. Writes to disk all output on which the list relies. */
  tc_status (*flush)(void *self);
  tc_status (*resume)(void *self, const tc_run_state *now);
  /* Called before the `run` of all hooks, and not after the last step. Returns TC_STOPPED with the reason if
   * this step is to be the last one. Any other error ends the run at once, as an error of `run` does. */
  tc_status (*check_stop)(void *self, const tc_run_state *now);
  /* Called after all `check_stop`, if none stopped the run. Returns TC_STOPPED if the run is to be
   * interrupted here. Due hooks still run, and this step does not count as the last one. */
  tc_status (*check_pause)(void *self, const tc_run_state *now);
  tc_status (*run)(void *self, const tc_run_state *now);
  /* Collective. Called between two iterations of a step that can be resumed within the step, such as a steady
   * state. The field is the one before the step. Any error ends the run at once, also TC_STOPPED. */
  tc_status (*between_iterations)(void *self, const tc_run_state *now);
  /* Called once at the end of the run; `failed` is true after an error. */
  void (*end)(void *self, bool failed);
  bool is_per_rank;     /* True if `check_stop`, `check_pause` and `run` are not collective and may return
                           different results on the ranks. Otherwise they may be collective and return the same on
                           all ranks. */
  bool ignores_field;   /* True if the hook never reads the field. */
  bool publishes_field; /* True if the hook outputs the field, which must therefore be valid. Its time is
                           reported as that of snapshots. */
  double seconds;       /* Seconds spent in the hook so far. */
} tc_hook;

/* Collective. Computes the volume-weighted norm of the change of the field in the last step. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_hook_change(const tc_space *space, const tc_run_state *now, double *out);

/* Not collective. Returns true at step 0, every `every` steps (0: not in between) and at the last step. */
bool tc_hook_is_periodic(const tc_hook *hook, const tc_run_state *now);

/* Pure. Return the number of calls of a periodic hook in `steps` steps, and after step `from` of them. */
int64_t tc_hook_count(int64_t every, int64_t steps);
int64_t tc_hook_count_after(int64_t every, int64_t from, int64_t steps);

/* Collective. Calls the due hooks in their order. If a hook stops or pauses the run, `last` or `paused`
 * becomes true before any hook runs, and *stop is the reason, on all ranks at the same step. The ranks
 * communicate only if a local hook is due: one reduction for all checks, and one for all runs. Errors (on all
 * ranks): those of the hooks; the error of the lowest rank if several fail. */
tc_status tc_hooks_run(const tc_world *world, tc_hook *hook, int hooks, tc_run_state *now, tc_status *stop);

/* Not collective, but equal on all ranks. Returns true if a due hook reads the field. */
bool tc_hooks_need_field(const tc_hook *hook, int hooks, const tc_run_state *now);

/* Collective. Call `begin`, and `resume` at the step of the checkpoint (now->step). Errors are returned on
 * all ranks. */
tc_status tc_hooks_begin(const tc_hook *hook, int hooks, const tc_run_state *now);
tc_status tc_hooks_resume(const tc_hook *hook, int hooks, const tc_run_state *now);

/* Not collective. Lists the restart data of all hooks. */
tc_status tc_hooks_list_restart(const tc_hook *hook, int hooks, struct tc_restart_list *keep);

/* Collective. Called after all ranks have built their lists. Errors are returned on all ranks. */
tc_status tc_hooks_flush(const tc_hook *hook, int hooks);

/* Calls `end` of all hooks in reverse order. */
void tc_hooks_end(tc_hook *hook, int hooks, bool failed);

#endif
