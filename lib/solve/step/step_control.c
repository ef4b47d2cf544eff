#include "solve/step/step_control.h"

#include <math.h>

/* Control of the step size. H is the integer exponent of the step size, and E the integer logarithm of the
 * error (step_control.h). The error of a method of order p is proportional to the power p + 1 of the step
 * size. One unit of H therefore changes E by 24 (p + 1) / 8. The control aims at an error with E = -8 (p +
 * 1), because the step size has the safety factor 0.8, and 24 log2(0.8) is about -8. */
enum { sizes_per_octave = 8, squares_per_octave = 12, errors_per_size = 3, safety = 8 };

/* Returns the power of the step size to which the error of a step is proportional: the order plus 1. */
static int64_t power(const tc_step_control *c) { return c->order == 1 ? 2 : 3; }

/* 2^(k/8), rounded to nearest. */
static const double size_bound[sizes_per_octave] = {0x1.0000000000000p+0, 0x1.172b83c7d517bp+0,
                                                    0x1.306fe0a31b715p+0, 0x1.4bfdad5362a27p+0,
                                                    0x1.6a09e667f3bcdp+0, 0x1.8ace5422aa0dbp+0,
                                                    0x1.ae89f995ad3adp+0, 0x1.d5818dcfba487p+0};

/* 2^(k/12), rounded up. Comparing a double with the rounded power therefore gives the same result as
 * comparing it with the exact power. */
static const double square_bound[squares_per_octave] = {0x1.0000000000000p+0, 0x1.0f38f92d97963p+0,
                                                        0x1.1f59ac3c7d6c0p+0, 0x1.306fe0a31b716p+0,
                                                        0x1.428a2f98d728bp+0, 0x1.55b8108f0ec5ep+0,
                                                        0x1.6a09e667f3bcdp+0, 0x1.7f910d768cfb0p+0,
                                                        0x1.965fea53d6e3dp+0, 0x1.ae89f995ad3aep+0,
                                                        0x1.c823e074ec12ap+0, 0x1.e3437e7101344p+0};

/* Returns floor(n log2 value) for a positive, finite value. bound[k] is 2^(k/n). */
static int64_t compute_logarithm(double value, const double *bound, int n) {
  int exponent, k = n - 1;
  const double mantissa = 2.0 * frexp(value, &exponent);
  while (bound[k] > mantissa) k--;
  return (int64_t)n * (exponent - 1) + k;
}

/* Returns the quotient rounded down; `divisor` is positive. */
static int64_t divide_down(int64_t dividend, int64_t divisor) {
  return dividend / divisor - (dividend % divisor < 0);
}

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
  if (value < low) return low;
  return value < high ? value : high;
}

double tc_step_control_factor(int64_t size) {
  const int64_t octave = divide_down(size, sizes_per_octave);
  /* The limits avoid an overflow of int. Exponents beyond them give 0 or infinity, too. */
  return ldexp(size_bound[size - octave * sizes_per_octave], (int)clamp(octave, -10000, 10000));
}

int64_t tc_step_control_logarithm(double square) {
  if (!(square > 0.0)) return TC_STEP_CONTROL_NO_ERROR;
  const int64_t logarithm = compute_logarithm(square, square_bound, squares_per_octave);
  return logarithm > TC_STEP_CONTROL_NO_ERROR ? logarithm : TC_STEP_CONTROL_NO_ERROR;
}

/* Returns the change of H with which the next step has the allowed error. Assumes that the ratio of the error
 * to the power p + 1 of the step size remains constant. */
static int64_t compute_change(const tc_step_control *c, int64_t error) {
  return divide_down(-error - power(c) * safety, power(c) * errors_per_size);
}

/* Returns the change of H with which the next step has the allowed error. Assumes that the ratio of the error
 * to the power p + 1 of the step size changes by the same factor as between the last two steps. */
static int64_t extrapolate_change(const tc_step_control *c, int64_t size, int64_t error) {
  const int64_t growth = power(c) * errors_per_size * (size - c->last_size);
  return divide_down(c->last_error - 2 * error + growth - power(c) * safety, power(c) * errors_per_size);
}

/* Returns `change`, or 0 if it is in the dead zone -1 .. c->dead_zone - 1, in which the step size is not
 * changed. If a decrease by one unit is omitted, the next error exceeds the target by less than the safety
 * factor allows. */
static int64_t remove_small_change(const tc_step_control *c, int64_t change) {
  return change >= -1 && change < c->dead_zone ? 0 : change;
}

/* Returns H of the next step after an accepted step that was not shortened. */
static int64_t choose_next_size(const tc_step_control *c, int64_t error) {
  int64_t change = compute_change(c, error);
  if (c->accepted > 0) {
    const int64_t extrapolated = extrapolate_change(c, c->size, error);
    if (extrapolated < change) change = extrapolated;
  }
  change = clamp(change, TC_STEP_CONTROL_LOWEST, c->in_a_row > 0 ? 0 : TC_STEP_CONTROL_HIGHEST);
  return c->size + (c->dead_zone > 0 ? remove_small_change(c, change) : change);
}

/* Returns H of the next step after an accepted step that was shortened to the exponent `size`.
 * TC_STEP_CONTROL_NO_ERROR represents all smaller errors, too, so it does not show that a smaller H is
 * necessary. */
static int64_t choose_size_after_shortened(const tc_step_control *c, int64_t size, int64_t error) {
  const int64_t required = size + compute_change(c, error);
  return error > TC_STEP_CONTROL_NO_ERROR && required < c->size ? required : c->size;
}

static void accept_step(tc_step_control *c, int64_t size, bool shortened, int64_t error) {
  const int64_t next = shortened ? choose_size_after_shortened(c, size, error) : choose_next_size(c, error);
  c->last_size = size;
  c->last_error = error;
  c->size = next;
  c->accepted++;
  c->in_a_row = 0;
}

static void reject_step(tc_step_control *c, int64_t size, int64_t change) {
  c->size = size + clamp(change, TC_STEP_CONTROL_LOWEST, -1);
  c->rejected++;
  c->in_a_row++;
}

/* Returns the exponent H, rounded down, of a step whose length is `share` times the length that the control
 * has chosen. */
static int64_t size_of_share(const tc_step_control *c, double share) {
  return c->size + compute_logarithm(share, size_bound, sizes_per_octave);
}

void tc_step_control_halve(tc_step_control *control, double share) {
  const bool is_first = control->in_a_row == 0;
  reject_step(control, size_of_share(control, share), -sizes_per_octave);
  if (!is_first) control->in_a_row--;
}

bool tc_step_control_decide(tc_step_control *control, double square, double share) {
  const int64_t size = size_of_share(control, share);
  const bool accepted = square >= 0.0 && square <= 1.0; /* false for NaN */
  if (accepted)
    accept_step(control, size, share < 1.0, tc_step_control_logarithm(square));
  else
    reject_step(control, size,
                square > 1.0 && isfinite(square) ? compute_change(control, tc_step_control_logarithm(square))
                                                 : TC_STEP_CONTROL_LOWEST);
  return accepted;
}

double tc_step_control_land(double left, double step) {
  if (left <= step) return left;
  return left < 2.0 * step ? left / 2.0 : step;
}
