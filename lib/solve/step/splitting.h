/* Operator splitting around any integrator that performs time steps. The integrator then advances only
 * diffusion and boundary data, and local steps advance source and states. With Godunov's splitting a local
 * step precedes each step of the integrator. With Strang's splitting a local step of half the length precedes
 * it, and another one follows it. The half step at the end of a time step is not merged with that at the
 * beginning of the next one, so output between them does not change the bits of the field. The forcing of the
 * run selects the splitting (tc_forcing_set_split), and solve/step/step.c wraps its integrator. Source: see
 * solve/local/local_steps.h. */
#ifndef TC_SOLVE_STEP_SPLITTING_H
#define TC_SOLVE_STEP_SPLITTING_H

#include "solve/step/integrator.h"

/* Not collective. Returns `inner` unless the forcing `input`, which may be NULL, selects operator splitting.
 * Otherwise sets *wrapper to the integrator that performs time steps with splitting around `inner`, and
 * returns its address. `inner` must have the members `load` and `steps`, and must be the member `inner` of
 * the setup for `create`. `create` allocates two fields in addition to those of `inner`; it fails with
 * TC_USAGE if the setup has error control. */
const tc_integrator *tc_splitting_wrap(const tc_integrator *inner, const tc_forcing *input,
                                       tc_integrator *wrapper);

#endif
