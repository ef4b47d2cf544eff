/* Steady state in one step: solves R v + b + s = 0 for the field v, where R is the rate matrix, b the vector
 * computed from the boundary data, and s the source, both at t = 0. The unknown is the change d from the
 * initial field v_0, with (-R) d = R v_0 + b + s. A constant, the background, is subtracted from the stored
 * field (solve/problem/background.h). It is a mean of all boundary and outside values, or of the field if
 * there are none. A constant added to all data therefore changes neither the system nor its tolerances.
 *
 * If all boundary conditions are fluxes, a constant may be added to any solution, and a solution exists only
 * if inflow and outflow balance. The solution then retains the mean of the initial field. The norm of the
 * right-hand side may show that the background is closer to the solution than the initial field. The solve
 * then starts from the background, or from the mean of the initial field if it is conserved. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "solve/problem/background.h"
#include "solve/space/component_levels.h"
#include "solve/space/field.h"
#include "solve/step/implicit_internal.h"

#define TC_PHASE "preparing the steady state"

enum { NOW, BEGIN, DRIVE, RIGHT, ONE, ARRAYS };

/* Largest net inflow, relative to the sum of the absolute inflows and outflows, that counts as 0. */
static const double balanced = 1e-12;

/* If the user's tolerance is below rounding, the system is solved repeatedly with this tolerance. Each solve
 * is for the residual of the previous one, until the residual is not larger than rounding errors. */
static const double each_time = 1e-10;
enum { most_times = 20 };

/* Limits of check_rows: the norm of the residual divided by the diagonal may be up to `slack` times the
 * tolerance times steady.each. If it is larger by a factor f, another solve reduces the norm of the residual
 * by the factor f / margin. */
static const double slack = 4.0, margin = 1e-2;

/* The estimated error of a value may be up to this number times the tolerance times the largest value. */
static const double slack_of_values = 1e3;

typedef struct steady {
  tc_implicit m;
  tc_arena *arena;
  bool exact;     /* True if the user's tolerance is below rounding (see each_time). */
  int64_t solves; /* Number of linear solves so far. */
  int64_t round;  /* Number of rounds so far. A round performs at most one solve and checks its result. */
  int64_t inside; /* 1 while a solve is in progress, otherwise 0. */
  double
      each; /* Norm of b + s, or of the first residual if tolerances refer to it, divided by the diagonal. */
  double reference; /* Norm for the relative tolerance of the next solve; unused in the first. */
  tc_background background;
  double *now, *begin; /* [owned] `now` is the field minus the background, `begin` the initial field. */
  bool found;          /* True if `right` contains the solution; false if none is found yet. */
  tc_component_levels *levels; /* Corrects the mean in each mesh component; NULL if not needed. */
  double *drive;               /* [owned] Forcing b + s, which does not change. */
  double *right, *one;         /* [owned] `right` is the right-hand side, `one` is scratch. */
} steady;

static void split_arena(steady *s, const double *value) {
  const tc_vector *v = s->arena->vector;
  s->now = v[NOW].value;
  s->begin = v[BEGIN].value;
  s->drive = v[DRIVE].value;
  s->right = v[RIGHT].value;
  s->one = v[ONE].value;
  tc_vector_load(value, &s->arena->vector[BEGIN]);
}

/* ---- forcing ---- */

static tc_status check_balance(const steady *s, double net, double all) {
  const bool conserves = tc_physics_is_conservative(s->m.how.problem->physics);
  if (all == 0.0 && conserves)
    return tc_status_create(TC_NUMERICAL,
                            "steady state: nothing drives the field, because sources and fluxes at the "
                            "boundary are 0%s: set a source, or a boundary of kind value or exchange",
                            s->m.how.input ? " at t = 0" : "");
  if (!conserves)
    return tc_status_create(TC_NUMERICAL,
                            "steady state: the outflow by values and exchanges at the boundary is 0, or so "
                            "small against the conduction inside that rounding hides it: increase h");
  if (fabs(net) <= balanced * all) return TC_OK;
  const tc_labels *regions = s->m.how.problem->space->regions;
  double volume = 0.0;
  for (int32_t k = 0; k < regions->count; k++) volume += regions->size[k];
  return tc_status_create(TC_NUMERICAL,
                          "there is no steady state: the net inflow is %.6g per unit of time, and all "
                          "boundaries have fluxes: add %.17g to the source, or set a boundary of kind value "
                          "or exchange",
                          net, -net / volume);
}

/* Collective. Returns an error if the forcing is so small that it causes only values below TC_FIELD_MIN. */
static tc_status check_size(const steady *s) {
  const tc_ell *R = s->m.system.R;
  double most = fabs(s->background.level);
  for (int32_t i = 0; i < R->rows; i++)
    if (s->drive[i] != 0.0) most = fmax(most, fabs(s->drive[i] / R->diagonal[i]));
  TC_TRY(tc_world_max(s->m.system.world, &most, 1));
  if (most == 0.0 || !(most < TC_FIELD_MIN)) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "forcing: boundary data and sources are too small to compute with (they cause "
                          "values of %.2g): use a smaller unit",
                          most);
}

/* Collective. Computes s->drive = b + s. Returns an error if no steady state exists. */
static tc_status find_drive(steady *s, tc_ledger *ledger) {
  const tc_space *space = s->m.how.problem->space;
  double net, all;
  memset(s->drive, 0, (size_t)space->owned * sizeof *s->drive);
  if (s->m.how.input) {
    tc_forcing_set_level(s->m.how.input, s->background.level);
    TC_TRY(tc_forcing_add(s->m.how.input, 0.0, 1.0, s->begin, s->drive, ledger));
    TC_TRY(tc_forcing_check_finite(s->m.how.input));
  }
  TC_TRY(check_size(s));
  TC_TRY(tc_field_integral(space, s->drive, &net));
  for (int32_t i = 0; i < space->owned; i++) s->one[i] = fabs(s->drive[i]);
  TC_TRY(tc_field_integral(space, s->one, &all));
  if (s->m.conserves) return check_balance(s, net, all);
  /* Without forcing the solution equals the background everywhere. */
  if (all == 0.0 && !s->inside) memset(s->now, 0, (size_t)space->owned * sizeof *s->now);
  return TC_OK;
}

/* ---- setup and end ---- */

/* Collective. `status` is the error of a failed setup. If the setup failed because no steady state exists,
 * frees `status` and returns an error that states this. Otherwise returns `status`. */
static tc_status explain_failure(steady *s, tc_status status) {
  tc_ledger ledger = {0};
  if (tc_status_code(status) != TC_NUMERICAL || !s->m.conserves) return status;
  const tc_status cause = find_drive(s, &ledger);
  if (!cause) return status;
  tc_status_free(&status);
  return cause;
}

static tc_status create_steady(const tc_integrator_setup *how, const double *value, void **ctx) {
  const tc_space *space = how->problem->space;
  tc_implicit_steps setting =
      how->implicit ? *how->implicit : (tc_implicit_steps){.options = tc_implicit_options_default()};
  tc_integrator_setup own = *how;
  steady *s = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  *ctx = s;
  if (how->input) TC_TRY(tc_forcing_check_steady(how->input));
  const double asked = setting.options.solver.tolerance;
  s->exact = asked < DBL_EPSILON && setting.options.solver.absolute == 0.0;
  if (s->exact) {
    setting.options.solver.tolerance = each_time;
    setting.options.relative_to_start = true;
  }
  own.implicit = &setting;
  TC_TRY(tc_arena_create(space->world, false, ARRAYS, space->owned, 0, &s->arena));
  split_arena(s, value);
  if (how->input) tc_forcing_set_theta(how->input, 0.0);
  TC_TRY(tc_background_of_data(how->problem, how->input, value, s->now, &s->background));
  const tc_status status = tc_implicit_init(&own, 0.0, -1.0, &s->m);
  s->m.how.implicit = NULL;
  s->m.steady = true;
  s->m.requested_tolerance = asked;
  if (setting.record) setting.record->requested_tolerance = asked;
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
  TC_TRY(tc_implicit_mean(&s->m, x, s->one, &mean));
  return TC_VECTOR_OPS(s->m.solver, s->m.solver->value, TC_VECTOR_AXPY(-mean, s->one, x));
}

/* Collective. Computes the right-hand side s->right = R v + b + s. On entry s->right contains -R v. Also
 * computes *first, the norm of s->right, and *size, the norm of b + s. */
static tc_status compute_right_side(steady *s, double *first, double *size) {
  tc_solver *solver = s->m.solver;
  const int small = tc_solver_dot_index(solver, 0), large = tc_solver_dot_index(solver, 1);
  double *dot = solver->value;
  TC_TRY(TC_VECTOR_OPS(solver, dot, TC_VECTOR_AYPX(s->drive, -1.0, s->right)));
  TC_TRY(remove_mean(s, s->right));
  TC_TRY(TC_VECTOR_OPS(solver, dot, TC_VECTOR_DOT(small, s->right, s->right),
                       TC_VECTOR_DOT(large, s->drive, s->drive)));
  *first = sqrt(dot[small]);
  *size = sqrt(dot[large]);
  return TC_OK;
}

/* Collective. Sets `*out` to true if every entry of the right-hand side is at most the bound of its rounding
 * error (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1). */
static tc_status is_rounding(const steady *s, bool *out) {
  const tc_ell *R = s->m.system.R;
  double largest = 0.0, beyond = 0.0;
  for (int32_t i = 0; i < R->rows; i++) largest = fmax(largest, fabs(s->now[i]));
  TC_TRY(tc_world_max(s->m.system.world, &largest, 1));
  for (int32_t i = 0; i < R->rows; i++) {
    double terms = fabs(R->diagonal[i]);
    for (int64_t e = (int64_t)i * R->width; e < ((int64_t)i + 1) * R->width; e++) terms += fabs(R->value[e]);
    const double most = (R->width + 2) * DBL_EPSILON * (terms * largest + fabs(s->drive[i]));
    if (!(fabs(s->right[i]) <= most)) beyond = 1.0;
  }
  TC_TRY(tc_world_max(s->m.system.world, &beyond, 1));
  *out = beyond == 0.0;
  return TC_OK;
}

/* Collective. Adds the solution to the field. Preserves the mean if there is no outflow. */
static tc_status add_change(steady *s) {
  tc_solver *solver = s->m.solver;
  TC_TRY(remove_mean(s, solver->x));
  return TC_VECTOR_OPS(solver, solver->value, TC_VECTOR_AXPY(1.0, solver->x, s->now));
}

/* Collective. Replaces the initial field by a constant: the background, or the mean of the initial field if
 * the mean is conserved. The right-hand side is then b + s, whose norm is `size`. */
static tc_status start_from_mean(steady *s, double size, double *first) {
  tc_solver *solver = s->m.solver;
  double mean = 0.0;
  if (s->m.conserves) TC_TRY(tc_implicit_mean(&s->m, s->now, s->one, &mean));
  TC_TRY(
      TC_VECTOR_OPS(solver, solver->value, TC_VECTOR_FILL(mean, s->now), TC_VECTOR_COPY(s->drive, s->right)));
  *first = size;
  return remove_mean(s, s->right);
}

/* Collective. At jumps of the tensor, the norm of the residual hides errors in rows with small entries.
 * Therefore the residual divided by the diagonal must also meet the tolerance times `slack`. If it does not,
 * sets *done to false and s->reference for another solve. */
static tc_status check_rows(steady *s, bool *done) {
  const tc_solve_result *solution = &s->m.solution;
  const double tolerance = s->m.setting.options.solver.tolerance;
  double left;
  *done = true;
  if (solution->reason != TC_REASON_converged) return TC_OK;
  if (s->solves == 1)
    TC_TRY(tc_implicit_row_scaled_norm(&s->m, s->m.setting.options.relative_to_start ? s->right : s->drive,
                                       s->one, &s->each));
  TC_TRY(tc_implicit_row_scaled_norm(&s->m, s->m.solver->r, s->one, &left));
  *done = !(left > slack * tolerance * s->each);
  s->reference = margin * solution->residual * s->each / left;
  return TC_OK;
}

static tc_status find_largest(const steady *s, const double *x, double *out) {
  *out = 0.0;
  for (int32_t i = 0; i < s->m.system.R->rows; i++) *out = fmax(*out, fabs(x[i]));
  return tc_world_max(s->m.system.world, out, 1);
}

/* Collective. If the mean of the field in a component of the mesh is wrong by more than `most`, corrects the
 * means of all components and sets `*right` to false. */
static tc_status shift_levels(steady *s, double most, bool *right) {
  double off = 0.0;
  if (s->levels) TC_TRY(tc_component_levels_compute(s->levels, s->m.solver->r, &off));
  *right = off <= most;
  if (!*right) tc_component_levels_apply(s->levels, s->now);
  return TC_OK;
}

/* Collective. If the contrast (largest / smallest diagonal entry) is large, sets *right to false if the last
 * solve has changed a value by more than `most`. The change is an estimate of the error. */
static tc_status check_change(const steady *s, double most, bool *right) {
  double change;
  *right = true;
  if (s->m.contrast <= tc_implicit_contrast) return TC_OK;
  TC_TRY(find_largest(s, s->m.solver->x, &change));
  *right = change <= most;
  return TC_OK;
}

/* Collective. If values may be wrong although the residual is small, sets *done to false and s->reference for
 * another solve. */
static tc_status check_values(steady *s, bool *done) {
  const double tolerance = fmax(s->m.setting.options.solver.tolerance, DBL_EPSILON);
  double largest;
  bool level, value;
  if (s->exact || s->m.solution.reason != TC_REASON_converged) return TC_OK;
  TC_TRY(find_largest(s, s->now, &largest));
  TC_TRY(shift_levels(s, slack_of_values * tolerance * largest, &level));
  TC_TRY(check_change(s, slack_of_values * tolerance * largest, &value));
  if (level && value) return TC_OK;
  const double reference = margin * s->m.solution.residual / tolerance;
  s->reference = *done ? reference : fmin(s->reference, reference);
  *done = false;
  return TC_OK;
}

/* Collective. Adds the last solution to the field. Sets *done to true if no further solve is needed. */
static tc_status accept_solution(steady *s, tc_ledger *ledger, bool *done) {
  s->inside = false;
  if (!tc_reason_solved(s->m.solution.reason))
    *done = true; /* The solve is incomplete but accepted by the user's options, so no other solve follows. */
  if (!s->exact) TC_TRY(check_rows(s, done));
  TC_TRY(add_change(s));
  TC_TRY(check_values(s, done));
  tc_implicit_end(&s->m, ledger);
  return TC_OK;
}

/* Collective. Continues the solve that was in progress when the checkpoint was written. */
static tc_status resume_solve(steady *s, tc_ledger *ledger, bool *done) {
  TC_TRY(tc_implicit_resume(&s->m, s->right, ledger));
  return accept_solution(s, ledger, done);
}

static tc_status solve_steady(steady *s, tc_ledger *ledger, bool *done) {
  double first, size;
  TC_TRY(tc_implicit_begin(&s->m, s->now, s->right, ledger));
  TC_TRY(compute_right_side(s, &first, &size));
  if (!(first <= size)) TC_TRY(start_from_mean(s, size, &first));
  if (s->exact || s->solves > 0) TC_TRY(is_rounding(s, done));
  if (*done) return TC_OK;
  if (s->solves++ > 0) size = s->reference;
  s->inside = true;
  TC_TRY(tc_implicit_solve(&s->m, s->right, first, s->exact ? 0.0 : size, ledger));
  return accept_solution(s, ledger, done);
}

/* Computes the field, which is s->now plus the level of the background, and stores it in s->right. */
static void find_field(steady *s) {
  for (int32_t i = 0; i < s->m.system.R->rows; i++) s->right[i] = s->background.level + s->now[i];
  s->found = true;
}

static tc_status advance_steady(void *ctx, tc_ledger *ledger) {
  steady *s = ctx;
  bool done = false;
  TC_TRY(find_drive(s, ledger));
  for (; s->round < most_times && !done; s->round++)
    TC_TRY(s->inside ? resume_solve(s, ledger, &done) : solve_steady(s, ledger, &done));
  if (done) find_field(s);
  if (done) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "no steady state was found: the field grows without bound, or until rounding hides "
                          "inflow and outflow: check the sources and the boundary conditions");
}

/* Lists the restart data of a solve in progress. A resumed run computes the forcing again. */
static tc_status list_solve_restart(steady *s, tc_restart_list *list) {
  TC_TRY(tc_restart_list_add_integer(list, &s->inside, "steady.inside"));
  TC_TRY(tc_restart_list_add_integer(list, &s->solves, "steady.solves"));
  TC_TRY(tc_restart_list_add_integer(list, &s->round, "steady.round"));
  TC_TRY(tc_restart_list_add_common(list, &s->each, 1, "steady.each"));
  TC_TRY(tc_restart_list_add_common(list, &s->reference, 1, "steady.reference"));
  TC_TRY(tc_restart_list_add_cells(list, s->right, s->m.how.problem->space->owned, "steady.right"));
  return tc_implicit_list_solve_restart(&s->m, list);
}

static tc_status list_steady_restart(void *ctx, tc_restart_list *list) {
  steady *s = ctx;
  const int32_t owned = s->m.how.problem->space->owned;
  TC_TRY(tc_restart_list_add_cells(list, s->found ? s->right : s->begin, owned, "field"));
  TC_TRY(tc_restart_list_add_cells(list, s->now, owned, "integrator.distance"));
  TC_TRY(tc_restart_list_add_common(list, &s->background.level, 1, "integrator.level"));
  TC_TRY(tc_implicit_list_restart(&s->m, list));
  if (!list->is_reading && !s->inside) return TC_OK;
  list->optional = list->is_reading; /* Checkpoints between two solves lack these items. */
  const tc_status status = list_solve_restart(s, list);
  list->optional = false;
  return status;
}

static const double *steady_value(const void *ctx) {
  const steady *s = ctx;
  return s->found ? s->right : s->begin;
}

static const tc_operator *steady_matrix(const void *ctx) { return ((const steady *)ctx)->m.solver->op; }

static const double *steady_previous_value(const void *ctx) { return ((const steady *)ctx)->begin; }

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
