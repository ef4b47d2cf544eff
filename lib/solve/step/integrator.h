/* Interface of integrators, which advance dv/dt = R v + b + s by one step at a time. v is the field, R the
 * rate matrix, b the vector computed from the boundary data, and s the source. Integrators are plug-ins
 * listed in solve/integrators/integrators.def. solve/step/step.c calls create once, then optionally
 * list_restart and resume, then advance once per step, and destroy at the end. Between steps it reads the
 * field through the functions `value` to `unsolved_norm`. */
#ifndef TC_SOLVE_STEP_INTEGRATOR_H
#define TC_SOLVE_STEP_INTEGRATOR_H

#include "base/text/registry.h"
#include "solve/local/step_span.h"
#include "solve/observe/error_control.h"
#include "solve/problem/forcing.h"
#include "solve/space/restart_list.h"
#include "solve/step/implicit.h"
#include "solve/step/stabilised.h"

/* Callback between two iterations of a linear solve. Only integrators that can resume within a step call it.
 * `call` is collective; its first argument is `self`, and `iteration` is the number of completed iterations
 * of the solve. If it returns an error, the step ends at once. */
typedef struct tc_iteration_callback {
  void *self;
  tc_status (*call)(void *self, int64_t iteration);
} tc_iteration_callback;

/* The step that the time loop requests. A step with error control may end before `until`. Any other step ends
 * at `until`. */
typedef struct tc_step_request {
  double time;  /* Simulated time at the beginning of the step. */
  double until; /* Time at which the step ends at the latest. */
  double dt; /* Length of the step, or with error control the largest allowed length. Without error control it
                is setup->dt, unless the step is shortened to end at a requested time. `until - time` may
                differ from it by rounding. */
} tc_step_request;

struct tc_integrator;

/* Arguments from which an integrator is created. */
typedef struct tc_integrator_setup {
  const tc_problem *problem; /* The assembled problem, borrowed. It must not be assembled again during the
                                life of the integrator. */
  const tc_strategy *strategy;
  const tc_format *format; /* Format of the matrices. */
  double dt;
  tc_forcing *input; /* Forcing, borrowed, after a call of tc_forcing_begin; NULL without forcing. */
  const tc_implicit_steps *implicit; /* Options of integrators that solve systems; borrowed. NULL selects
                                        tc_implicit_options_default. */
  const tc_stabilised_steps
      *stabilised;                 /* Settings of stabilised explicit methods; borrowed; NULL for others. */
  const tc_error_control *control; /* Error control of the step lengths; borrowed; NULL for fixed lengths. */
  const tc_log *log;               /* Receives log messages; borrowed; may be NULL. */
  const tc_device_config
      *device; /* Device that computes the products, borrowed; NULL if the host computes them. */
  const tc_iteration_callback *between; /* Callback between iterations; borrowed; may be NULL. */
  const struct tc_integrator *inner;    /* Integrator of the diffusion; read with operator splitting only
                                           (solve/step/splitting.h). */
} tc_integrator_setup;

typedef struct tc_integrator {
  const char *name;    /* Name with which a config selects the integrator. */
  const char *summary; /* Description in one line, printed by `tetracast list`. */
  bool steps;  /* True if the integrator performs time steps, false if it computes a steady state in one call
                  of `advance`. */
  bool solves; /* True if the integrator solves linear systems, which the config key `solver` configures. */
  const tc_stabilised_method *stabilised; /* Polynomials of a stabilised explicit method; NULL for others. */
  bool on_device;     /* True if the integrator can compute its products on a device (GPU). */
  int restart_format; /* Version number of the integrator's restart data. Increase it when the meaning of
                         these data changes. */
  /* Collective. Performs the setup and copies the initial field value[owned]. The caller destroys *ctx, also
   * after an error. Errors are returned on all ranks. */
  tc_status (*create)(const tc_integrator_setup *how, const double *value, void **ctx);
  void (*destroy)(void *ctx); /* Collective; accepts NULL. */
  /* Collective. Replaces the field after the last step by value[owned]. Errors are returned on all ranks.
   * This member is NULL if the integrator must be created again for another field. */
  tc_status (*load)(void *ctx, const double *value);
  /* Collective. Performs one step, which begins at request->time, the time of the field. Adds the seconds and
   * counts of the step to the ledger, those of rejected attempts included. */
  tc_status (*advance)(void *ctx, const tc_step_request *request, tc_ledger *ledger);
  /* Not collective. Returns the record of the steps with error control so far; valid until the next step.
   * This member is NULL if the integrator supports no error control. */
  const tc_error_control_record *(*controlled)(const void *ctx);
  /* Collective. Copies the field and the previous field from a device to the arrays that `value` and
   * `previous_value` return. This member is NULL if these arrays are always up to date. Errors (on all
   * ranks): those of the device. */
  tc_status (*download)(void *ctx);
  /* list_restart is not collective. It adds to the list the restart data after the last step, beginning with
   * the field, and the restart data of a step in progress. In a resumed run the caller fills the listed
   * values from the checkpoint and then calls `resume`, which may be NULL. The next call of `advance` then
   * performs the step after the checkpoint. */
  tc_status (*list_restart)(void *ctx, tc_restart_list *keep);
  void (*resume)(void *ctx);
  /* Not collective. Returns the field after the last step, [owned]; valid until the next step. */
  const double *(*value)(const void *ctx);
  /* Not collective. Returns the field before the last step; undefined before the first step. */
  const double *(*previous_value)(const void *ctx);
  /* Not collective. Returns the change of the field in the last step, [owned], valid until the next step.
   * This member is NULL if the integrator cannot compute the change more accurately than by subtracting
   * `previous_value` from `value`. */
  const double *(*change)(const void *ctx);
  /* Not collective. Returns the field with which the flows of the last step are computed, [owned]. For an
   * implicit step it is a mean of the fields before and after the step. This member is NULL if it is always
   * the field before the step. */
  const double *(*flux_value)(const void *ctx);
  /* Not collective. `rate` returns the rate of change of the field at the beginning or the end of the last
   * step, [owned]. `covered` returns the largest |eigenvalue| for which this step is stable. Both are NULL
   * unless the method is stabilised. */
  const double *(*rate)(const void *ctx);
  double (*covered)(const void *ctx);
  /* Not collective. Returns the operator with which the integrator computes its products. */
  const tc_operator *(*matrix)(const void *ctx);
  /* Not collective. Returns an upper bound of the volume-weighted norm of the error that incomplete solves
   * have caused in all steps so far. This member is NULL if the integrator solves no linear systems or
   * computes no such bound. */
  double (*unsolved_norm)(const void *ctx);
} tc_integrator;

TC_REGISTRY(tc_integrator); /* entries: solve/integrators/integrators.def */

#endif
