/* Steady state in one step: solves R v + b + s = 0 for the field v, where R is the rate matrix, b the vector
 * computed from the boundary data, and s the source, both at t = 0. The unknown is the change d from the
 * initial field v_0, with (-R) d = R v_0 + b + s. A constant, the background, is subtracted from the stored
 * field (solve/problem/background.h). The background is a mean of the prescribed boundary values, or of the
 * field if there are none. A constant added to all data thus changes neither system nor tolerances.
 *
 * If all boundary conditions are fluxes, a solution exists only if they balance. Any constant may be added to
 * it, so the solution with the mean of the initial field is computed. If |R v_0 + b + s| > |b + s|, the solve
 * starts from a constant instead of v_0 (start_from_mean). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "solve/problem/background.h"
#include "solve/space/component_levels.h"
#include "solve/space/field.h"
#include "solve/step/implicit_internal.h"

#define TC_PHASE "preparing the steady state"

enum { DISTANCE, INITIAL, FORCING, RIGHT_SIDE, ONES, ARRAYS };

/* Largest net inflow, relative to the sum of the absolute inflows and outflows, that counts as 0. */
static const double max_relative_imbalance = 1e-12;

/* If the user's tolerance is below rounding, the system is solved repeatedly with this tolerance. Each solve
 * is for the residual of the previous one, until the residual is not larger than rounding errors. */
static const double exact_solve_tolerance = 1e-10;
enum { max_rounds = 20 };

/* Limits of check_rows. The norm of residual / diagonal may be `row_tolerance_factor` times the tolerance
 * times `forcing_row_norm`. If it is f times larger, another solve reduces it by f / refinement_margin. */
static const double row_tolerance_factor = 4.0, refinement_margin = 1e-2;

/* The estimated error of a value may be up to this number times the tolerance times the largest value. */
static const double value_tolerance_factor = 1e3;

typedef struct steady {
  tc_implicit m;
  tc_arena *arena;
  bool is_exact;      /* True if the user's tolerance is below rounding (see exact_solve_tolerance). */
  int64_t solves;     /* Number of linear solves so far. */
  int64_t round;      /* Number of rounds so far. A round performs at most one solve and checks its result. */
  int64_t is_solving; /* 1 while a solve is in progress, otherwise 0. */
  double forcing_row_norm; /* Norm of (b + s) / diagonal, or of the first residual / diagonal. */
  double reference;        /* Norm to which the tolerance of the second and later solves is relative. */
  tc_background background;
  double *distance;            /* [owned] The field minus the background. */
  double *initial;             /* [owned] The initial field. */
  bool is_found;               /* True if `right_side` contains the solution; false if none is found yet. */
  tc_component_levels *levels; /* Corrects the mean in each mesh component; NULL if not needed. */
  double *forcing;             /* [owned] Forcing b + s, which does not change. */
  double *right_side, *ones;   /* [owned] `ones` is scratch. */
} steady;

static void assign_vectors(steady *s, const double *value) {
  const tc_vector *v = s->arena->vector;
  s->distance = v[DISTANCE].value;
  s->initial = v[INITIAL].value;
  s->forcing = v[FORCING].value;
  s->right_side = v[RIGHT_SIDE].value;
  s->ones = v[ONES].value;
  tc_vector_load(value, &s->arena->vector[INITIAL]);
}

/* ---- forcing ---- */

static tc_status check_balance(const steady *s, double net_inflow, double gross_inflow) {
  const bool conserves = tc_physics_is_conservative(s->m.how.problem->physics);
  if (gross_inflow == 0.0 && conserves)
    return tc_status_create(TC_NUMERICAL,
                            "steady state: is a constant field, because sources and fluxes at the boundary "
                            "are 0%s: set a source, or a boundary of kind value or exchange",
                            s->m.how.input ? " at t = 0" : "");
  if (!conserves)
    return tc_status_create(TC_NUMERICAL, "steady state: the flow through boundaries of kind value or "
                                          "exchange is 0, or so small compared with the conduction inside "
                                          "the mesh that it is below rounding: increase h");
  if (fabs(net_inflow) <= max_relative_imbalance * gross_inflow) return TC_OK;
  const tc_labels *regions = s->m.how.problem->space->regions;
  double volume = 0.0;
  for (int32_t k = 0; k < regions->count; k++) volume += regions->size[k];
  return tc_status_create(TC_NUMERICAL,
                          "there is no steady state: the net inflow is %.6g per unit of time, and no "
                          "boundary has kind value or exchange to balance it: add %.17g to the source, or "
                          "set a boundary of kind value or exchange",
                          net_inflow, -net_inflow / volume);
}

/* Collective. Returns an error if the forcing is so small that it causes only values below TC_FIELD_MIN. */
static tc_status check_forcing_size(const steady *s) {
  const tc_ell *R = s->m.system.R;
  double largest = fabs(s->background.level);
  for (int32_t i = 0; i < R->rows; i++)
    if (s->forcing[i] != 0.0) largest = fmax(largest, fabs(s->forcing[i] / R->diagonal[i]));
  TC_TRY(tc_world_max(s->m.system.world, &largest, 1));
  if (largest == 0.0 || !(largest < TC_FIELD_MIN)) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "forcing: boundary data and sources are too small (the field would have values of "
                          "%.2g): use a smaller unit",
                          largest);
}

/* Collective. Computes s->forcing = b + s. Returns an error if no steady state exists. */
static tc_status compute_forcing(steady *s, tc_ledger *ledger) {
  const tc_space *space = s->m.how.problem->space;
  double net_inflow, gross_inflow;
  memset(s->forcing, 0, (size_t)space->owned * sizeof *s->forcing);
  if (s->m.how.input) {
    tc_forcing_set_level(s->m.how.input, s->background.level);
    TC_TRY(tc_forcing_add(s->m.how.input, 0.0, 1.0, s->initial, s->forcing, ledger));
    TC_TRY(tc_forcing_check_finite(s->m.how.input));
  }
  TC_TRY(check_forcing_size(s));
  TC_TRY(tc_field_integral(space, s->forcing, &net_inflow));
  for (int32_t i = 0; i < space->owned; i++) s->ones[i] = fabs(s->forcing[i]);
  TC_TRY(tc_field_integral(space, s->ones, &gross_inflow));
  if (s->m.conserves) return check_balance(s, net_inflow, gross_inflow);
  /* Without forcing the solution equals the background everywhere, so the distances from it are 0. */
  if (gross_inflow == 0.0 && !s->is_solving)
    memset(s->distance, 0, (size_t)space->owned * sizeof *s->distance);
  return TC_OK;
}

/* ---- setup and end ---- */

/* Collective. `status` is the error of a failed setup. If the setup failed because no steady state exists,
 * frees `status` and returns an error that states this. Otherwise returns `status`. */
static tc_status explain_failure(steady *s, tc_status status) {
  tc_ledger ledger = {0};
  if (tc_status_code(status) != TC_NUMERICAL || !s->m.conserves) return status;
  const tc_status cause = compute_forcing(s, &ledger);
  if (!cause) return status;
  tc_status_free(&status);
  return cause;
}

static tc_status create_steady(const tc_integrator_setup *setup, const double *value, void **ctx) {
  const tc_space *space = setup->problem->space;
  tc_implicit_steps setting =
      setup->implicit ? *setup->implicit : (tc_implicit_steps){.options = tc_implicit_options_default()};
  tc_integrator_setup steady_setup = *setup;
  steady *s = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  *ctx = s;
  if (setup->input) TC_TRY(tc_forcing_check_steady(setup->input));
  const double requested = setting.options.solver.tolerance;
  s->is_exact = requested < DBL_EPSILON && setting.options.solver.absolute == 0.0;
  if (s->is_exact) {
    setting.options.solver.tolerance = exact_solve_tolerance;
    setting.options.relative_to_start = true;
  }
  steady_setup.implicit = &setting;
  TC_TRY(tc_arena_create(space->world, false, ARRAYS, space->owned, 0, &s->arena));
  assign_vectors(s, value);
  if (setup->input) tc_forcing_set_theta(setup->input, 0.0);
  TC_TRY(tc_background_of_data(setup->problem, setup->input, value, s->distance, &s->background));
  const tc_status status = tc_implicit_init(&steady_setup, 0.0, -1.0, &s->m);
  s->m.how.implicit = NULL;
  s->m.steady = true;
  s->m.requested_tolerance = requested;
  if (setting.record) setting.record->requested_tolerance = requested;
  if (status) return explain_failure(s, status);
  return tc_component_levels_create(space, s->m.system.R, &s->levels);
}

static void destroy_steady(void *ctx) {
  steady *s = ctx;
  if (!s) return;
  tc_arena_destroy(&s->arena);
  tc_component_levels_destroy(&s->levels);
  tc_implicit_free(&s->m);
  tc_free(s);
}

/* ---- solve ---- */

/* Collective. Subtracts from x its mean, which is due to rounding, if nothing flows out through the boundary.
 * Otherwise does nothing. */
static tc_status remove_mean(steady *s, double *x) {
  double mean;
  if (!s->m.conserves) return TC_OK;
  TC_TRY(tc_implicit_mean(&s->m, x, s->ones, &mean));
  return TC_VECTOR_OPS(s->m.solver, s->m.solver->value, TC_VECTOR_AXPY(-mean, s->ones, x));
}

/* Collective. Computes the right-hand side s->right_side = R v + b + s. On entry s->right_side contains -R
 * v. Also computes *initial_residual, the norm of s->right_side, and *size, the norm of b + s. */
static tc_status compute_right_side(steady *s, double *initial_residual, double *size) {
  tc_solver *solver = s->m.solver;
  const int small = tc_solver_dot_index(solver, 0), large = tc_solver_dot_index(solver, 1);
  double *dot = solver->value;
  TC_TRY(TC_VECTOR_OPS(solver, dot, TC_VECTOR_AYPX(s->forcing, -1.0, s->right_side)));
  TC_TRY(remove_mean(s, s->right_side));
  TC_TRY(TC_VECTOR_OPS(solver, dot, TC_VECTOR_DOT(small, s->right_side, s->right_side),
                       TC_VECTOR_DOT(large, s->forcing, s->forcing)));
  *initial_residual = sqrt(dot[small]);
  *size = sqrt(dot[large]);
  return TC_OK;
}

/* Collective. Sets `*out` to true if every entry of the right-hand side is at most the bound of the rounding
 * error of this entry (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1). */
static tc_status is_rounding(const steady *s, bool *out) {
  const tc_ell *R = s->m.system.R;
  double largest = 0.0, exceeds = 0.0;
  for (int32_t i = 0; i < R->rows; i++) largest = fmax(largest, fabs(s->distance[i]));
  TC_TRY(tc_world_max(s->m.system.world, &largest, 1));
  for (int32_t i = 0; i < R->rows; i++) {
    double terms = fabs(R->diagonal[i]);
    for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++) terms += fabs(R->value[e]);
    const double limit = (tc_ell_length(R, i) + 2) * DBL_EPSILON * (terms * largest + fabs(s->forcing[i]));
    if (!(fabs(s->right_side[i]) <= limit)) exceeds = 1.0;
  }
  TC_TRY(tc_world_max(s->m.system.world, &exceeds, 1));
  *out = exceeds == 0.0;
  return TC_OK;
}

/* Collective. Adds the solution to the field. Preserves the mean of the field if there is no outflow. */
static tc_status add_change(steady *s) {
  tc_solver *solver = s->m.solver;
  TC_TRY(remove_mean(s, solver->x));
  return TC_VECTOR_OPS(solver, solver->value, TC_VECTOR_AXPY(1.0, solver->x, s->distance));
}

/* Collective. Replaces the initial field by a constant: the background, or the mean of the initial field if
 * the mean is conserved. The right-hand side is then b + s, whose norm is `size`. */
static tc_status start_from_mean(steady *s, double size, double *initial_residual) {
  tc_solver *solver = s->m.solver;
  double mean = 0.0;
  if (s->m.conserves) TC_TRY(tc_implicit_mean(&s->m, s->distance, s->ones, &mean));
  TC_TRY(TC_VECTOR_OPS(solver, solver->value, TC_VECTOR_FILL(mean, s->distance),
                       TC_VECTOR_COPY(s->forcing, s->right_side)));
  *initial_residual = size;
  return remove_mean(s, s->right_side);
}

/* Collective. If the residual divided by the diagonal is too large, sets *done to false and s->reference for
 * another solve. At jumps of the tensor, the norm of the residual hides errors in rows with small entries. */
static tc_status check_rows(steady *s, bool *done) {
  const tc_solve_result *solution = &s->m.solution;
  const double tolerance = s->m.setting.options.solver.tolerance;
  double row_norm;
  *done = true;
  if (solution->reason != TC_REASON_converged) return TC_OK;
  if (s->solves == 1)
    TC_TRY(tc_implicit_row_scaled_norm(&s->m,
                                       s->m.setting.options.relative_to_start ? s->right_side : s->forcing,
                                       s->ones, &s->forcing_row_norm));
  TC_TRY(tc_implicit_row_scaled_norm(&s->m, s->m.solver->r, s->ones, &row_norm));
  *done = !(row_norm > row_tolerance_factor * tolerance * s->forcing_row_norm);
  s->reference = refinement_margin * solution->residual * s->forcing_row_norm / row_norm;
  return TC_OK;
}

static tc_status compute_largest(const steady *s, const double *x, double *out) {
  *out = 0.0;
  for (int32_t i = 0; i < s->m.system.R->rows; i++) *out = fmax(*out, fabs(x[i]));
  return tc_world_max(s->m.system.world, out, 1);
}

/* Collective. If the mean of the field in a component of the mesh is wrong by more than `limit`, corrects the
 * means of all components and sets *is_accurate to false. */
static tc_status shift_levels(steady *s, double limit, bool *is_accurate) {
  double largest_shift = 0.0;
  if (s->levels) TC_TRY(tc_component_levels_compute(s->levels, s->m.solver->r, &largest_shift));
  *is_accurate = largest_shift <= limit;
  if (!*is_accurate) tc_component_levels_apply(s->levels, s->distance);
  return TC_OK;
}

/* Collective. If the contrast (largest / smallest diagonal entry) is large, sets *is_accurate to false if the
 * last solve has changed a value by more than `limit`. The change is an estimate of the error. */
static tc_status check_change(const steady *s, double limit, bool *is_accurate) {
  double change;
  *is_accurate = true;
  if (s->m.contrast <= tc_implicit_contrast) return TC_OK;
  TC_TRY(compute_largest(s, s->m.solver->x, &change));
  *is_accurate = change <= limit;
  return TC_OK;
}

/* Collective. If values may be wrong, sets *done and s->reference for another solve, as check_rows does. */
static tc_status check_values(steady *s, bool *done) {
  const double tolerance = fmax(s->m.setting.options.solver.tolerance, DBL_EPSILON);
  double largest;
  bool level, value;
  if (s->is_exact || s->m.solution.reason != TC_REASON_converged) return TC_OK;
  TC_TRY(compute_largest(s, s->distance, &largest));
  TC_TRY(shift_levels(s, value_tolerance_factor * tolerance * largest, &level));
  TC_TRY(check_change(s, value_tolerance_factor * tolerance * largest, &value));
  if (level && value) return TC_OK;
  const double reference = refinement_margin * s->m.solution.residual / tolerance;
  s->reference = *done ? reference : fmin(s->reference, reference);
  *done = false;
  return TC_OK;
}

/* Collective. Adds the last solution to the field. Sets *done to true if no further solve is needed. */
static tc_status accept_solution(steady *s, tc_ledger *ledger, bool *done) {
  s->is_solving = false;
  /* If the solve is incomplete, the user's options accept its result, so no further solve follows. */
  if (!tc_reason_is_solved(s->m.solution.reason)) *done = true;
  if (!s->is_exact) TC_TRY(check_rows(s, done));
  TC_TRY(add_change(s));
  TC_TRY(check_values(s, done));
  tc_implicit_end(&s->m, ledger);
  return TC_OK;
}

/* Collective. Continues the solve that was in progress when the checkpoint was written. */
static tc_status resume_solve(steady *s, tc_ledger *ledger, bool *done) {
  TC_TRY(tc_implicit_resume(&s->m, s->right_side, ledger));
  return accept_solution(s, ledger, done);
}

static tc_status solve_steady(steady *s, tc_ledger *ledger, bool *done) {
  double initial_residual, size;
  TC_TRY(tc_implicit_begin(&s->m, s->distance, s->right_side, ledger));
  TC_TRY(compute_right_side(s, &initial_residual, &size));
  if (!(initial_residual <= size)) TC_TRY(start_from_mean(s, size, &initial_residual));
  if (s->is_exact || s->solves > 0) TC_TRY(is_rounding(s, done));
  if (*done) return TC_OK;
  if (s->solves++ > 0) size = s->reference;
  s->is_solving = true;
  TC_TRY(tc_implicit_solve(&s->m, s->right_side, initial_residual, s->is_exact ? 0.0 : size, ledger));
  return accept_solution(s, ledger, done);
}

/* Stores the solution, s->distance plus the background, in s->right_side. */
static void compute_field(steady *s) {
  for (int32_t i = 0; i < s->m.system.R->rows; i++) s->right_side[i] = s->background.level + s->distance[i];
  s->is_found = true;
}

static tc_status advance_steady(void *ctx, const tc_step_request *unused, tc_ledger *ledger) {
  (void)unused;
  steady *s = ctx;
  bool done = false;
  TC_TRY(compute_forcing(s, ledger));
  for (; s->round < max_rounds && !done; s->round++)
    TC_TRY(s->is_solving ? resume_solve(s, ledger, &done) : solve_steady(s, ledger, &done));
  if (done) compute_field(s);
  if (done) return TC_OK;
  return tc_status_create(TC_NUMERICAL, "no steady state was found: the field grows without bound, or until "
                                        "rounding exceeds inflow and outflow: use smaller sources, a "
                                        "boundary of kind value or a larger h");
}

/* Lists the restart data of a solve in progress. A resumed run computes the forcing again. */
static tc_status list_solve_restart(steady *s, tc_restart_list *list) {
  TC_TRY(tc_restart_list_add_integer(list, &s->is_solving, "steady.inside"));
  TC_TRY(tc_restart_list_add_integer(list, &s->solves, "steady.solves"));
  TC_TRY(tc_restart_list_add_integer(list, &s->round, "steady.round"));
  TC_TRY(tc_restart_list_add_common(list, &s->forcing_row_norm, 1, "steady.each"));
  TC_TRY(tc_restart_list_add_common(list, &s->reference, 1, "steady.reference"));
  TC_TRY(tc_restart_list_add_cells(list, s->right_side, s->m.how.problem->space->owned, "steady.right"));
  return tc_implicit_list_solve_restart(&s->m, list);
}

static tc_status list_steady_restart(void *ctx, tc_restart_list *list) {
  steady *s = ctx;
  const int32_t owned = s->m.how.problem->space->owned;
  TC_TRY(tc_restart_list_add_cells(list, s->is_found ? s->right_side : s->initial, owned, "field"));
  TC_TRY(tc_restart_list_add_cells(list, s->distance, owned, "integrator.distance"));
  TC_TRY(tc_restart_list_add_common(list, &s->background.level, 1, "integrator.level"));
  TC_TRY(tc_implicit_list_restart(&s->m, list));
  if (!list->is_reading && !s->is_solving) return TC_OK;
  /* Checkpoints that are written between two solves lack these items. */
  list->optional = list->is_reading;
  const tc_status status = list_solve_restart(s, list);
  list->optional = false;
  return status;
}

static const double *steady_value(const void *ctx) {
  const steady *s = ctx;
  return s->is_found ? s->right_side : s->initial;
}

static const tc_operator *steady_matrix(const void *ctx) { return ((const steady *)ctx)->m.solver->op; }

static const double *steady_previous_value(const void *ctx) { return ((const steady *)ctx)->initial; }

const tc_integrator tc_integrator_steady = {
    .name = "steady",
    .summary = "no steps: solves one system for the steady field",
    .solves = true,
    .restart_format = 2,
    .create = create_steady,
    .destroy = destroy_steady,
    .advance = advance_steady,
    .list_restart = list_steady_restart,
    .value = steady_value,
    .matrix = steady_matrix,
    .previous_value = steady_previous_value,
    .flux_value = steady_value,
};
