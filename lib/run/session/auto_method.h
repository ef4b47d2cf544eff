/* Choice of the method of a run with time.method: auto. The candidates are explicit Euler, rkl2 and implicit
 * steps with error control (io/config/config_auto.h). The choice is the candidate that reads and writes the
 * fewest bytes of matrix and vectors up to the end of the run. The bytes include the search for a stable
 * step. They follow from counts in short trials; no time is measured. Called by tc_prepared_create after the
 * initial field and the source exist. */
#ifndef TC_RUN_SESSION_AUTO_METHOD_H
#define TC_RUN_SESSION_AUTO_METHOD_H

#include "run/session/prepared.h"

typedef struct tc_auto_method {
  const tc_integrator *method;
  /* candidates in the order in which they were tried, and number of products of all trials */
  tc_time_methods table;
  bool has_stable;       /* true if the search for a stable step has been made for `method` */
  tc_stable_step stable; /* result of this search */
} tc_auto_method;

/* Collective. Chooses the method. Changes the method of the plan's config, the matrix and p->choices, so the
 * caller then sets the method and finds the steps again. The result has the same bits on any number of ranks
 * and threads, and does not depend on the cache of stable steps.
 *
 * Explicit Euler needs no trial: it has its largest stable step times time.safety, or the steps of
 * tc_config_auto_steps if these are shorter. The other methods make steps with error control up to 1/32 of
 * the end (control_trial.h). A trial ends early if its products show that the method is not the cheapest one.
 * rkl2 usually needs a minimum number of products. If even these need more bytes than the best candidate so
 * far, its search for a stable step and its trial are omitted. The trial is also omitted if a product of rkl2
 * covers less than 1.5 steps of explicit Euler. Implicit steps are unsuitable if their result depends on the
 * number of ranks, with kernel: difference, or if solver.tolerance is more than a tenth of time.tolerance.
 *
 * Errors (on all ranks): TC_NUMERICAL if no candidate is usable; those of the steps. */
tc_status tc_auto_method_choose(tc_plan *plan, tc_prepared *p, const tc_stiffness *stiffness,
                                tc_auto_method *out);

#endif
