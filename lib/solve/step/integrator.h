/* How a field is taken from one step to the next: dv/dt = R v + b. */
#ifndef TC_SOLVE_STEP_INTEGRATOR_H
#define TC_SOLVE_STEP_INTEGRATOR_H

#include "base/text/registry.h"
#include "solve/problem/forcing.h"
#include "solve/space/restart_list.h"
#include "solve/stability/step_span.h"
#include "solve/step/implicit.h"

/* Collective: between two iterations of a step that can be gone on with inside, the iteration-th of its solve
 * being over. An error ends the step at once. */
typedef struct tc_iteration_callback {
  void *self;
  tc_status (*call)(void *self, int64_t iteration);
} tc_iteration_callback;

/* What steps are made with. */
typedef struct tc_integrator_setup {
  const tc_problem *problem; /* borrowed until close; assembled, and not again before that */
  const tc_strategy *strategy;
  const tc_format *format; /* of matrices */
  double dt;
  tc_forcing *input; /* borrowed, begun; NULL: nothing enters */
  const tc_implicit_steps
      *implicit;     /* borrowed; of those that solve systems, NULL: tc_implicit_options_default */
  const tc_log *log; /* borrowed; NULL: nobody hears */
  const tc_device_config *device;       /* borrowed; what products are made on; NULL: the processor */
  const tc_iteration_callback *between; /* borrowed; NULL: nobody asks */
  tc_time_origin origin;                /* from which times are counted */
} tc_integrator_setup;

typedef struct tc_integrator {
  const char *name;    /* as written in a config */
  const char *summary; /* one line, for `tetracast list` */
  bool steps;          /* it makes some; else it is at the end at once */
  bool solves;         /* systems, as the keys `solver` say */
  bool on_device;      /* it can make its products on a device */
  int restart_format;  /* version of its restart data. Increase it when their meaning changes */
  /* Collective. Makes all that steps need, and starts from value[owned], which is copied. *ctx must be closed
   * also after an error. Errors on all ranks. */
  tc_status (*create)(const tc_integrator_setup *how, const double *value, void **ctx);
  void (*destroy)(void *ctx); /* collective; NULL is fine */
  /* Collective. One step, the first of them from t = 0 or from how->origin; seconds and counts of what it did
   * are added to the ledger. */
  tc_status (*advance)(void *ctx, tc_ledger *ledger);
  /* Collective. Where steps are made on a device: the field, and that before the last step, come to where the
   * functions below lend them; NULL: they are always there. Errors on all ranks: those of the device. */
  tc_status (*download)(void *ctx);
  /* Lists what it remembers of the last step, the field first, and inside a step what it has of that; not
   * collective. Where the list is filled in,
   * `resume` follows (NULL: nothing is left to do), and the next step is the one behind that. */
  tc_status (*list_restart)(void *ctx, tc_restart_list *keep);
  void (*resume)(void *ctx);
  /* The field after the last step, [owned]: lent until the next one. Not collective. */
  const double *(*value)(const void *ctx);
  /* The field before the last step, the same way; of no use before the first. */
  const double *(*previous_value)(const void *ctx);
  /* The change in the last step, [owned], where that has more digits than the difference of the two fields;
   * NULL: it has not. Lent until the next step. */
  const double *(*change)(const void *ctx);
  /* The field that flows during the last step are of; NULL: that before it. */
  const double *(*flux_value)(const void *ctx);
  /* What the steps multiply with. */
  const tc_operator *(*matrix)(const void *ctx);
  /* At most so far, in the volume-weighted norm, are all steps together from those that were to be made;
   * NULL: rounding apart, not at all. */
  double (*unsolved_norm)(const void *ctx);
} tc_integrator;

TC_REGISTRY(tc_integrator); /* solve/integrators/integrators.def */

#endif
