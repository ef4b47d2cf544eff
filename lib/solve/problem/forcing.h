/* Forcing of a problem: boundary data and a source. The equation is dv/dt = R v + b(t) + s(t, v, states),
 * where R is the rate matrix, b is a vector that is computed from the boundary data
 * (fv/scheme/boundary_data.h), and s is the source. Usage: the session creates the forcing after the
 * assembly, tc_step_run calls tc_forcing_begin before the first step, and the integrator calls tc_forcing_add
 * once per step. Between steps the watchdog calls tc_forcing_take_change and the functions
 * tc_forcing_check_... With operator splitting (tc_forcing_set_split) the time loop wraps the integrator in
 * solve/step/splitting.h, which calls tc_forcing_advance_local. */
#ifndef TC_SOLVE_PROBLEM_FORCING_H
#define TC_SOLVE_PROBLEM_FORCING_H

#include "solve/problem/problem.h"
#include "solve/problem/source.h"
#include "solve/space/restart_list.h"

/* Formula of the boundary datum of all faces of one marker, in x, y, z (centroid of the face) and t, or the
 * function that replaces the formula. */
typedef struct tc_boundary_forcing {
  int boundary; /* Index of the boundary condition in physics->boundary, which contains its kind and marker.
                 */
  tc_expression *value;
  const tc_boundary_function *function; /* NULL if the formula is evaluated */
} tc_boundary_forcing;

/* Not collective. Fills list[physics->boundaries] with one item for each entry of physics->boundary that has
 * a formula for its datum in the config. Returns the number of items. */
int tc_boundary_forcing_list(const tc_boundary_options *choice, const tc_physics *physics,
                             tc_boundary_forcing *list);

/* Forcing of one rank: its boundary data and its source. */
typedef struct tc_forcing tc_forcing;

/* Collective. Creates the forcing of the assembled problem, which must not be assembled again during the life
 * of the forcing. No other module may write the boundary data of the problem. list[count] has one item per
 * boundary condition with data, equal on all ranks. `source` may be NULL. All arguments are borrowed. No
 * other module may evaluate the formulas in `list` and `source`. Errors (on all ranks): TC_INTERNAL if memory
 * is exhausted. */
tc_status tc_forcing_create(const tc_problem *problem, const tc_boundary_forcing *list, int count,
                            tc_source *source, tc_forcing **out);
void tc_forcing_destroy(tc_forcing **input);

/* Collective. Called before the first step of a run. Sets the local states to their initial values. Evaluates
 * all boundary data at t = 0, and the source and the rates of states at t = 0 for the field value[owned].
 * Errors (on all ranks): TC_USAGE with the formula and the cell if a value is not finite or exceeds
 * TC_FIELD_MAX. */
tc_status tc_forcing_begin(tc_forcing *input, const double *value);

/* Not collective. Adds the local states and the other restart data of the forcing to the list. Must be called
 * directly after tc_forcing_take_change, because the list does not contain the changes accumulated since
 * then. */
tc_status tc_forcing_list_restart(tc_forcing *input, tc_restart_list *keep);

/* Collective. Evaluates the boundary data of the last step before the checkpoint again. This step began at
 * time t and had the length dt. Called in a resumed run after tc_forcing_begin, tc_forcing_set_theta and the
 * reading of the restart data. Errors (on all ranks): those of tc_forcing_add. */
tc_status tc_forcing_resume(tc_forcing *input, double t, double dt);

/* Not collective. Selects the time weight theta of all later steps; the initial value is 0. The boundary data
 * g of a step from t to t + dt then are (1 - theta) g(t) + theta g(t + dt). A source that reads neither v nor
 * states is weighted in the same way. Also cancels an earlier tc_forcing_set_level. */
void tc_forcing_set_theta(tc_forcing *input, double theta);

/* Not collective. After this call, tc_forcing_add computes b for a field that the integrator stores as values
 * minus `level` (tc_boundary_data_add_distance). Formulas still read the unchanged values v. */
void tc_forcing_set_level(tc_forcing *input, double level);

/* Collective. Selects operator splitting for all later runs, or none. tc_forcing_add then omits the source,
 * which tc_forcing_advance_local advances. Errors (on all ranks): those of tc_source_prepare_local. */
tc_status tc_forcing_set_split(tc_forcing *input, const tc_local_steps *local);

/* Not collective. Returns the settings of operator splitting. */
const tc_local_steps *tc_forcing_split(const tc_forcing *input);

/* Not collective. Performs local step number `index` (from 0) of a time step with operator splitting:
 * advances v[owned] and the local states from t over the length dt (tc_source_advance_local). */
void tc_forcing_advance_local(tc_forcing *input, int index, double t, double dt, double *v,
                              tc_ledger *ledger);

/* Not collective. The first function returns true if there are boundary data, the second if there is a source
 * or a local state. The results are equal on all ranks. */
bool tc_forcing_has_data(const tc_forcing *input);
bool tc_forcing_has_source(const tc_forcing *input);

/* Not collective. Returns true if there are local states. The result is equal on all ranks. */
bool tc_forcing_has_states(const tc_forcing *input);

/* Not collective. Returns an error if the source depends on v or if there are local states, because the
 * steady state is then not the solution of one linear system. Errors (on all ranks): TC_USAGE. */
tc_status tc_forcing_check_steady(const tc_forcing *input);

/* Not collective. Adds the forcing of a step from t to t + dt, next += dt (b + s), with b and s weighted by
 * theta (tc_forcing_set_theta), and advances the local states. With operator splitting it adds dt b alone.
 * now[owned] is the field at time t. Formulas without t are not evaluated again. Uses OpenMP threads. Records
 * the phases `boundary` and `source` with their counts. Values that are not finite cause no error here, but
 * in the next call of tc_forcing_check_finite. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_forcing_add(tc_forcing *input, double t, double dt, const double *now, double *next,
                         tc_ledger *ledger);

/* Not collective. Adds to *count the counts that a step records on this rank, without performing the step.
 * `stages` is the number of stages of a stabilised step, which evaluates the forcing in each of them, or 0
 * for other methods. With operator splitting the local steps are included. */
void tc_forcing_count(const tc_forcing *input, int stages, tc_counts *count);

/* Collective. Returns an error if a boundary datum or the source was not finite in any step since
 * tc_forcing_begin. Errors (on all ranks): TC_CALLBACK if a function of boundary data has failed, with time
 * and result; TC_USAGE for a boundary datum of a formula (the message contains formula, cell and time);
 * TC_NUMERICAL for one of a function; the errors of tc_source_check_finite for the source. */
tc_status tc_forcing_check_finite(const tc_forcing *input);

/* Collective. Checks that all local states at time t are valid. Errors (on all ranks): those of
 * tc_source_check_states. */
tc_status tc_forcing_check_states(const tc_forcing *input, double t);

/* Not collective. Sets the largest |eigenvalue| of R (1/time) for tc_forcing_check_slopes if the diffusion is
 * explicit; 0, the initial value, if it is implicit. */
void tc_forcing_set_diffusion_rate(tc_forcing *input, double diffusion);

/* Collective. Checks that the slope of the source in v is not too steep for the step size dt, at time t and
 * for values of v from range[0] to range[1]. Errors (on all ranks): those of tc_source_check_slopes. */
tc_status tc_forcing_check_slopes(const tc_forcing *input, double t, double dt, double covered,
                                  const double range[2]);

/* Not collective. Returns the length of the longest time step since the last call of tc_forcing_take_change.
 * Returns 0 if there was no step. Returns 1 for stabilised steps without operator splitting, because *change
 * of tc_forcing_take_change is then per unit of time. */
double tc_forcing_longest_step(const tc_forcing *input);

/* Collective. Bounds how much the forcing may have increased the change of the field per step. Let d_l be the
 * change of the field in step l of explicit Euler, M = I + dt R, and f_l = b + s in that step. Then d_l = M
 * d_(l-1) + dt (f_l - f_(l-1)). `*change` is an upper bound of the sum of the volume-weighted norms of dt
 * (f_l - f_(l-1)) over all steps since the last call. It has the same bits on any number of ranks, and is 0
 * if the forcing depends on neither time nor field. For stabilised steps (solve/problem/forcing_stages.h)
 * `*change` bounds instead how much the forcing may have increased the norm of the rate of change F = R v +
 * f. A step multiplies F by a polynomial of R whose absolute value is at most 1, and adds the change of f. A
 * change of f from stage to stage is multiplied by another polynomial. On average over the eigenvalues of R
 * this polynomial is at most 1, but for some of them it reaches the number of stages. With operator splitting
 * `*change` always refers to the change of the field, and s is replaced by the rate of change of v in each
 * local step. */
tc_status tc_forcing_take_change(tc_forcing *input, double *change);

/* Not collective. Widens range[0] .. range[1], the range of the initial field, to the range that the solution
 * may have reached by the last call of tc_forcing_take_change. The result includes all boundary values and
 * outside values up to that call (except for exchanges with h = 0), and the largest possible contribution of
 * the source. It is infinite if a marker has a flux. The result is equal on all ranks. */
void tc_forcing_widen_range(const tc_forcing *input, double range[2]);

/* Collective. Calls tc_forcing_begin and estimates the range of the values of the field in the first steps.
 * `range` contains the range of the initial field value[owned], and is widened unless the result would be
 * infinite. Errors are those of tc_forcing_begin. */
tc_status tc_forcing_find_first_range(tc_forcing *input, const double *value, double range[2]);

#endif
