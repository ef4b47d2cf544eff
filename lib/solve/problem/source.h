/* A source term s(x, y, z, t, v, states) in every cell, and local states that have rates of their own and do
 * not diffuse: dv/dt = div(K grad v) + s, dw/dt = rate(x, y, z, t, v, states). */
#ifndef TC_SOLVE_PROBLEM_SOURCE_H
#define TC_SOLVE_PROBLEM_SOURCE_H

#include "base/ledger/ledger.h"
#include "fv/formula/expression.h"
#include "solve/problem/stiffness.h"
#include "solve/space/space.h"

/* The variables of sources and rates: these, then the states in their order. */
enum { TC_SOURCE_X, TC_SOURCE_Y, TC_SOURCE_Z, TC_SOURCE_T, TC_SOURCE_V, TC_SOURCE_VARIABLES };
extern const char *const tc_source_variable[TC_SOURCE_VARIABLES];

typedef struct tc_state_options {
  const char *name;
  tc_expression *initial; /* in x, y, z */
  tc_expression *rate;
} tc_state_options;

/* What a config asks for; both none: no tc_source is needed. */
typedef struct tc_source_options {
  tc_expression *source; /* NULL: none */
  int states;
  tc_state_options *state; /* [states] */
} tc_source_options;

/* Whether there is any of both. */
static inline bool tc_source_is_configured(const tc_source_options *choice) {
  return choice->source || choice->states > 0;
}

/* One rank's side: values of its own cells. */
typedef struct tc_source tc_source;

/* Collective. The space and the choice are borrowed; the choice's formulas are used by the source alone while
 * it works. Errors on all ranks: TC_INTERNAL out of memory. */
tc_status tc_source_create(const tc_space *space, const tc_source_options *choice, tc_source **out);
void tc_source_destroy(tc_source **source);

/* Collective. States get their initial values. Errors on all ranks: as tc_field_evaluate. */
tc_status tc_source_init_states(tc_source *source);

/* Collective. Evaluates the source and the rates at t = 0 where the field is v[owned]. Errors on all ranks:
 * TC_USAGE naming the formula and the lowest cell where it is not finite, or beyond TC_FIELD_MAX. */
tc_status tc_source_evaluate_initial(tc_source *source, const double *v);

/* As tc_forcing_check_steady. */
tc_status tc_source_check_steady(const tc_source *source);

/* From now on a source that reads neither v nor states is (1 - theta) s(t) + theta s(t + dt) in a step; 0
 * until it is told. Not collective. */
void tc_source_set_theta(tc_source *source, double theta);

/* Not collective, in parallel over threads. A step: v_next += dt * source, weighted as told, and state += dt
 * * rate, both at time t where the field is v_now[owned]. Notes the phase `source` and its cells. A source
 * that is not finite is remembered for tc_source_check_finite. */
void tc_source_advance(tc_source *source, double t, double dt, const double *v_now, double *v_next,
                       tc_ledger *ledger);

/* Collective. Errors on all ranks: TC_NUMERICAL naming the formula that first made the source not finite, or
 * beyond TC_FIELD_MAX, since tc_source_init_states (its own, or the rate of a state), the lowest cell, the
 * time and v there. A field that was wild before does not count. */
tc_status tc_source_check_finite(const tc_source *source);

/* Collective. Errors on all ranks: TC_NUMERICAL naming a state that is not finite, or beyond TC_FIELD_MAX,
 * the lowest cell where, and t, the time that it is. */
tc_status tc_source_check_states(tc_source *source, double t);

/* What was evaluated last, [owned]; NULL without a source (only states). */
const double *tc_source_value(const tc_source *source);

/* Not collective. From now on states begin with the values that they have now, not with their formulas.
 * Errors: TC_INTERNAL out of memory. */
tc_status tc_source_save_initial_states(tc_source *source);

int tc_source_states(const tc_source *source);
const char *tc_source_state_name(const tc_source *source, int state);
double *tc_source_state(tc_source *source, int state); /* [owned] */

/* Cells that a step works on here: what `source_cells` counts. */
int32_t tc_source_cells(const tc_source *source);

/* Collective. An estimate over all cells at time t: secants of 16 equal parts of range[0] .. range[1] for v,
 * and of 16 parts of the steepest and its neighbours; at the beginnings of the first small distances from the
 * states as they are. The same on all ranks. rise[owned] (NULL: not requested) becomes the largest slope of
 * the source in v in each cell, over the same parts; 0 where none is positive. Errors on all ranks:
 * TC_INTERNAL out of memory. */
tc_status tc_source_stiffness(tc_source *source, double t, const double range[2], tc_stiffness *out,
                              double *rise);

/* Collective. Errors on all ranks: TC_NUMERICAL when steps of dt are beyond tc_stiffness_bound with what
 * tc_source_stiffness finds. */
tc_status tc_source_check_slopes(tc_source *source, double t, double dt, double diffusion,
                                 const double range[2]);

#endif
