/* Stages and state of stabilised steps. Internal to solve/step. A step from the field y_0 at time t calls two
 * functions. tc_stabilised_compute_rate computes F_0, the rate of change of y_0, and
 * tc_stabilised_compute_change computes D_s, the change of the field after all s stages. The caller adds the
 * change to the field. With error control (solve/step/stabilised_controlled.c) the caller also computes F_1,
 * the rate of change at the end of the step, and the estimated error, and decides if the step is accepted. */
#ifndef TC_SOLVE_STEP_STABILISED_INTERNAL_H
#define TC_SOLVE_STEP_STABILISED_INTERNAL_H

#include "base/core/pool.h"
#include "linear/operator/sweep_plan.h"
#include "solve/step/controlled.h"
#include "solve/step/integrator.h"

/* Field with which the flows of a step are computed. It is y_0 plus the sum over the stages j of flow_j
 * D_(j-1), where flow_j is a coefficient of tc_stage_coefficients and D_(j-1) the change of the field after
 * j-1 stages. It is computed only with forcing, and only in the cells that contribute to a flow through the
 * boundary. */
typedef struct tc_stabilised_flow {
  int32_t cells, *cell; /* [cells] The owned cells that contribute to a flow through the boundary. */
  double *sum;          /* [cells] The sum over the stages, in these cells. */
  double *value;        /* [owned] The field; NULL without forcing. */
  tc_pool memory;       /* Owns the arrays. */
} tc_stabilised_flow;

/* State of steps with error control. controlled.record.axis_ratio is the axis ratio of the next step. */
typedef struct tc_stabilised_control {
  tc_controlled controlled;
  tc_stabilised_coefficients **cache; /* [most_stages + 1] Coefficients of the present axis ratio by number of
                                         stages; NULL for numbers that no step has used; owned. */
  tc_vector
      *next_rate;    /* F_1, the rate of change at the end of the step, which becomes F_0 of the next step. */
  bool has_rate;     /* True if F_0, the rate of change at the beginning, is known for the next step. */
  bool repeats_rate; /* True if the next computation of F_0 repeats a product that the record has already
                        counted, because the run was resumed. */
} tc_stabilised_control;

typedef struct tc_stabilised {
  tc_integrator_setup setup;
  const tc_stabilised_method *method;
  tc_stabilised_coefficients *coefficients; /* Coefficients of the current step. With error control the cache
                                               owns them. */
  tc_stabilised_control *control;           /* State of the error control; NULL for equal steps. */
  tc_operator *R;
  tc_vector *field; /* The field: y_0 during a step, the new field after it. */
  tc_vector *rate;  /* F_0, the rate of change at the beginning of the step. */
  /* Changes D_(j-1) and D_(j-2) of the field after the last two stages, during a step. After the step `last`
   * is D_s, the change of the whole step, and `before` is the field before the step. */
  tc_vector *last, *before;
  tc_vector *scratch; /* Result of a product if the ranks read remote values during the product (a strategy
                         with an access, comm/access); NULL for other strategies. */
  double covered; /* Largest |eigenvalue| for which the last step is stable: the stability bound beta of the
                     stages divided by its length dt. */
  tc_stabilised_flow flow;
  /* Plan of sweeps through the matrix that compute several stages; NULL if stages are computed one by one. */
  tc_sweep_plan *plan;
} tc_stabilised;

/* Collective. Prepares the stages, after the setup of the vectors. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_stabilised_begin_stages(tc_stabilised *s);
void tc_stabilised_free_stages(tc_stabilised *s);

/* Collective. Computes rate = R y + f(t), where f is the forcing. If y is s->field, the result is F_0 of the
 * next step, with the local states at its beginning. Otherwise y must be the field after
 * tc_stabilised_compute_change, and the states are those after the stages of this step. If the step is
 * accepted, this result is F_0 of the step after it. Errors: those of tc_operator_apply and of the
 * forcing. */
tc_status tc_stabilised_compute_rate(tc_stabilised *s, double t, tc_vector *y, tc_vector *rate,
                                     tc_ledger *ledger);

/* Collective. Computes the change s->last = D_s in a step of length dt from s->field at time t with
 * s->coefficients. s->rate must contain F_0. Neither s->rate nor the field changes, and only
 * tc_stabilised_accept changes states and forcing, so the step can be repeated with another length.
 * Overwrites s->before. Errors: those of tc_operator_apply and of the forcing. */
tc_status tc_stabilised_compute_change(tc_stabilised *s, double t, double dt, tc_ledger *ledger);

/* Not collective. Computes the field after the step, s->before = s->field + s->last. */
void tc_stabilised_add_change(tc_stabilised *s, tc_ledger *ledger);

/* Not collective. Accepts the step and swaps the vectors s->before and s->field. Afterwards s->field is the
 * new field, and s->before the field before the step. */
void tc_stabilised_end_step(tc_stabilised *s);

/* Collective. Prepares error control with the field value[owned]. The vector next_rate is borrowed. The
 * caller frees s->control with tc_stabilised_control_free, also after an error. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_stabilised_control_create(tc_stabilised *s, const double *value, tc_vector *next_rate);
void tc_stabilised_control_free(tc_stabilised *s);

/* Collective. Performs a step with error control: makes attempts until one is accepted. Errors (on all
 * ranks): TC_NUMERICAL after too many rejections of the step, or if the field has grown after the ellipse was
 * widened TC_STABILISED_WIDENINGS times; those of tc_operator_apply. */
enum { TC_STABILISED_WIDENINGS = 3 };
tc_status tc_stabilised_control_advance(tc_stabilised *s, const tc_step_request *request, tc_ledger *ledger);

/* Collective. Called after the field was replaced by value[owned], which s->field already contains. Errors:
 * those of messages. */
tc_status tc_stabilised_control_load(tc_stabilised *s, const double *value);

/* Not collective. Restores the error control after the restart data have been read. */
void tc_stabilised_control_resume(tc_stabilised *s);

/* Not collective. Accepts the step after tc_stabilised_compute_change: advances the local states. */
void tc_stabilised_accept(tc_stabilised *s);

#endif
