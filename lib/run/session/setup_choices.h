/* Choices of the first setup of a session, which later setups reuse: the size and number of the steps, the
 * stabilisation, and the format of the matrix. The step size has the same bits for any distribution, and the
 * fastest format hardly depends on the distribution. */
#ifndef TC_RUN_SESSION_SETUP_CHOICES_H
#define TC_RUN_SESSION_SETUP_CHOICES_H

#include "linear/choice/preconditioner_choice.h"
#include "report/document/time_methods.h"
#include "run/plan/output_plan.h"
#include "run/session/plan.h"
#include "solve/local/local_steps.h"
#include "solve/observe/error_control.h"
#include "solve/problem/problem.h"
#include "solve/stability/stable_step.h"

/* Choices of a setup, equal on all ranks. */
typedef struct tc_setup_choices {
  const tc_integrator *method; /* method of the config, or the one that time.method: auto has chosen */
  /* Candidates of time.method: auto, with the number of products in the trial of each. count is 0 if the
   * config sets the method, or if the method of a former run is used. */
  tc_time_methods choice;
  /* `preconditioner` is that of the config, or the choice of solver.preconditioner.name: auto. The next
   * member contains the candidates of this choice; their count is 0 if the config sets the preconditioner, or
   * if that of a former run is used. */
  const tc_preconditioner *preconditioner;
  tc_preconditioner_choice preconditioners;
  /* Stable step size, stabilisation of the scheme, and results of the stability analysis. */
  tc_stable_step stable_step;
  /* Number of steps and step size. In a resumed run it is the number of all steps and the size of the
   * remaining steps. For a steady state both are 1. */
  tc_step_size step;
  /* Sizes of all past and planned steps; empty with error control. A span is an interval of steps of equal
   * size. */
  tc_step_spans spans;
  /* Error control of the step lengths; control.tolerance is 0 if the lengths are given. With error control
   * the number of steps is unknown before the run: step.steps is 0 and step.dt is control.unit. */
  tc_error_control control;
  tc_output_plan output; /* requested times, and the steps that are shortened to end there */
  tc_local_steps local;  /* local steps of operator splitting (time.splitting) */
  bool is_one_go; /* true if a run with the same config and without interruption would make the same steps */
  const tc_format *storage; /* storage format of the matrix */
  /* Number of stages of a stabilised method in one pass through the matrix, and the measured time of such a
   * stage divided by that of a stage alone. The ratio is 0 if it was not measured. */
  int powers;
  double powers_ratio;
} tc_setup_choices;

/* Collective. Chooses all members except the two choices of `auto`, `storage` and `powers`, and logs the
 * step. `stiffness` is the stiffness of the source; all its members are 0 without a source. `known` is the
 * result of the search for a stable step if an earlier call has made it, or NULL. Assembles the problem with
 * the stabilisation of the chosen step. In a resumed run also sets plan->resumption->source.last and .next:
 * the last span of equal steps before the checkpoint and the first one after it. Errors (on all ranks): those
 * of tc_stable_step_find and tc_step_size_resume; TC_NUMERICAL if a local step needs more than
 * TC_LOCAL_PARTS_MAX parts. */
tc_status tc_setup_choices_find_steps(const tc_plan *plan, tc_problem *problem, const tc_stiffness *stiffness,
                                      const tc_stable_step *known, tc_setup_choices *out);

/* Replaces the unknown number of steps of a run with error control when outputs are counted before the run.
 * It is larger than the number of steps of any run, so that outputs at the first and at the last step are
 * counted separately. */
#define TC_SETUP_CHOICES_STEPS_UNKNOWN ((int64_t)1 << 53)

/* Pure. Returns true if the errors of the steps control their lengths, so that their number is unknown. */
bool tc_setup_choices_controls_error(const tc_setup_choices *choice);

/* Pure. Returns the number of planned steps; TC_SETUP_CHOICES_STEPS_UNKNOWN with error control. */
int64_t tc_setup_choices_planned_steps(const tc_setup_choices *choice);

/* Pure. Returns the number of products of all explicit steps; the number of steps if they solve linear
 * systems. With error control it is an estimate. */
int64_t tc_setup_choices_products(const tc_setup_choices *choice);

/* Pure. Returns the simulated time t after `steps` steps, which with error control must be
 * TC_SETUP_CHOICES_STEPS_UNKNOWN for the end of the run; 0 if the run solves for a steady state. */
double tc_setup_choices_time(const tc_setup_choices *choice, const tc_config *config, int64_t steps);

#endif
