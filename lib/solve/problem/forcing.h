/* Forcing of a problem: boundary data and a source. The equation is dv/dt = R v + b(t) + s(t, v, states),
 * where b is computed from the boundary data (fv/scheme/boundary_data.h). Usage: the session creates the
 * forcing after the assembly, tc_step_run calls tc_forcing_begin before the first step, and the integrator
 * calls tc_forcing_add once per step. The watchdog calls the checks and tc_forcing_take_change between steps.
 */
#ifndef TC_SOLVE_PROBLEM_FORCING_H
#define TC_SOLVE_PROBLEM_FORCING_H

#include "solve/problem/problem.h"
#include "solve/problem/source.h"
#include "solve/space/restart_list.h"

/* Datum of all faces of one boundary: a formula in x, y, z (centroid of the face) and t. */
typedef struct tc_boundary_forcing {
  int boundary; /* Index in physics->boundary, which holds the kind. */
  tc_expression *value;
} tc_boundary_forcing;

/* Not collective. Fills list[physics->boundaries] with the boundaries that have data according to the config.
 * Returns their number. */
int tc_boundary_forcing_list(const tc_boundary_options *choice, const tc_physics *physics,
                             tc_boundary_forcing *list);

/* Forcing of one rank: its boundary data and its source. */
typedef struct tc_forcing tc_forcing;

/* Collective. Creates the forcing of the assembled problem, which must not be assembled again during the life
 * of the forcing. The forcing alone writes the boundary data of the problem. list[count] has one item per
 * boundary with data, equal on all ranks. `source` may be NULL. All arguments are borrowed, and no other
 * module evaluates their formulas. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_forcing_create(const tc_problem *problem, const tc_boundary_forcing *list, int count,
                            tc_source *source, tc_forcing **out);
void tc_forcing_destroy(tc_forcing **input);

/* Collective. Called before the first step of a run. Sets the states to their initial values and evaluates
 * all data at t = 0, and the source and the rates of states at the field value[owned]. Errors (on all ranks):
 * TC_USAGE with the formula and the cell if a value is not finite or exceeds TC_FIELD_MAX. */
tc_status tc_forcing_begin(tc_forcing *input, const double *value);

/* Not collective. Lists the restart data of a step; called right after tc_forcing_take_change. */
tc_status tc_forcing_list_restart(tc_forcing *input, tc_restart_list *keep);

/* Collective. Called after tc_forcing_begin, tc_forcing_set_theta and the reading of the restart data.
 * Evaluates the data of the last step again, which began at time t. Errors (on all ranks): those of
 * tc_forcing_add. */
tc_status tc_forcing_resume(tc_forcing *input, double t, double dt);

/* Not collective. Sets the data of each later step to (1 - theta) g(t) + theta g(t + dt), and likewise a
 * source that reads neither v nor states. The initial value is 0. tc_forcing_add then refers to the field
 * itself again, until tc_forcing_set_level is called. */
void tc_forcing_set_theta(tc_forcing *input, double theta);

/* Not collective. Later calls of tc_forcing_add add b for a field that is stored as distances from `level`
 * (tc_boundary_data_add_distance). Formulas still read the field itself. */
void tc_forcing_set_level(tc_forcing *input, double level);

/* Not collective. True if there is a source or a state. The result is equal on all ranks. */
bool tc_forcing_has_source(const tc_forcing *input);

/* Not collective. Returns an error if the source depends on v or states, or if states have rates, because no
 * single system then has the steady state as its solution. Errors (on all ranks): TC_USAGE. */
tc_status tc_forcing_check_steady(const tc_forcing *input);

/* Not collective. Performs the forcing of a step, next += dt (b + s), weighted by theta, where `now` is the
 * field at time t. Formulas without t are not evaluated again. Uses OpenMP threads. Records the phases
 * `boundary` and `source` with their counts. Data that are not finite are recorded for
 * tc_forcing_check_finite. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_forcing_add(tc_forcing *input, double t, double dt, const double *now, double *next,
                         tc_ledger *ledger);

/* Not collective. Adds the counts that a step records on this rank, without performing one. */
void tc_forcing_count(const tc_forcing *input, tc_counts *count);

/* Collective. Checks that all boundary data and the source were finite since the last check. Errors (on all
 * ranks): TC_USAGE with the formula, the cell of the face and the time if a datum was not finite; those of
 * tc_source_check_finite. */
tc_status tc_forcing_check_finite(const tc_forcing *input);

/* Collective. Checks that all local states are valid. Errors (on all ranks): those of tc_source_check_states.
 */
tc_status tc_forcing_check_states(const tc_forcing *input, double t);

/* Not collective. Sets the largest rate of the diffusion that acts in addition to the source; initially 0. */
void tc_forcing_set_diffusion_rate(tc_forcing *input, double diffusion);

/* Collective. `range` is the range of v. Errors (on all ranks): those of tc_source_check_slopes. */
tc_status tc_forcing_check_slopes(const tc_forcing *input, double t, double dt, const double range[2]);

/* Collective. Returns the effect of the forcing on the change of the field. With d = next - now and in = b +
 * s, the change satisfies d_l = M d_(l-1) + dt (in_l - in_(l-1)). `*change` is an upper bound of the
 * volume-weighted norms of dt (in_l - in_(l-1)), summed over the steps since the last call. It has the same
 * bits on any number of ranks, and is 0 if nothing depends on time or on the field. */
tc_status tc_forcing_take_change(tc_forcing *input, double *change);

/* Not collective. Widens low .. high, the range of an initial field, to the range that the solution may reach
 * until the last call of tc_forcing_take_change. The range includes boundary and outside values so far
 * (without those of exchanges with h = 0) and the largest contribution of the source. It is infinite if there
 * is a flux. The result is equal on all ranks. */
void tc_forcing_widen_range(const tc_forcing *input, double range[2]);

#endif
