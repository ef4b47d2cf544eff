/* Choices of the first setup of a session, which later setups reuse: the size and number of the steps, the
 * stabilisation, and the format of the matrix. The step size has the same bits for any distribution, and the
 * fastest format hardly depends on the distribution. */
#ifndef TC_RUN_SESSION_SETUP_CHOICES_H
#define TC_RUN_SESSION_SETUP_CHOICES_H

#include "run/session/plan.h"
#include "solve/problem/problem.h"
#include "solve/stability/stable_step.h"

/* Choices of a setup, equal on all ranks. */
typedef struct tc_setup_choices {
  /* Stable step size, stabilisation of the scheme, and results of the stability analysis. */
  tc_stable_step stable_step;
  /* Number of steps and step size. In a resumed run it is the number of all steps and the size of the
   * remaining steps. For a steady state both are 1. */
  tc_step_size step;
  tc_step_spans spans; /* sizes of all past and planned steps; a span is an interval of steps of equal size */
  bool is_one_go; /* true if a run with the same config and without interruption would make the same steps */
  const tc_format *storage; /* storage format of the matrix */
} tc_setup_choices;

/* Collective. Chooses all members except `storage`, and logs the step. `stiffness` is the stiffness of the
 * source; all its members are 0 without a source. Assembles the problem with the stabilisation of the chosen
 * step. In a resumed run also sets plan->resumption->source.last and .next: the last span of equal steps
 * before the checkpoint and the first one after it. Errors (on all ranks): those of tc_stable_step_find and
 * tc_step_size_resume. */
tc_status tc_setup_choices_find_steps(const tc_plan *plan, tc_problem *problem, const tc_stiffness *stiffness,
                                      tc_setup_choices *out);

/* Pure. Returns the number of products of all explicit steps; the number of steps if they solve linear
 * systems. */
int64_t tc_setup_choices_products(const tc_setup_choices *choice);

/* Pure. Returns the simulated time t after `steps` steps; 0 if the run solves for a steady state. */
double tc_setup_choices_time(const tc_setup_choices *choice, const tc_config *config, int64_t steps);

#endif
