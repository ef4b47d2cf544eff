/* Error control of the steps of an integrator. For each attempt at a step the integrator gets the length from
 * tc_controlled_length, performs the attempt, estimates its error, and calls tc_controlled_decide, which
 * accepts or rejects the attempt. A rejected attempt is repeated from the same field. The norm of the error
 * is compared with the tolerance times S (see tc_error_control). S is a norm of the field minus its initial
 * mean, so a constant added to the field changes no decision. Norms are exact sums, so all ranks make the
 * same decisions and the sequence of steps has the same bits on any number of ranks and threads.
 * tc_controlled_decide can also test the norm of the field minus its mean (tc_controlled_test_growth).
 * Diffusion without forcing and outflow can only reduce this norm, so an attempt that increases it is
 * unstable. Order of calls: tc_controlled_begin, optionally tc_controlled_test_growth, and in a resumed run
 * tc_controlled_list_restart and tc_controlled_resume. Then tc_controlled_length and tc_controlled_decide for
 * each attempt. */
#ifndef TC_SOLVE_STEP_CONTROLLED_H
#define TC_SOLVE_STEP_CONTROLLED_H

#include "base/numeric/dot.h"
#include "solve/observe/error_control.h"
#include "solve/space/field.h"
#include "solve/space/restart_list.h"
#include "solve/step/step_control.h"

struct tc_step_request; /* Forward declaration; defined in solve/step/integrator.h. */

typedef struct tc_controlled {
  const tc_error_control *settings; /* borrowed */
  const tc_space *space;            /* borrowed */
  tc_step_control control;
  tc_error_control_record record;
  double mean;       /* mean of the initial field */
  double volume;     /* volume of the mesh */
  double largest;    /* largest norm so far of the field minus the mean of the initial field, at the ends of
                        steps */
  double *scratch;   /* [owned] buffer, such as for the estimated error of an attempt; owned */
  double range[2];   /* smallest and largest value of the initial field; set with settings->overshoot only */
  double overshoot;  /* distance of the last attempt's values from `range`, divided by its width; 0 if this is
                        within the user's limit */
  double growth;     /* largest allowed factor between `norm` and `least`; 0 without the norm test */
  double first;      /* norm of the initial field minus its mean */
  double least;      /* lowest norm of the field minus its mean at the ends of all steps so far */
  double norm;       /* norm of the field minus its mean at the end of the last attempt */
  bool has_grown;    /* true if the norm test has rejected the last attempt */
  int top[2];        /* exponent bins with which the sums of the next attempt begin (base/numeric/dot.h) */
  int64_t stages[3]; /* copies of the three numbers of stages in `record`, for the restart data */
} tc_controlled;

/* An attempt at a step, as passed to tc_controlled_decide. */
typedef struct tc_attempt {
  double dt;           /* length of the attempt: the result of tc_controlled_length, or a smaller number */
  int stages;          /* 0 for implicit steps */
  int64_t products;    /* matrix-vector products that the attempt made */
  const double *error; /* [owned] estimated error of each value */
  const double *value; /* [owned] field at the end of the attempt */
} tc_attempt;

/* Collective. Begins a run with the field value[owned]. The caller frees *out with tc_controlled_free, also
 * after an error. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_controlled_begin(const tc_space *space, const tc_error_control *settings, const double *value,
                              tc_controlled *out);
void tc_controlled_free(tc_controlled *controlled);

/* Not collective. Requests the norm test, for problems without forcing and without outflow. At the end of an
 * attempt, the norm of the field minus its mean may exceed the lowest such norm so far by the factor
 * `growth`, which is at least 1, and by rounding. */
void tc_controlled_test_growth(tc_controlled *controlled, double growth);

/* Collective. Replaces the field by value[owned]. The control of the step length and the largest norm so far
 * are retained. The mean and the norm test start again with this field. Errors (on all ranks): those of
 * messages. */
tc_status tc_controlled_load(tc_controlled *controlled, const double *value);

/* Not collective. Returns the length of the next attempt. It is the length that the control has chosen, at
 * most `longest`, and is shortened if request->until is nearer than two such steps (tc_step_control_land). */
double tc_controlled_length(const tc_controlled *controlled, const struct tc_step_request *request,
                            double longest);

/* Not collective. Returns the time at the end of an attempt of length dt: exactly request->until if dt is the
 * whole time up to request->until. */
double tc_controlled_end_time(const struct tc_step_request *request, double dt);

/* Collective. Accepts or rejects an attempt. An accepted one becomes controlled->record.last. An attempt that
 * exceeds settings->overshoot and is longer than settings->unit is rejected, whatever its error is. If an
 * attempt fails the norm test, it is rejected and controlled->has_grown becomes true. The length of the next
 * attempt is then unchanged, so the caller must change the method, for example its number of stages. Errors
 * (on all ranks): TC_NUMERICAL with step, time, error and the cell of the largest error after
 * TC_STEP_CONTROL_REJECTIONS rejections of one step by the error, and for an attempt that is too short to
 * advance the time; those of messages. */
tc_status tc_controlled_decide(tc_controlled *controlled, const struct tc_step_request *request,
                               const tc_attempt *attempt, bool *accepted);

/* Not collective. Adds the state of the error control to the restart data. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_controlled_list_restart(tc_controlled *controlled, tc_restart_list *list);

/* Not collective. Restores the state of the error control after the listed values have been read. */
void tc_controlled_resume(tc_controlled *controlled);

#endif
