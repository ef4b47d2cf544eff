/* Error control (see controlled.h). The two sums of an attempt at a step, |error|^2 and |value - mean|^2, are
 * exact and need one reduction. All decisions compare these sums and their multiples, which are equal on all
 * ranks. */
#include "solve/step/controlled.h"

#include <float.h>
#include <math.h>

#include "base/core/memory.h"
#include "solve/space/field_squares.h"
#include "solve/step/integrator.h"

#define TC_PHASE "controlling the error of the steps"

enum { sums = 2 };

/* Exponent H (solve/step/step_control.h) of the first step. Its length is 2^(-8/8) times settings->unit, that
 * is half of this unit. */
static const int64_t first_size = -8;

/* Rounding errors that the norm test allows (tc_controlled_test_growth). `norm_rounding` is relative to the
 * norm of the initial field. `rounding` (in total) and `rounding_per_product` (for each matrix-vector
 * product) are relative to the size of the values at the beginning. The watchdog allows the same errors. */
static const double norm_rounding = 1e-9, rounding = 1e-14, rounding_per_product = 1e-15;

/* ---- sums ---- */

/* The attempt and the mean of the initial field, from which the two squares of an attempt are computed. */
typedef struct attempt_fields {
  const tc_attempt *attempt;
  double mean;
} attempt_fields;

static const double *get_field(const void *self, int k, int32_t begin, int32_t end, double *scratch) {
  const attempt_fields *f = self;
  if (k == 0) return f->attempt->error + begin;
  for (int32_t i = begin; i < end; i++) scratch[i - begin] = f->attempt->value[i] - f->mean;
  return scratch;
}

/* Collective. Computes |error|^2 and |value - mean|^2 of an attempt, weighted with the volumes; NaN if a
 * value is not finite. */
static tc_status compute_squares(tc_controlled *c, const tc_attempt *a, double square[sums]) {
  const attempt_fields f = {a, c->mean};
  const tc_field_blocks fields = {&f, get_field};
  return tc_field_squares(c->space, &fields, sums, c->top, square);
}

/* ---- begin ---- */

/* Collective. Stores the smallest and the largest value of a field in c->range if the user limits the
 * overshoot (settings->overshoot). */
static tc_status begin_range(tc_controlled *c, const double *value) {
  tc_field_stats field;
  if (!(c->settings->overshoot > 0.0)) return TC_OK;
  TC_TRY(tc_field_stats_compute(c->space, value, &field));
  c->range[0] = field.min;
  c->range[1] = field.max;
  return TC_OK;
}

/* Collective. Computes the mean of a field, and the norm of the field minus this mean, with which later norms
 * are compared. */
static tc_status begin_norms(tc_controlled *c, const double *value) {
  const tc_attempt start = {.error = value, .value = value};
  double integral, square[sums];
  TC_TRY(tc_field_integral(c->space, value, &integral));
  c->mean = integral / c->volume;
  TC_TRY(compute_squares(c, &start, square));
  TC_TRY(begin_range(c, value));
  c->first = c->least = c->norm = sqrt(square[1]);
  c->largest = fmax(c->largest, c->first);
  return TC_OK;
}

tc_status tc_controlled_begin(const tc_space *space, const tc_error_control *settings, const double *value,
                              tc_controlled *out) {
  *out = (tc_controlled){.settings = settings, .space = space, .control = {.size = first_size}};
  TC_TRY(TC_WORLD_ALLOC(space->world, out->scratch, space->owned));
  TC_TRY(tc_field_volume(space, &out->volume));
  return begin_norms(out, value);
}

void tc_controlled_free(tc_controlled *controlled) {
  tc_free(controlled->scratch);
  controlled->scratch = NULL;
}

void tc_controlled_test_growth(tc_controlled *controlled, double growth) { controlled->growth = growth; }

tc_status tc_controlled_load(tc_controlled *controlled, const double *value) {
  return begin_norms(controlled, value);
}

/* ---- lengths ---- */

/* Returns the length that the error control has chosen for the next attempt. */
static double asked_length(const tc_controlled *c) {
  return c->settings->unit * tc_step_control_factor(c->control.size);
}

double tc_controlled_length(const tc_controlled *controlled, const tc_step_request *request, double longest) {
  const double step = fmin(asked_length(controlled), fmin(longest, request->dt));
  return tc_step_control_land(request->until - request->time, step);
}

double tc_controlled_end_time(const tc_step_request *request, double dt) {
  return dt == request->until - request->time ? request->until : request->time + dt;
}

/* True if the attempt is shorter than the length that the error control has chosen, because this step, or two
 * equal steps, must end at request->until. */
static bool is_shortened(const tc_controlled *c, const tc_step_request *request, double dt) {
  const double left = request->until - request->time;
  return dt < asked_length(c) && (dt == left || dt == left / 2.0);
}

/* ---- decisions ---- */

/* The error of a step is relative to the norm S of the field minus its initial mean. S is at least this
 * fraction of the largest such norm so far. Without this limit no tolerance could be met in a step in which
 * the field passes its initial mean. */
static const double least_share = 0.01;

/* Returns the square of the quotient of estimated and allowed error. */
static double compute_relative_square(const tc_controlled *c, const double square[sums]) {
  const double ulps = 64.0 * DBL_EPSILON, least_square = 0x1p-60;
  const double size = fmax(c->norm, least_share * c->largest), allowed = c->settings->tolerance * size;
  const double absolute = c->settings->absolute * c->settings->absolute * c->volume;
  if (!isfinite(c->norm) || square[0] == 0.0) return isfinite(c->norm) ? 0.0 : NAN;
  if (square[0] <= ulps * ulps * (square[1] + c->mean * c->mean * c->volume)) return least_square;
  return square[0] / fmax(allowed * allowed, absolute);
}

static bool grows(const tc_controlled *c, const tc_attempt *attempt) {
  const double size = fabs(c->mean) * sqrt(c->volume);
  const double products = (double)(c->record.products - c->record.rejected_products + attempt->products);
  const double allowance =
      norm_rounding * c->first + rounding * size + rounding_per_product * products * (c->first + size);
  return c->growth > 0.0 && !(c->norm <= c->growth * c->least + allowance); /* true for NaN */
}

static void record_lengths(tc_error_control_record *r, double dt, int stages) {
  const bool is_first = r->steps == 1;
  r->shortest = is_first ? dt : fmin(r->shortest, dt);
  r->longest = fmax(r->longest, dt);
  r->fewest_stages = is_first || stages < r->fewest_stages ? stages : r->fewest_stages;
  r->most_stages = stages > r->most_stages ? stages : r->most_stages;
}

static void record_step(tc_controlled *c, const tc_step_request *request, const tc_attempt *attempt,
                        double error) {
  tc_error_control_record *r = &c->record;
  r->last =
      (tc_controlled_step){tc_controlled_end_time(request, attempt->dt), attempt->dt, error, attempt->stages};
  r->steps++;
  r->largest_error = fmax(r->largest_error, error);
  r->largest_overshoot = fmax(r->largest_overshoot, c->overshoot);
  if (c->overshoot > 0.0) r->overshoots++;
  record_lengths(r, attempt->dt, attempt->stages);
  c->largest = fmax(c->largest, c->norm);
  c->least = fmin(c->least, c->norm);
}

static void record_rejection(tc_controlled *c, const tc_attempt *attempt) {
  c->record.rejected++;
  c->record.rejected_products += attempt->products;
}

/* Collective. Returns the error that ends the run, because one step was rejected too often. The message names
 * the cell of the largest error. */
static tc_status rejection_error(tc_controlled *c, const tc_step_request *request, const tc_attempt *attempt,
                                 double error) {
  tc_extreme_cell worst;
  for (int32_t i = 0; i < c->space->owned; i++)
    c->scratch[i] = isfinite(attempt->error[i]) ? fabs(attempt->error[i]) : INFINITY;
  TC_TRY(tc_field_find_max(c->space, c->scratch, &worst));
  return tc_status_create(TC_NUMERICAL,
                          "time.tolerance: step %lld from t = %.6g was rejected %d times; with a length of "
                          "%.3g its estimated error is still %.3g times the allowed one and largest in cell "
                          "%lld at (%.4g, %.4g, %.4g): use a larger time.tolerance, a positive "
                          "time.absolute, or "
                          "a source and boundary data without jumps",
                          (long long)c->record.steps + 1, request->time, TC_STEP_CONTROL_REJECTIONS,
                          attempt->dt, error, (long long)worst.cell, worst.position[0], worst.position[1],
                          worst.position[2]);
}

/* Returns an error if the attempt is so short that rounding removes it from the time. Before a time at which
 * the forcing is not finite, steps become shorter and shorter and would never reach that time. */
static tc_status check_advance(const tc_controlled *c, const tc_step_request *request,
                               const tc_attempt *attempt) {
  if (tc_controlled_end_time(request, attempt->dt) > request->time) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "time.tolerance: step %lld from t = %.9g would have a length of %.3g, which "
                          "does not change t: use a larger time.tolerance, a positive time.absolute, or "
                          "a source and boundary data that are finite and without jumps after this time",
                          (long long)c->record.steps + 1, request->time, attempt->dt);
}

/* Collective. Accepts the attempt if its estimated error is allowed, and rejects it otherwise. `square` is
 * the square of the estimated error divided by the allowed error. */
static tc_status decide_by_error(tc_controlled *c, const tc_step_request *request, const tc_attempt *attempt,
                                 double square, bool *accepted) {
  const double share = fmin(attempt->dt / asked_length(c), 1.0);
  const bool shortened = is_shortened(c, request, attempt->dt);
  TC_TRY(check_advance(c, request, attempt));
  *accepted = tc_step_control_decide(&c->control, square, share);
  if (!*accepted) {
    record_rejection(c, attempt);
    return c->control.in_a_row < TC_STEP_CONTROL_REJECTIONS
               ? TC_OK
               : rejection_error(c, request, attempt, sqrt(square));
  }
  record_step(c, request, attempt, sqrt(square));
  if (shortened) c->record.shortened++;
  return TC_OK;
}

/* Collective. Sets c->overshoot to the largest distance of a value of the attempt from the initial range,
 * divided by the width of the range, if this exceeds the user's limit. Otherwise sets it to 0. Rounding
 * errors of the values do not count. */
static tc_status compute_overshoot(tc_controlled *c, const tc_attempt *attempt) {
  const double limit = c->settings->overshoot, width = c->range[1] - c->range[0],
               size = fmax(fabs(c->range[0]), fabs(c->range[1]));
  tc_extreme_cell worst;
  c->overshoot = 0.0;
  if (!(limit > 0.0 && width > 0.0)) return TC_OK;
  TC_TRY(tc_field_find_outside_range(c->space, attempt->value, c->range[0], c->range[1], &worst));
  if (worst.value > limit * width + rounding * size) c->overshoot = worst.value / width;
  return TC_OK;
}

/* True if the attempt overshoots the initial range by more than the limit and is longer than settings->unit.
 * Shorter attempts are not rejected for this reason. */
static bool exceeds_limit(const tc_controlled *c, const tc_attempt *attempt) {
  return c->overshoot > 0.0 && attempt->dt > c->settings->unit;
}

static void reject_overshoot(tc_controlled *c, const tc_attempt *attempt) {
  tc_step_control_halve(&c->control, fmin(attempt->dt / asked_length(c), 1.0));
  record_rejection(c, attempt);
}

tc_status tc_controlled_decide(tc_controlled *controlled, const tc_step_request *request,
                               const tc_attempt *attempt, bool *accepted) {
  double square[sums];
  TC_TRY(compute_squares(controlled, attempt, square));
  TC_TRY(compute_overshoot(controlled, attempt));
  controlled->norm = sqrt(square[1]);
  controlled->has_grown = grows(controlled, attempt);
  controlled->record.products += attempt->products;
  *accepted = false;
  if (controlled->has_grown)
    record_rejection(controlled, attempt);
  else if (exceeds_limit(controlled, attempt))
    reject_overshoot(controlled, attempt);
  else
    return decide_by_error(controlled, request, attempt, compute_relative_square(controlled, square),
                           accepted);
  return TC_OK;
}

/* ---- restart ---- */

static tc_status list_integers(tc_controlled *c, tc_restart_list *list) {
  tc_step_control *k = &c->control;
  tc_error_control_record *r = &c->record;
  const struct {
    int64_t *value;
    const char *name;
  } item[] = {{&k->size, "control.size"},
              {&k->last_size, "control.last_size"},
              {&k->last_error, "control.last_error"},
              {&k->accepted, "control.accepted"},
              {&k->rejected, "control.rejected"},
              {&k->in_a_row, "control.in_a_row"},
              {&r->steps, "control.steps"},
              {&r->rejected, "control.rejected_attempts"},
              {&r->products, "control.products"},
              {&r->rejected_products, "control.rejected_products"},
              {&r->shortened, "control.shortened"},
              {&r->widened, "control.widened"}};
  for (size_t i = 0; i < sizeof item / sizeof *item; i++)
    TC_TRY(tc_restart_list_add_integer(list, item[i].value, item[i].name));
  return TC_OK;
}

static tc_status list_numbers(tc_controlled *c, tc_restart_list *list) {
  tc_error_control_record *r = &c->record;
  const struct {
    double *value;
    const char *name;
  } item[] = {{&c->mean, "control.mean"},
              {&c->largest, "control.largest"},
              {&c->first, "control.first"},
              {&c->least, "control.least"},
              {&r->last.time, "control.time"},
              {&r->last.dt, "control.dt"},
              {&r->last.error, "control.error"},
              {&r->axis_ratio, "control.axis_ratio"},
              {&r->shortest, "control.shortest"},
              {&r->longest, "control.longest"},
              {&r->largest_error, "control.largest_error"}};
  for (size_t i = 0; i < sizeof item / sizeof *item; i++)
    TC_TRY(tc_restart_list_add_common(list, item[i].value, 1, item[i].name));
  return TC_OK;
}

static tc_status list_overshoot(tc_controlled *c, tc_restart_list *list) {
  TC_TRY(tc_restart_list_add_common(list, c->range, 2, "control.range"));
  TC_TRY(tc_restart_list_add_common(list, &c->record.largest_overshoot, 1, "control.largest_overshoot"));
  return tc_restart_list_add_integer(list, &c->record.overshoots, "control.overshoots");
}

tc_status tc_controlled_list_restart(tc_controlled *controlled, tc_restart_list *list) {
  const tc_error_control_record *r = &controlled->record;
  controlled->stages[0] = r->last.stages;
  controlled->stages[1] = r->fewest_stages;
  controlled->stages[2] = r->most_stages;
  TC_TRY(list_integers(controlled, list));
  TC_TRY(list_numbers(controlled, list));
  if (controlled->settings->overshoot > 0.0) TC_TRY(list_overshoot(controlled, list));
  return tc_restart_list_add_integers(list, controlled->stages, 3, "control.stages");
}

void tc_controlled_resume(tc_controlled *controlled) {
  tc_error_control_record *r = &controlled->record;
  r->last.stages = (int)controlled->stages[0];
  r->fewest_stages = (int)controlled->stages[1];
  r->most_stages = (int)controlled->stages[2];
}
