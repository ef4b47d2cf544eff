/* Interface of integrators, which advance dv/dt = R v + b + s by one step at a time. v is the field, R the
 * rate matrix, b the vector computed from the boundary data, and s the source. Integrators are plug-ins
 * listed in solve/integrators/integrators.def. solve/step/step.c calls create once, then optionally
 * list_restart and resume, then advance once per step, and destroy at the end. Between steps it reads the
 * field through the functions `value` to `unsolved_norm`. */
#ifndef TC_SOLVE_STEP_INTEGRATOR_H
#define TC_SOLVE_STEP_INTEGRATOR_H

#include "base/text/registry.h"
#include "solve/problem/forcing.h"
#include "solve/space/restart_list.h"
#include "solve/stability/step_span.h"
#include "solve/step/implicit.h"
#include "solve/step/stabilised.h"

/* Callback between two iterations of a linear solve. Only integrators that can resume within a step call it.
 * `call` is collective; its first argument is `self`, and `iteration` is the number of completed iterations
 * of the solve. If it returns an error, the step ends at once. */
typedef struct tc_iteration_callback {
  void *self;
  tc_status (*call)(void *self, int64_t iteration);
} tc_iteration_callback;

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
      *stabilised;   /* Stages of stabilised explicit methods; borrowed; NULL for others. */
  const tc_log *log; /* Receives log messages; borrowed; may be NULL. */
  const tc_device_config
      *device; /* Device that computes the products, borrowed; NULL if the host computes them. */
  const tc_iteration_callback *between; /* Callback between iterations; borrowed; may be NULL. */
  tc_time_origin origin; /* Step number and time at which the run begins. The times of later steps are
                            computed from them (tc_time_at). */
} tc_integrator_setup;

typedef struct tc_integrator {
  const char *name;    /* Name with which a config selects the integrator. */
  const char *summary; /* One line, for `tetracast list`. */
  bool steps;  /* True if the integrator performs time steps, false if it computes a steady state in one call
                  of `advance`. */
  bool solves; /* True if the integrator solves linear systems, which the config key `solver` configures. */
  const tc_stabilised_method *stabilised; /* Family of a stabilised explicit method; NULL for others. */
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
  /* Collective. Performs one step. The first step begins at how->origin, which is t = 0 unless the run is
   * resumed. Adds the seconds and counts of the step to the ledger. */
  tc_status (*advance)(void *ctx, tc_ledger *ledger);
  /* Collective. Copies the field and the previous field from a device to the arrays that `value` and
   * `previous_value` return. This member is NULL if these arrays are always up to date. Errors (on all
   * ranks): those of the device. */
  tc_status (*download)(void *ctx);
  /* list_restart is not collective. It adds to the list the restart data after the last step, beginning with
   * the field, and the restart data of a step in progress. In a resumed run the caller fills the listed
   * values from the checkpoint and then calls `resume`, which may be NULL. The next step is then the one
   * after the checkpoint. */
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
  /* Not collective. Returns the operator with which the integrator computes its products. */
  const tc_operator *(*matrix)(const void *ctx);
  /* Not collective. Returns an upper bound of the volume-weighted norm of the error that incomplete solves
   * have caused in all steps so far. This member is NULL if the integrator solves no linear systems or
   * computes no such bound. */
  double (*unsolved_norm)(const void *ctx);
} tc_integrator;

TC_REGISTRY(tc_integrator); /* entries: solve/integrators/integrators.def */

#endif
