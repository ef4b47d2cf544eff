/* The theta scheme, solved for the change d of a step:
 *
 *   (I - theta dt R) d = dt (R v + b + s),   v' = v + d
 *
 * v is the field at time t, v' the field at t + dt, R the rate matrix, b the vector computed from the
 * boundary data, and s the source. The boundary data of the step are (1 - theta) g(t) + theta g(t + dt). A
 * source that reads neither v nor states is weighted in the same way. Any other source, and all states, are
 * evaluated at time t. The equivalent system for v' has the right-hand side v + (1 - theta) dt R v + dt (b +
 * s). The solve ends when the residual is small compared to the norm of this vector.
 *
 * The field is stored as distances w = v - level from a constant level near its mean
 * (solve/problem/background.h), and b is computed relative to this level too. A constant added to all data
 * therefore changes neither the linear systems nor the rounding of a step. After each step the field v = w +
 * level is computed, with rounding, for output and for sources.
 *
 * If nothing flows out through the boundary, the exact integral of d equals the integral of dt (b + s),
 * because the integral of R v is 0. After the solve, a constant is therefore added to d such that d and dt (b
 * + s) have the same mean. This conserves the integral at any tolerance. */
#include <float.h>
#include <math.h>

#include "base/core/memory.h"
#include "solve/integrators/implicit_step.h"

#define TC_PHASE "preparing the steps"

enum { DISTANCE, NOW, NEXT, CHANGE, RIGHT, ARRAYS };

/* Limits of the function check_rows, which divides the residual by the diagonal of the matrix. It is called
 * if the contrast of the matrix (ratio of largest to smallest diagonal entry) is large. The norm of the
 * divided residual may be up to `row_tolerance_factor` times the tolerance of the solver times the member
 * `size` of tc_implicit_step. If it is larger by a factor f, the solution is refined until the norm of the
 * residual has decreased by the factor f / refinement_margin. */
static const double row_tolerance_factor = 4.0, refinement_margin = 1e-1;
enum { max_refinements = 20 };

/* Limits of the function check_values, which is called if the contrast of the matrix is above
 * `large_contrast`. Tests with a smaller contrast showed no wrong values. The estimated error of a value may
 * be up to `value_tolerance_factor` times the tolerance times the largest value. Each refinement multiplies
 * the residual by `refinement_factor`. */
static const double large_contrast = 1e4, value_tolerance_factor = 1e3, refinement_factor = 1e-2;

static tc_status load_implicit(void *ctx, const double *value) {
  tc_implicit_step *s = ctx;
  const tc_integrator_setup *setup = &s->m.how;
  for (int32_t i = 0; i < setup->problem->space->owned; i++) s->now[i] = value[i];
  s->largest = s->max_size = 0.0;
  TC_TRY(tc_background_of_field(setup->problem, setup->input, value, s->distance, &s->background));
  return s->control ? tc_implicit_control_load(s, value) : TC_OK;
}

static tc_status create_implicit(const tc_integrator_setup *setup, const double *value, void **ctx) {
  const tc_space *space = setup->problem->space;
  tc_implicit_step *s = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  *ctx = s;
  s->theta = setup->implicit ? setup->implicit->options.theta : tc_implicit_options_default().theta;
  TC_TRY(
      tc_implicit_init(setup, 1.0, -s->theta * (setup->control ? setup->control->unit : setup->dt), &s->m));
  TC_TRY(tc_arena_create(space->world, false, ARRAYS, space->owned, 0, &s->arena));
  s->distance = s->arena->vector[DISTANCE].value;
  s->now = s->arena->vector[NOW].value;
  s->next = s->arena->vector[NEXT].value;
  s->change = s->arena->vector[CHANGE].value;
  s->right_side = s->arena->vector[RIGHT].value;
  if (setup->input) tc_forcing_set_theta(setup->input, s->theta);
  TC_TRY(load_implicit(s, value));
  return setup->control ? tc_implicit_control_create(s, value) : TC_OK;
}

static void destroy_implicit(void *ctx) {
  tc_implicit_step *s = ctx;
  if (!s) return;
  tc_implicit_control_destroy(&s->control);
  tc_arena_destroy(&s->arena);
  tc_implicit_free(&s->m);
  tc_free(s);
}

/* Sets *largest to the largest size so far. Then raises *size until *size times the tolerance is at least the
 * rounding error of *largest. Without this limit, the solve for a field that has become uniform would have to
 * reduce the residual below rounding. */
static void raise_to_rounding(const tc_implicit_step *s, double *largest, double *size) {
  *largest = fmax(*largest, *size);
  *size = fmax(*size, 4.0 * DBL_EPSILON * *largest / s->m.setting.options.solver.tolerance);
}

/* Collective. Computes s->size for check_rows. It is the larger of two norms: the norm of `full_right_side`,
 * the right-hand side of the system for v', divided by the diagonal, and the norm of the distances at the
 * beginning of the step. If the tolerance of the solver is relative to the first residual, s->size is instead
 * the norm of this residual divided by the diagonal. Does nothing if the contrast of the matrix is small. */
static tc_status compute_size(tc_implicit_step *s, const double *full_right_side) {
  tc_solver *solver = s->m.solver;
  const int index = tc_solver_dot_index(solver, 0);
  const bool is_relative_to_start = s->m.setting.options.relative_to_start;
  if (s->m.contrast <= tc_implicit_contrast) return TC_OK;
  TC_TRY(tc_implicit_row_scaled_norm(&s->m, is_relative_to_start ? s->right_side : full_right_side, solver->x,
                                     &s->size));
  if (!is_relative_to_start) {
    TC_TRY(TC_VECTOR_OPS(solver, solver->value, TC_VECTOR_DOT(index, s->distance, s->distance)));
    s->size = fmax(s->size, sqrt(solver->value[index]));
  }
  raise_to_rounding(s, &s->max_size, &s->size);
  return TC_OK;
}

/* Adds the forcing of the step, dt (b + s), to inflow[owned]. Does nothing without forcing. */
static tc_status add_forcing(tc_implicit_step *s, double *inflow, tc_ledger *ledger) {
  const tc_integrator_setup *setup = &s->m.how;
  if (!setup->input) return TC_OK;
  tc_forcing_set_level(setup->input, s->background.level);
  if (s->control) return tc_implicit_control_add_forcing(s, inflow, ledger);
  return tc_forcing_add(setup->input, s->m.request.time, s->m.request.dt, s->now, inflow, ledger);
}

/* Collective. Computes s->right_side = dt (R v + b + s). On entry s->change contains A v with A = I - theta
 * dt R, on return theta dt R v. Also computes *initial_residual, the norm of s->right_side, *size, the norm
 * of the right-hand side of the system for v', and s->forcing_mean, the mean of dt (b + s). */
static tc_status compute_right_side(tc_implicit_step *s, tc_ledger *ledger, double *initial_residual,
                                    double *size) {
  tc_solver *solver = s->m.solver;
  const int small = tc_solver_dot_index(solver, 0), large = tc_solver_dot_index(solver, 1),
            sum = tc_solver_dot_index(solver, 2), now = tc_solver_dot_index(solver, 3);
  double *dot = solver->value, *full_right_side = s->next, *inflow = solver->r, *ones = solver->x;
  TC_TRY(
      TC_VECTOR_OPS(solver, dot, TC_VECTOR_AYPX(s->distance, -1.0, s->change), TC_VECTOR_FILL(0.0, inflow)));
  TC_TRY(add_forcing(s, inflow, ledger));
  TC_TRY(TC_VECTOR_OPS(solver, dot, TC_VECTOR_FILL(1.0, ones),
                       TC_VECTOR_WAXPY(inflow, 1.0 / s->theta, s->change, s->right_side),
                       TC_VECTOR_WAXPY(s->distance, 1.0, s->right_side, full_right_side),
                       TC_VECTOR_AXPY(-1.0, s->change, full_right_side), TC_VECTOR_DOT(sum, ones, inflow),
                       TC_VECTOR_DOT(now, s->distance, s->distance),
                       TC_VECTOR_DOT(small, s->right_side, s->right_side),
                       TC_VECTOR_DOT(large, full_right_side, full_right_side)));
  s->forcing_mean = dot[sum] / s->background.volume;
  s->norm = sqrt(dot[now]);
  *initial_residual = sqrt(dot[small]);
  *size = sqrt(dot[large]);
  return compute_size(s, full_right_side);
}

/* Collective. Finds the largest absolute change of a value in the last refinement, and the largest absolute
 * value of the field minus its background. */
static tc_status measure_change(const tc_implicit_step *s, double *change, double *largest) {
  double maxima[2] = {0.0, 0.0};
  for (int32_t i = 0; i < s->m.system.R->rows; i++) {
    maxima[0] = fmax(maxima[0], fabs(s->m.solver->x[i] - s->change[i]));
    maxima[1] = fmax(maxima[1], fabs(s->distance[i] + s->m.solver->x[i]));
  }
  TC_TRY(tc_world_max(s->m.system.world, maxima, 2));
  *change = maxima[0];
  *largest = maxima[1];
  return TC_OK;
}

/* Collective. Called after the solve has reached the requested tolerance. If the matrix is not symmetric and
 * its diagonal entries differ extremely in size, values may be wrong although the residual divided by the
 * diagonal is small. The error of the values is estimated by how much they change when a refinement reduces
 * the residual by two more digits. If this reduction is impossible, the result is retained, and the run
 * reports that the accuracy of the step is unconfirmed. */
static tc_status check_values(tc_implicit_step *s, tc_ledger *ledger) {
  const double limit = value_tolerance_factor * fmax(s->m.setting.options.solver.tolerance, DBL_EPSILON);
  double change = INFINITY, largest = 0.0;
  if (s->m.system.symmetric || s->m.contrast <= large_contrast) return TC_OK;
  for (int k = 0; k < max_refinements && change > limit * largest; k++) {
    if (s->m.solution.reason != TC_REASON_converged) return TC_OK;
    const double target = refinement_factor * s->m.solution.residual;
    bool reached;
    TC_TRY(tc_implicit_refine(&s->m, target, s->change, s->right_side, &reached, ledger));
    if (!reached) break;
    TC_TRY(measure_change(s, &change, &largest));
  }
  s->m.uncertain = change > limit * largest;
  return TC_OK;
}

/* Collective. If the diffusion tensor jumps between cells, rows with small entries contribute so little to
 * the norm of the residual that the norm does not show their errors. Therefore the residual divided by the
 * diagonal must also be small compared to the values. If it is not, refines the solution. */
static tc_status check_rows(tc_implicit_step *s, tc_ledger *ledger) {
  const double limit = row_tolerance_factor * s->m.setting.options.solver.tolerance * s->size;
  double row_norm;
  if (s->m.contrast <= tc_implicit_contrast) return TC_OK;
  for (int k = 0; k < max_refinements && s->m.solution.reason == TC_REASON_converged; k++) {
    TC_TRY(tc_implicit_row_scaled_norm(&s->m, s->m.solver->r, s->change, &row_norm));
    if (!(row_norm > limit)) return check_values(s, ledger);
    const double target = refinement_margin * s->m.solution.residual * limit / row_norm;
    TC_TRY(tc_implicit_refine(&s->m, target, s->change, s->right_side, NULL, ledger));
  }
  return TC_OK;
}

/* Collective. Without forcing, sets the right-hand side to 0 if it is not larger than rounding errors. For a
 * constant field, R v consists of rounding errors only and must not change the field. */
static tc_status remove_rounding(tc_implicit_step *s, double initial_residual, double size) {
  const double limit = 4.0 * DBL_EPSILON * (1.0 + s->m.request.dt * s->m.setting.largest) * size;
  if (s->m.how.input || !isfinite(limit) || !(initial_residual <= limit)) return TC_OK;
  return TC_VECTOR_OPS(s->m.solver, s->m.solver->value, TC_VECTOR_FILL(0.0, s->right_side));
}

tc_status tc_implicit_step_add_change(tc_implicit_step *s) {
  tc_solver *solver = s->m.solver;
  const double previous_level = s->background.level;
  double mean, *ones = s->change, *d = solver->x, *w = s->distance, *flux_value = s->right_side;
  TC_TRY(tc_implicit_mean(&s->m, d, ones, &mean));
  const double mean_correction = s->m.conserves ? s->forcing_mean - mean : 0.0,
               level_shift = tc_background_follow(&s->background, mean + mean_correction, s->norm);
  return TC_VECTOR_OPS(solver, solver->value, TC_VECTOR_AXPY(mean_correction, ones, d),
                       TC_VECTOR_WAXPY(w, s->theta, d, flux_value),
                       TC_VECTOR_AXPY(previous_level, ones, flux_value), TC_VECTOR_AXPY(1.0, d, w),
                       TC_VECTOR_AXPY(-level_shift, ones, w), TC_VECTOR_FILL(s->background.level, s->next),
                       TC_VECTOR_AXPY(1.0, w, s->next));
}

tc_status tc_implicit_step_prepare(tc_implicit_step *s, const tc_step_request *request, double *residual,
                                   double *size, tc_ledger *ledger) {
  s->m.request = *request;
  TC_TRY(tc_implicit_set_scale(&s->m, -s->theta * request->dt));
  TC_TRY(tc_implicit_begin(&s->m, s->distance, s->change, ledger));
  TC_TRY(compute_right_side(s, ledger, residual, size));
  return remove_rounding(s, *residual, *size);
}

tc_status tc_implicit_step_solve(tc_implicit_step *s, double residual, double size, tc_ledger *ledger) {
  raise_to_rounding(s, &s->largest, &size);
  if (s->m.setting.options.relative_to_start) size = s->largest;
  TC_TRY(tc_implicit_solve(&s->m, s->right_side, residual, size, ledger));
  return check_rows(s, ledger);
}

static tc_status advance_implicit(void *ctx, const tc_step_request *request, tc_ledger *ledger) {
  tc_implicit_step *s = ctx;
  double residual, size;
  if (s->control) return tc_implicit_control_advance(s, request, ledger);
  TC_TRY(tc_implicit_step_prepare(s, request, &residual, &size, ledger));
  TC_TRY(tc_implicit_step_solve(s, residual, size, ledger));
  TC_TRY(tc_implicit_step_add_change(s));
  double *const previous = s->now;
  s->now = s->next;
  s->next = previous;
  tc_implicit_end(&s->m, ledger);
  return TC_OK;
}

static const tc_error_control_record *implicit_controlled(const void *ctx) {
  const tc_implicit_step *s = ctx;
  return s->control ? tc_implicit_control_record(s->control) : NULL;
}

static tc_status list_implicit_restart(void *ctx, tc_restart_list *list) {
  tc_implicit_step *s = ctx;
  const int32_t owned = s->m.how.problem->space->owned;
  TC_TRY(tc_restart_list_add_cells(list, s->now, owned, "field"));
  TC_TRY(tc_restart_list_add_cells(list, s->distance, owned, "integrator.distance"));
  TC_TRY(tc_restart_list_add_common(list, &s->background.level, 1, "integrator.level"));
  TC_TRY(tc_restart_list_add_common(list, &s->background.mean, 1, "integrator.mean"));
  TC_TRY(tc_restart_list_add_common(list, &s->largest, 1, "integrator.largest"));
  TC_TRY(tc_restart_list_add_common(list, &s->max_size, 1, "integrator.most_size"));
  TC_TRY(tc_implicit_list_restart(&s->m, list));
  return s->control ? tc_implicit_control_list_restart(s, list) : TC_OK;
}

static void resume_implicit(void *ctx) {
  tc_implicit_step *s = ctx;
  if (s->control) tc_implicit_control_resume(s);
}

static const double *implicit_value(const void *ctx) { return ((const tc_implicit_step *)ctx)->now; }

static const tc_operator *implicit_matrix(const void *ctx) {
  return ((const tc_implicit_step *)ctx)->m.solver->op;
}

static const double *implicit_previous_value(const void *ctx) {
  return ((const tc_implicit_step *)ctx)->next;
}

static const double *implicit_flux_value(const void *ctx) {
  return ((const tc_implicit_step *)ctx)->right_side;
}

static const double *implicit_change(const void *ctx) { return ((const tc_implicit_step *)ctx)->m.solver->x; }

static double implicit_unsolved_norm(const void *ctx) {
  return ((const tc_implicit_step *)ctx)->m.unsolved_norm;
}

const tc_integrator tc_integrator_implicit = {
    .name = "implicit",
    .summary = "theta scheme: large steps, each of which solves a system",
    .steps = true,
    .solves = true,
    .restart_format = 2,
    .create = create_implicit,
    .destroy = destroy_implicit,
    .load = load_implicit,
    .advance = advance_implicit,
    .controlled = implicit_controlled,
    .list_restart = list_implicit_restart,
    .resume = resume_implicit,
    .value = implicit_value,
    .matrix = implicit_matrix,
    .previous_value = implicit_previous_value,
    .flux_value = implicit_flux_value,
    .change = implicit_change,
    .unsolved_norm = implicit_unsolved_norm,
};
