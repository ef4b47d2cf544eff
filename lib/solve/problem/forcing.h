/* What enters a problem while it runs: data at the boundary and a source. dv/dt = R v + b(t) + s(t, v,
 * states), b from what is prescribed at the faces (fv/scheme/boundary_data.h). */
#ifndef TC_SOLVE_PROBLEM_FORCING_H
#define TC_SOLVE_PROBLEM_FORCING_H

#include "solve/problem/problem.h"
#include "solve/problem/source.h"
#include "solve/space/restart_list.h"

/* The datum of all faces of one boundary, a formula in x, y, z (the face's centroid) and t. */
typedef struct tc_boundary_forcing {
  int boundary; /* of physics->boundary, which says what is prescribed */
  tc_expression *value;
} tc_boundary_forcing;

/* What a config asks for: list[physics->boundaries] gets the boundaries that have data. Returns how many. */
int tc_boundary_forcing_list(const tc_boundary_options *choice, const tc_physics *physics,
                             tc_boundary_forcing *list);

/* One rank's side. */
typedef struct tc_forcing tc_forcing;

/* Collective. Of the problem as it is assembled now, and not again while this lives; its inflow is written
 * here alone. list[count]: one for each boundary with data, on all ranks alike; source: may be NULL. All are
 * borrowed, formulas are evaluated by the input alone. Errors on all ranks: TC_INTERNAL out of memory. */
tc_status tc_forcing_create(const tc_problem *problem, const tc_boundary_forcing *list, int count,
                            tc_source *source, tc_forcing **out);
void tc_forcing_destroy(tc_forcing **input);

/* Collective. Before a run's first step: states get their initial values, all data are evaluated at t = 0,
 * and the source and the rates of states where the field is value[owned]. Errors on all ranks: TC_USAGE
 * naming the formula, and the cell where it is not finite or beyond TC_FIELD_MAX. */
tc_status tc_forcing_begin(tc_forcing *input, const double *value);

/* What it remembers of a step, as of right after tc_forcing_take_change. Not collective. */
tc_status tc_forcing_list_restart(tc_forcing *input, tc_restart_list *keep);

/* Collective. After tc_forcing_begin, tc_forcing_set_theta and the filling in of what was kept: the data are
 * again those of the last step, which began at time t. Errors on all ranks: as tc_forcing_add. */
tc_status tc_forcing_resume(tc_forcing *input, double t, double dt);

/* From now on the data of a step are (1 - theta) g(t) + theta g(t + dt), and so is a source that reads
 * neither v nor states; initially 0. Data of tc_forcing_add belong to the field itself again, until
 * tc_forcing_set_level is called. Not collective. */
void tc_forcing_set_theta(tc_forcing *input, double theta);

/* Not collective. From now on tc_forcing_add adds b for a field that is counted from `level`
 * (tc_boundary_data_add_distance). Formulas still read the field itself. */
void tc_forcing_set_level(tc_forcing *input, double level);

/* Whether there is a source, and not only data at the boundary. Not collective, but the same on all ranks. */
bool tc_forcing_has_source(const tc_forcing *input);

/* Errors: TC_USAGE where the source depends on v or states, or states have rates: then no single system has
 * the steady state as its solution. Not collective, but the same on all ranks. */
tc_status tc_forcing_check_steady(const tc_forcing *input);

/* A step: next += dt (b + s), both at time t, weighted as told, and where the field is now. Formulas
 * that do not mention t are not evaluated again. OpenMP inside; not collective. Notes the phases `boundary`
 * and `source` with their counts. Data that are not finite are remembered for tc_forcing_check_finite.
 * Errors: TC_INTERNAL out of memory. */
tc_status tc_forcing_add(tc_forcing *input, double t, double dt, const double *now, double *next,
                         tc_ledger *ledger);

/* Adds what a step notes here, known beforehand. Not collective. */
void tc_forcing_count(const tc_forcing *input, tc_counts *count);

/* Collective. Errors on all ranks: TC_USAGE naming the formula, the cell of the face and the time when some
 * datum was not finite; as tc_source_check_finite. */
tc_status tc_forcing_check_finite(const tc_forcing *input);

/* Collective. Errors on all ranks: as tc_source_check_states. */
tc_status tc_forcing_check_states(const tc_forcing *input, double t);

/* The largest rate of the diffusion that a source drives beside; 0 until it is told. Not collective. */
void tc_forcing_set_diffusion_rate(tc_forcing *input, double diffusion);

/* Collective. range: where v is. Errors on all ranks: as tc_source_check_slopes. */
tc_status tc_forcing_check_slopes(const tc_forcing *input, double t, double dt, const double range[2]);

/* What such steps do to the change of the field, d = next - now: d_l = M d_(l-1) + dt (in_l - in_(l-1)).
 * Collective. *change: at least the sum over the steps since the last call of the volume-weighted norm of
 * dt (in_l - in_(l-1)), the same on any number of ranks; 0 when nothing depends on time or the field. */
tc_status tc_forcing_take_change(tc_forcing *input, double *change);

/* Widens low .. high, the range of an initial field, to what the solution may reach by the last call of
 * tc_forcing_take_change: values and outsides so far (not those behind h = 0), and what the source can have
 * added. Infinite when something flows in. Not collective, but the same on all ranks. */
void tc_forcing_widen_range(const tc_forcing *input, double range[2]);

#endif
