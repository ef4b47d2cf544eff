/* Source term s(x, y, z, t, v, states) of every cell, and local states. States have their own rates and do
 * not diffuse: dv/dt = div(K grad v) + s, dw/dt = rate(x, y, z, t, v, states). The forcing
 * (solve/problem/forcing.c) calls tc_source_init_states and tc_source_evaluate_initial before the first step,
 * tc_source_advance once per step, and the checks between steps. The session uses tc_source_stiffness to
 * choose dt and to check it. */
#ifndef TC_SOLVE_PROBLEM_SOURCE_H
#define TC_SOLVE_PROBLEM_SOURCE_H

#include "base/ledger/ledger.h"
#include "fv/formula/expression.h"
#include "solve/local/local_steps.h"
#include "solve/local/stiffness.h"
#include "solve/space/space.h"

/* Indices of the variables in the formulas of sources and rates: x, y, z, t, v, then the local states. Local
 * state k has the index TC_SOURCE_VARIABLES + k. */
enum { TC_SOURCE_X, TC_SOURCE_Y, TC_SOURCE_Z, TC_SOURCE_T, TC_SOURCE_V, TC_SOURCE_VARIABLES };
extern const char *const tc_source_variable[TC_SOURCE_VARIABLES];

typedef struct tc_state_options {
  const char *name;
  tc_expression *initial; /* Formula of the initial value in x, y, z. */
  tc_expression *rate;
} tc_state_options;

/* Function of a program that uses the library: it computes a source for all owned cells of a rank at once.
 * This source is added to the formula. */
typedef struct tc_source_function {
  /* Sets source[owned] to the source at time t for the field v[owned], and returns 0. Any other result is an
   * error. All ranks call the function equally often, outside parallel regions. */
  int (*evaluate)(void *self, double t, const tc_space *space, const double *v, double *source);
  void *self;
  /* uses_time is false if the source does not depend on t, and uses_field is false if it does not depend on
   * v. */
  bool uses_time, uses_field;
} tc_source_function;

/* Source and local states that the config defines. No tc_source is needed if the config defines neither. */
typedef struct tc_source_options {
  tc_expression *source; /* Formula of the source s; NULL if there is none. */
  int states;
  tc_state_options *state;            /* [states] Local states. */
  const tc_source_function *function; /* Added to the formula; borrowed; NULL if there is none. */
} tc_source_options;

/* True if a source or a state is configured. */
static inline bool tc_source_is_configured(const tc_source_options *choice) {
  return choice->source || choice->function || choice->states > 0;
}

/* True if the source depends on neither time nor v and there are no states. The source is then not evaluated
 * in stages. */
bool tc_source_options_are_fixed(const tc_source_options *choice);

/* Source and states of the owned cells of one rank. */
typedef struct tc_source tc_source;

/* Collective. Borrows `space` and the formulas of `choice`, which no other module may evaluate while a
 * function of this module runs. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_source_create(const tc_space *space, const tc_source_options *choice, tc_source **out);
void tc_source_destroy(tc_source **source);

/* Collective. Sets the states to their initial values. Errors (on all ranks): those of tc_field_evaluate. */
tc_status tc_source_init_states(tc_source *source);

/* Collective. Evaluates the source and the rates at t = 0 for the field v[owned], to check them before the
 * first step. Errors (on all ranks): TC_USAGE with the formula and the lowest cell if a value is not finite
 * or exceeds TC_FIELD_MAX; TC_NUMERICAL if this is a value of the function; TC_CALLBACK if the function
 * fails. */
tc_status tc_source_evaluate_initial(tc_source *source, const double *v);

/* Returns an error if the source depends on v or if there are local states (see tc_forcing_check_steady). */
tc_status tc_source_check_steady(const tc_source *source);

/* Not collective. Selects the time weight theta of all later steps; the initial value is 0. In a step from t
 * to t + dt, a source s that reads neither v nor states then has the value (1 - theta) s(t) + theta s(t +
 * dt). */
void tc_source_set_theta(tc_source *source, double theta);

/* Not collective; uses OpenMP threads. Performs a step from t to t + dt: v_next += dt * source, with the
 * source weighted by theta, and state += dt * rate. Formulas read the field v_now[owned] at time t. Records
 * the seconds of the phase `source` and the number of cells. A source that is not finite causes an error only
 * in tc_source_check_finite. */
void tc_source_advance(tc_source *source, double t, double dt, const double *v_now, double *v_next,
                       tc_ledger *ledger);

/* Collective. Called before tc_source_advance_local. Errors (on all ranks): TC_USAGE if the source has a
 * function; TC_INTERNAL if memory is exhausted. */
tc_status tc_source_prepare_local(tc_source *source);

/* Not collective; uses OpenMP threads. Performs local step number `index` (0 is the first one) of a time step
 * with operator splitting: advances v[owned] and the states from t over the length dt by local->parts steps
 * of Heun's method. Records the seconds of the phase `source` and the number of evaluated cells. Invalid
 * values cause errors as in tc_source_advance. */
void tc_source_advance_local(tc_source *source, const tc_local_steps *local, int index, double t, double dt,
                             double *v, tc_ledger *ledger);

/* Returns the change of v in the last local step divided by its length, [owned]; undefined before the first
 * one. */
const double *tc_source_local_rate(const tc_source *source);

/* Collective. Returns an error if the source was not finite or exceeded TC_FIELD_MAX in any step since
 * tc_source_init_states. Cells whose field value was already invalid are ignored. Errors (on all ranks):
 * TC_CALLBACK if the function has failed, with time and result of the first failure of the lowest failing
 * rank; TC_NUMERICAL. The message of TC_NUMERICAL contains the time of the first step with an invalid source,
 * the lowest invalid cell at that time, the value of v in this cell, and the formula of the source. If a
 * local state was invalid in this cell, the message names the rate of the state instead. */
tc_status tc_source_check_finite(const tc_source *source);

/* Collective. Checks that all local states are valid at time t. Errors (on all ranks): TC_NUMERICAL if a
 * state is not finite or exceeds TC_FIELD_MAX. The message contains the state, its lowest invalid cell and
 * t. */
tc_status tc_source_check_states(tc_source *source, double t);

/* Returns the source of the last step, [owned]; NULL if there are only local states. With operator splitting
 * it is the change of v in the local steps of the last time step divided by the length of the time step. */
const double *tc_source_value(const tc_source *source);

/* Not collective. Stores the current states as initial values. Later calls of tc_source_init_states use them
 * instead of the formulas. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_source_save_initial_states(tc_source *source);

int tc_source_states(const tc_source *source);
const char *tc_source_state_name(const tc_source *source, int state);
double *tc_source_state(tc_source *source, int state); /* Returns the current values of a state, [owned]. */

/* Returns the number of cells for which a step evaluates formulas on this rank. It is the count
 * `source_cells` of a step without operator splitting. */
int32_t tc_source_cells(const tc_source *source);

/* Returns tc_source_options_are_fixed for the options of the source. */
bool tc_source_is_fixed(const tc_source *source);

/* Collective. Estimates the largest slopes of source and rates over all cells at time t. Slopes with respect
 * to v are secants over 16 equal parts of the range range[0] .. range[1] of v. The part with the steepest
 * secant and its two neighbours are then divided into 16 smaller parts. Slopes with respect to a state are
 * secants over a small change of the current state, computed with v at the lower end of each of the first 16
 * parts. All results in *out are equal on all ranks. rise[owned] (NULL if not requested) receives the largest
 * slope of the source with respect to v in each cell, over all these parts; 0 if no slope is positive. Errors
 * (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_source_stiffness(tc_source *source, double t, const double range[2], tc_stiffness *out,
                              double *rise);

/* Collective. Checks that the source at time t is not too steep for a step dt, for v from range[0] to
 * range[1]. `diffusion` is the largest |eigenvalue| of R if diffusion is explicit, and 0 if it is implicit.
 * With operator splitting the local steps contain no diffusion, so `diffusion` is ignored. `covered` is the
 * largest |eigenvalue| for which a stabilised step is stable. It is 0 with splitting and for other steps,
 * which are stable up to 2/dt. Errors (on all ranks): TC_NUMERICAL if the slopes found by tc_source_stiffness
 * need a shorter step (tc_stiffness_bound). */
tc_status tc_source_check_slopes(tc_source *source, double t, double dt, const tc_local_steps *local,
                                 double covered, double diffusion, const double range[2]);

#endif
