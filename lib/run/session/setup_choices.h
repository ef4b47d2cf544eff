/* Choices of the first set-up that all further ones reuse: the size and number of the steps, with the
 * stabilisation and the evidence that no error grows, and the format of the matrix. The steps have the same
 * bits with any distribution, and the fastest format hardly depends on it. */
#ifndef TC_RUN_SESSION_SETUP_CHOICES_H
#define TC_RUN_SESSION_SETUP_CHOICES_H

#include "run/session/plan.h"
#include "solve/problem/problem.h"
#include "solve/stability/stable_step.h"

typedef struct tc_setup_choices {
  tc_stable_step stable_step; /* stable step, with the stabilisation and the evidence that no error grows */
  tc_step_size step;   /* Resumed run: number of all steps, size of the remaining steps. Steady state: 1, 1 */
  tc_step_spans spans; /* sizes of all steps, past and planned, by intervals of steps */
  bool is_one_go;      /* true if a run that is never interrupted has the same steps */
  const tc_format *storage; /* format of the matrix */
} tc_setup_choices;

/* Collective. Chooses all members except `storage` for a problem whose source has the stiffness `stiffness`
 * (zero without a source), and logs the step. The problem is then assembled with the stabilisation of this
 * step. Also sets the spans of plan->resumption. Errors (on all ranks): those of tc_stable_step_find and
 * tc_step_size_resume. */
tc_status tc_setup_choices_find_steps(const tc_plan *plan, tc_problem *problem, const tc_stiffness *stiffness,
                                      tc_setup_choices *out);

/* Pure. Returns the time after `steps` steps; 0 for a steady state. */
double tc_setup_choices_time(const tc_setup_choices *choice, const tc_config *config, int64_t steps);

#endif
