/* The theta scheme, solved for the change d of a step:
 *
 *   (I - theta dt R) d = dt (R v + b + s),   v' = v + d
 *
 * Boundary data are weighted in time like R v, (1 - theta) g(t) + theta g(t + dt), and so is a source s that
 * reads neither v nor states. Other sources and all states are those of the beginning of the step. The system
 * is solved until its residual is small compared to the right-hand side of the system for v', which is v + (1
 * - theta) dt R v + dt (b + s).
 *
 * The field is stored as distances w from a background near its mean (solve/problem/background.h), and b
 * refers to that background too. A constant added to all data therefore changes neither a system nor the
 * rounding of a step. The field v is w plus the level, rounded after each step for output and for sources.
 *
 * If nothing leaves through the boundary, the integral of d equals that of dt (b + s), because R v has no
 * integral. The step gives d that mean, which solves for the constant mode and conserves the integral at any
 * tolerance. (The mean of the residual would give the same up to the rounding of dt R d.) */
#include <float.h>
#include <math.h>

#include "base/core/memory.h"
#include "solve/problem/background.h"
#include "solve/step/implicit_internal.h"

#define TC_PHASE "preparing the steps"

enum { DISTANCE, NOW, NEXT, CHANGE, RIGHT, ARRAYS };

/* Limits of the check by rows. In a matrix with large contrast, the residual divided by the diagonal may be
 * `slack` tolerances. If it is larger, the step solves again with a target that is smaller by that ratio and
 * by `margin`. */
static const double slack = 4.0, margin = 1e-1;
enum { most_times = 20 };

/* Limits of the check of values. Above the contrast `extreme`, values may be wrong by `slack_of_values`
 * tolerances of the largest value, as estimated from the last solve. Below that contrast no wrong values were
 * found. */
static const double extreme = 1e4, slack_of_values = 1e3, two_digits = 1e-2;

typedef struct implicit {
  tc_implicit m;
  tc_arena *arena;
  double theta;
  tc_background background;
  double *distance;   /* [owned] Field minus the level of the background. */
  double *now, *next; /* [owned] `now` is the field; `next` is scratch during a step and the previous field
                         after it. */
  double *change, *right; /* [owned] `change` holds theta dt R v, then other values. `right` is the right-hand
                             side, and (1 - theta) v + theta v' after a step. */
  double entered;         /* Mean of dt (b + s) over the mesh. */
  double norm;            /* Norm of the distances at the beginning of the step. */
  double largest;         /* Largest norm of a right-hand side for v' so far. */
  double size, most_size; /* Size of the values, or of their first change if the tolerance refers to that; and
                             the largest size so far. */
} implicit;

static tc_status create_implicit(const tc_integrator_setup *how, const double *value, void **ctx) {
  const tc_space *space = how->problem->space;
  implicit *s = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  *ctx = s;
  s->theta = how->implicit ? how->implicit->options.theta : tc_implicit_options_default().theta;
  TC_TRY(tc_implicit_init(how, 1.0, -s->theta * how->dt, &s->m));
  TC_TRY(tc_arena_create(space->world, false, ARRAYS, space->owned, 0, &s->arena));
  s->distance = s->arena->vector[DISTANCE].value;
  s->now = s->arena->vector[NOW].value;
  s->next = s->arena->vector[NEXT].value;
  s->change = s->arena->vector[CHANGE].value;
  s->right = s->arena->vector[RIGHT].value;
  tc_vector_load(value, &s->arena->vector[NOW]);
  if (how->input) tc_forcing_set_theta(how->input, s->theta);
  return tc_background_of_field(how->problem, how->input, value, s->distance, &s->background);
}

static void destroy_implicit(void *ctx) {
  implicit *s = ctx;
  if (!s) return;
  tc_arena_destroy(&s->arena);
  tc_implicit_free(&s->m);
  tc_free(s);
}

/* Raises *size to the rounding error of the largest size so far. Without this, the solve of a field that has
 * become uniform would have to resolve digits that are rounding only. */
static void limit_size(const implicit *s, double *largest, double *size) {
  *largest = fmax(*largest, *size);
  *size = fmax(*size, 4.0 * DBL_EPSILON * *largest / s->m.setting.options.solver.tolerance);
}

/* Collective. Computes the size of the values, to which the check by rows refers. It follows from the
 * right-hand side divided by the diagonal, and from the distances at the beginning of the step. Does nothing
 * if the contrast of the matrix is small. `all` is the right-hand side for v'. */
static tc_status find_size(implicit *s, const double *all) {
  tc_solver *solver = s->m.solver;
  const int place = tc_solver_dot_index(solver, 0);
  const bool to_start = s->m.setting.options.relative_to_start;
  if (s->m.contrast <= tc_implicit_contrast) return TC_OK;
  TC_TRY(tc_implicit_row_scaled_norm(&s->m, to_start ? s->right : all, solver->x, &s->size));
  if (!to_start) {
    TC_TRY(TC_VECTOR_OPS(solver, solver->value, TC_VECTOR_DOT(place, s->distance, s->distance)));
    s->size = fmax(s->size, sqrt(solver->value[place]));
  }
  limit_size(s, &s->most_size, &s->size);
  return TC_OK;
}

/* Adds dt (b + s) to `enters`. */
static tc_status add_input(implicit *s, double *enters, tc_ledger *ledger) {
  const tc_integrator_setup *how = &s->m.how;
  if (!how->input) return TC_OK;
  tc_forcing_set_level(how->input, s->background.level);
  return tc_forcing_add(how->input, tc_time_at(&how->origin, how->dt, s->m.step - 1), how->dt, s->now, enters,
                        ledger);
}

/* Collective. Computes right = dt (R v + b + s) from change = A v, which becomes theta dt R v. Also computes
 * the norm of `right`, the norm of the right-hand side for v', and the mean of dt (b + s). */
static tc_status compute_right_side(implicit *s, tc_ledger *ledger, double *first, double *size) {
  tc_solver *solver = s->m.solver;
  const int small = tc_solver_dot_index(solver, 0), large = tc_solver_dot_index(solver, 1),
            sum = tc_solver_dot_index(solver, 2), now = tc_solver_dot_index(solver, 3);
  double *dot = solver->value, *all = s->next, *enters = solver->r, *one = solver->x;
  TC_TRY(
      TC_VECTOR_OPS(solver, dot, TC_VECTOR_AYPX(s->distance, -1.0, s->change), TC_VECTOR_FILL(0.0, enters)));
  TC_TRY(add_input(s, enters, ledger));
  TC_TRY(TC_VECTOR_OPS(solver, dot, TC_VECTOR_FILL(1.0, one),
                       TC_VECTOR_WAXPY(enters, 1.0 / s->theta, s->change, s->right),
                       TC_VECTOR_WAXPY(s->distance, 1.0, s->right, all), TC_VECTOR_AXPY(-1.0, s->change, all),
                       TC_VECTOR_DOT(sum, one, enters), TC_VECTOR_DOT(now, s->distance, s->distance),
                       TC_VECTOR_DOT(small, s->right, s->right), TC_VECTOR_DOT(large, all, all)));
  s->entered = dot[sum] / s->background.volume;
  s->norm = sqrt(dot[now]);
  *first = sqrt(dot[small]);
  *size = sqrt(dot[large]);
  return find_size(s, all);
}

/* Collective. Finds the largest change by the last solve, and the largest distance. */
static tc_status find_change(const implicit *s, double *change, double *largest) {
  double ends[2] = {0.0, 0.0};
  for (int32_t i = 0; i < s->m.system.R->rows; i++) {
    ends[0] = fmax(ends[0], fabs(s->m.solver->x[i] - s->change[i]));
    ends[1] = fmax(ends[1], fabs(s->distance[i] + s->m.solver->x[i]));
  }
  TC_TRY(tc_world_max(s->m.system.world, ends, 2));
  *change = ends[0];
  *largest = ends[1];
  return TC_OK;
}

/* Collective. Called after the requested tolerance is reached. With extreme contrast and an unsymmetric
 * matrix, even rows divided by their diagonal may have small residuals while values are wrong. The change of
 * values by a refinement of two more digits estimates their error. If no more digits can be reached, the step
 * retains its result and the run reports it as unconfirmed. */
static tc_status check_values(implicit *s, tc_ledger *ledger) {
  const double most = slack_of_values * fmax(s->m.setting.options.solver.tolerance, DBL_EPSILON);
  double change = INFINITY, largest = 0.0;
  if (s->m.system.symmetric || s->m.contrast <= extreme) return TC_OK;
  for (int k = 0; k < most_times && change > most * largest; k++) {
    if (s->m.solution.reason != TC_REASON_converged) return TC_OK;
    const double target = two_digits * s->m.solution.residual;
    bool reached;
    TC_TRY(tc_implicit_refine(&s->m, target, s->change, s->right, &reached, ledger));
    if (!reached) break;
    TC_TRY(find_change(s, &change, &largest));
  }
  s->m.uncertain = change > most * largest;
  return TC_OK;
}

/* Collective. At jumps of a tensor, large rows hide the residual of small rows in a norm, so rows divided by
 * their diagonal must also be small compared to the values. */
static tc_status check_rows(implicit *s, tc_ledger *ledger) {
  const double most = slack * s->m.setting.options.solver.tolerance * s->size;
  double left;
  if (s->m.contrast <= tc_implicit_contrast) return TC_OK;
  for (int k = 0; k < most_times && s->m.solution.reason == TC_REASON_converged; k++) {
    TC_TRY(tc_implicit_row_scaled_norm(&s->m, s->m.solver->r, s->change, &left));
    if (!(left > most)) return check_values(s, ledger);
    const double target = margin * s->m.solution.residual * most / left;
    TC_TRY(tc_implicit_refine(&s->m, target, s->change, s->right, NULL, ledger));
  }
  return TC_OK;
}

/* Collective. Sets the right-hand side to 0 if rounding explains it. In a constant field, R v consists of
 * rounding errors only and must not change the field. */
static tc_status remove_rounding(implicit *s, double first, double size) {
  const double most = 4.0 * DBL_EPSILON * (1.0 + s->m.how.dt * s->m.setting.largest) * size;
  if (s->m.how.input || !isfinite(most) || !(first <= most)) return TC_OK;
  return TC_VECTOR_OPS(s->m.solver, s->m.solver->value, TC_VECTOR_FILL(0.0, s->right));
}

/* Collective. Computes the next field, its distances from the background, which follows the mean, and the
 * field during the step. */
static tc_status add_change(implicit *s) {
  tc_solver *solver = s->m.solver;
  const double before = s->background.level;
  double mean, *one = s->change, *d = solver->x, *w = s->distance, *during = s->right;
  TC_TRY(tc_implicit_mean(&s->m, d, one, &mean));
  const double more = s->m.conserves ? s->entered - mean : 0.0,
               moved = tc_background_follow(&s->background, mean + more, s->norm);
  return TC_VECTOR_OPS(solver, solver->value, TC_VECTOR_AXPY(more, one, d),
                       TC_VECTOR_WAXPY(w, s->theta, d, during), TC_VECTOR_AXPY(before, one, during),
                       TC_VECTOR_AXPY(1.0, d, w), TC_VECTOR_AXPY(-moved, one, w),
                       TC_VECTOR_FILL(s->background.level, s->next), TC_VECTOR_AXPY(1.0, w, s->next));
}

/* Collective. Solves for the change. */
static tc_status solve_change(implicit *s, double first, double size, tc_ledger *ledger) {
  limit_size(s, &s->largest, &size);
  if (s->m.setting.options.relative_to_start) size = s->largest;
  TC_TRY(tc_implicit_solve(&s->m, s->right, first, size, ledger));
  return check_rows(s, ledger);
}

static tc_status advance_implicit(void *ctx, tc_ledger *ledger) {
  implicit *s = ctx;
  double first, size;
  TC_TRY(tc_implicit_begin(&s->m, s->distance, s->change, ledger));
  TC_TRY(compute_right_side(s, ledger, &first, &size));
  TC_TRY(remove_rounding(s, first, size));
  TC_TRY(solve_change(s, first, size, ledger));
  TC_TRY(add_change(s));
  double *const swapped = s->now;
  s->now = s->next;
  s->next = swapped;
  tc_implicit_end(&s->m, ledger);
  return TC_OK;
}

static tc_status list_implicit_restart(void *ctx, tc_restart_list *list) {
  implicit *s = ctx;
  const int32_t owned = s->m.how.problem->space->owned;
  TC_TRY(tc_restart_list_add_cells(list, s->now, owned, "field"));
  TC_TRY(tc_restart_list_add_cells(list, s->distance, owned, "integrator.distance"));
  TC_TRY(tc_restart_list_add_common(list, &s->background.level, 1, "integrator.level"));
  TC_TRY(tc_restart_list_add_common(list, &s->background.mean, 1, "integrator.mean"));
  TC_TRY(tc_restart_list_add_common(list, &s->largest, 1, "integrator.largest"));
  TC_TRY(tc_restart_list_add_common(list, &s->most_size, 1, "integrator.most_size"));
  return tc_implicit_list_restart(&s->m, list);
}

static const double *implicit_value(const void *ctx) { return ((const implicit *)ctx)->now; }

static const tc_operator *implicit_matrix(const void *ctx) { return ((const implicit *)ctx)->m.solver->op; }

static const double *implicit_previous_value(const void *ctx) { return ((const implicit *)ctx)->next; }

static const double *implicit_flux_value(const void *ctx) { return ((const implicit *)ctx)->right; }

static const double *implicit_change(const void *ctx) { return ((const implicit *)ctx)->m.solver->x; }

static double implicit_unsolved_norm(const void *ctx) { return ((const implicit *)ctx)->m.unsolved_norm; }

void tc_implicit_work(const tc_implicit_options *choice, tc_work *out) {
  (void)choice;
  *out = (tc_work){.products = 1,
                   .streams = 2 + 4 + 7 + 3 + 7,
                   .dots = 6,
                   .reductions = 2,
                   .row_flops = 2 + 14 + 4 + 12};
}

const tc_integrator tc_integrator_implicit = {
    .name = "implicit",
    .summary = "theta scheme: large steps, each of which solves a system",
    .steps = true,
    .solves = true,
    .restart_format = 2,
    .create = create_implicit,
    .destroy = destroy_implicit,
    .advance = advance_implicit,
    .list_restart = list_implicit_restart,
    .value = implicit_value,
    .matrix = implicit_matrix,
    .previous_value = implicit_previous_value,
    .flux_value = implicit_flux_value,
    .change = implicit_change,
    .unsolved_norm = implicit_unsolved_norm,
};
