/* What happens between the steps of a run beside the steps: checks, snapshots, progress, and whatever else
 * wants to look at the field or to end the run. */
#ifndef TC_SOLVE_OBSERVE_HOOK_H
#define TC_SOLVE_OBSERVE_HOOK_H

#include "base/program/log.h"
#include "solve/space/space.h"

struct tc_restart_list; /* solve/space/restart_list.h */

/* Where a run stands: before its first step, or after one. */
typedef struct tc_run_state {
  int64_t step, steps; /* made so far; planned */
  bool last;           /* no step will follow */
  bool paused;         /* none will follow for now */
  double time, dt;
  const double *value;          /* [owned] the field, lent for the call */
  const double *previous_value; /* [owned] the field before the last step; NULL before the first */
  const double
      *flux_value;      /* [owned] the field that the flows in the last step are of; NULL: that before it */
  const double *change; /* [owned] value - before where the integrator has more digits of it; else NULL */
  double unsolved_norm; /* as the integrator says (solve/step/integrator.h) */
  int64_t iteration;    /* of the solve of the next step that is over, where that is between two; else 0 */
  const tc_log *log;
  /* Collective. Lists what the run keeps of this step; the list is freed by the caller, also after an error.
   * NULL where that cannot be asked. */
  tc_status (*list_restart)(void *run, struct tc_restart_list *out);
  void *run;
} tc_run_state;

/* Any of the functions may be NULL but `is_due`. */
typedef struct tc_hook {
  void *self;    /* what the functions are given; the caller's */
  int64_t every; /* for tc_hook_is_periodic */
  /* Whether the others are to be called now: the same on all ranks. */
  bool (*is_due)(const struct tc_hook *hook, const tc_run_state *now);
  /* Once, in front of all that follows and whether it is due or not: with the field that the run began with,
   * also where it goes on from a later step. Collective. */
  tc_status (*begin)(void *self, const tc_run_state *now);
  /* Lists what is to be kept of a step for the next ones; not collective. Where a run goes on the list is
   * filled in between `begin` and `resume`, which is collective and may be NULL. */
  tc_status (*list_restart)(void *self, struct tc_restart_list *keep);
  /* Collective, behind the lists: what the list counts on is on the disk. */
  tc_status (*flush)(void *self);
  tc_status (*resume)(void *self, const tc_run_state *now);
  /* Before all hooks act, and not after the last step: TC_STOPPED with the reason when this step is to be the
   * last one. Any other error ends the run at once, as one of `run` does. */
  tc_status (*check_stop)(void *self, const tc_run_state *now);
  /* The same, after all `check_stop`, where none wished it to end: TC_STOPPED when the run is to be
   * interrupted here. What is due acts, and this step is not the last one. */
  tc_status (*check_pause)(void *self, const tc_run_state *now);
  tc_status (*run)(void *self, const tc_run_state *now);
  /* Collective: between two iterations of a step that can be gone on with inside, which a steady state is;
   * the field is that before the step. An error ends the run at once, TC_STOPPED too. */
  tc_status (*between_iterations)(void *self, const tc_run_state *now);
  /* Once, when the run ends; failed: with an error. */
  void (*end)(void *self, bool failed);
  bool is_per_rank;     /* ask and act are not collective, and what they return may differ between ranks; else
                     they are     collective when they want to be and return the same on all */
  bool ignores_field;   /* never looks at the field */
  bool publishes_field; /* hands the field on, so it must be sound; its seconds are told as those of snapshots
                         */
  double seconds;       /* spent in it so far */
} tc_hook;

/* Collective. The volume-weighted norm of the change of the field in the last step. Errors on all ranks:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_hook_change(const tc_space *space, const tc_run_state *now, double *out);

/* Due at step 0, every `every` steps (0: not in between) and at the last. */
bool tc_hook_is_periodic(const tc_hook *hook, const tc_run_state *now);

/* How often that is in so many steps, and after step `from` of them alone. */
int64_t tc_hook_count(int64_t every, int64_t steps);
int64_t tc_hook_count_after(int64_t every, int64_t from, int64_t steps);

/* Collective. Calls those that are due, in their order. When one asks to stop or to pause, `last` or `paused`
 * becomes true before any acts and *stop is the reason, on all ranks at the same step. Ranks agree only where
 * a local hook is due: one reduction for all that ask, and one for all that act. Errors on all ranks: theirs;
 * of several ranks' the lowest one's. */
tc_status tc_hooks_run(const tc_world *world, tc_hook *hook, int hooks, tc_run_state *now, tc_status *stop);

/* Whether any that looks at the field is due. Not collective, but the same on all ranks. */
bool tc_hooks_need_field(const tc_hook *hook, int hooks, const tc_run_state *now);

/* Collective: their beginnings, and the way back into a step that an earlier run has made (now->step). Errors
 * on all ranks. */
tc_status tc_hooks_begin(const tc_hook *hook, int hooks, const tc_run_state *now);
tc_status tc_hooks_resume(const tc_hook *hook, int hooks, const tc_run_state *now);

/* Not collective: what all of them keep. */
tc_status tc_hooks_list_restart(const tc_hook *hook, int hooks, struct tc_restart_list *keep);

/* Collective, when all ranks have their lists. Errors on all ranks. */
tc_status tc_hooks_flush(const tc_hook *hook, int hooks);

/* Calls the ends, in the reverse order. */
void tc_hooks_end(tc_hook *hook, int hooks, bool failed);

#endif
