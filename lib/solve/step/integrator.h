/* Interface of integrators, which advance dv/dt = R v + b + s by one step at a time. Entries are plug-ins
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

/* Callback between two iterations of a step that can be resumed within the step. Collective. `iteration` is
 * the number of completed iterations of the solve. An error ends the step at once. */
typedef struct tc_iteration_callback {
  void *self;
  tc_status (*call)(void *self, int64_t iteration);
} tc_iteration_callback;

/* Arguments from which an integrator is created. */
typedef struct tc_integrator_setup {
  const tc_problem *problem; /* Borrowed until destroy. It must be assembled, and must not be assembled again
                                before destroy. */
  const tc_strategy *strategy;
  const tc_format *format; /* Format of the matrices. */
  double dt;
  tc_forcing *input;                    /* Borrowed, after tc_forcing_begin; NULL without forcing. */
  const tc_implicit_steps *implicit;    /* Borrowed; for integrators that solve systems. NULL stands for
                                           tc_implicit_options_default. */
  const tc_log *log;                    /* Log for messages; borrowed; may be NULL. */
  const tc_device_config *device;       /* Borrowed; device of the products; NULL for the host. */
  const tc_iteration_callback *between; /* Callback between iterations; borrowed; may be NULL. */
  tc_time_origin origin;                /* Origin of the times of the steps. */
} tc_integrator_setup;

typedef struct tc_integrator {
  const char *name;    /* Name of the integrator in a config. */
  const char *summary; /* One line, for `tetracast list`. */
  bool steps;         /* True if the integrator makes time steps, false if it reaches the end in one solve. */
  bool solves;        /* True if it solves systems as configured under the key `solver`. */
  bool on_device;     /* True if it can compute its products on a device. */
  int restart_format; /* Version of its restart data. Increase it when their meaning changes. */
  /* Collective. Performs the setup and copies the initial field value[owned]. The caller destroys *ctx, also
   * after an error. Errors are returned on all ranks. */
  tc_status (*create)(const tc_integrator_setup *how, const double *value, void **ctx);
  void (*destroy)(void *ctx); /* Collective; accepts NULL. */
  /* Collective. Performs one step; the first begins at t = 0 or at how->origin. Adds its seconds and counts
   * to the ledger. */
  tc_status (*advance)(void *ctx, tc_ledger *ledger);
  /* Collective. Downloads the field and the previous field from a device to the arrays that the functions
   * below return. NULL if these are always on the host. Errors (on all ranks): those of the device. */
  tc_status (*download)(void *ctx);
  /* list_restart is not collective. It lists the restart data of the last step, the field first, and those of
   * a step in progress. After the list has been filled, `resume` is called (NULL if nothing remains to be
   * done), and the next step is the one after the checkpoint. */
  tc_status (*list_restart)(void *ctx, tc_restart_list *keep);
  void (*resume)(void *ctx);
  /* Not collective. Returns the field after the last step, [owned]; valid until the next step. */
  const double *(*value)(const void *ctx);
  /* Not collective. Returns the field before the last step; undefined before the first step. */
  const double *(*previous_value)(const void *ctx);
  /* Not collective. Returns the change in the last step, [owned], valid until the next step. NULL if the
   * change has no more digits than the difference of the two fields. */
  const double *(*change)(const void *ctx);
  /* Not collective. Returns the field to which the flows of the last step belong. NULL if that is the
   * previous field. */
  const double *(*flux_value)(const void *ctx);
  /* Not collective. Returns the operator of the products. */
  const tc_operator *(*matrix)(const void *ctx);
  /* Not collective. Returns an upper bound of the volume-weighted norm of the error that incomplete solves
   * have caused in all steps. NULL if there is only rounding. */
  double (*unsolved_norm)(const void *ctx);
} tc_integrator;

TC_REGISTRY(tc_integrator); /* entries: solve/integrators/integrators.def */

#endif
