#include "solve/background.h"

#include <math.h>

#include "solve/field.h"

/* Data that no input holds are 0, from whatever level the field is counted. */
static bool must_stay(const tc_problem *problem, const tc_input *input) {
  return !input && !tc_physics_conserves(problem->physics);
}

static void count_from(const tc_space *space, double level, const double *value, double *distance) {
  for (int32_t i = 0; i < space->owned; i++) distance[i] = value[i] - level;
}

static tc_status find_mean(const tc_background *b, const tc_space *space, const double *distance,
                           double *mean) {
  TC_TRY(tc_field_integral(space, distance, mean));
  *mean /= b->volume;
  return TC_OK;
}

static double total(const tc_labels *regions) {
  double volume = 0.0;
  for (int32_t k = 0; k < regions->count; k++) volume += regions->size[k];
  return volume;
}

static double round_to_few_digits(double x) {
  const double digits = 256.0;
  int exponent;
  const double fraction = frexp(x, &exponent);
  return ldexp(round(digits * fraction) / digits, exponent);
}

double tc_background_follow(tc_background *b, double change, double norm) {
  const double large = 0.5, mean = b->mean + change;
  b->mean = mean;
  if (b->is_fixed || !(fabs(mean) * sqrt(b->volume) > large * norm)) return 0.0;
  const double level = b->level + round_to_few_digits(mean), moved = level - b->level;
  b->level = level;
  b->mean = mean - moved;
  return moved;
}

tc_status tc_background_of_field(const tc_problem *problem, const tc_input *input, const double *value,
                                 double *distance, tc_background *out) {
  const tc_space *space = problem->space;
  tc_field field;
  double mean, square;
  *out = (tc_background){.volume = total(space->regions), .is_fixed = must_stay(problem, input)};
  TC_TRY(tc_field_describe(space, value, &field));
  if (!out->is_fixed) out->level = 0.5 * (field.min + field.max);
  count_from(space, out->level, value, distance);
  TC_TRY(find_mean(out, space, distance, &mean));
  TC_TRY(tc_field_dot(space, distance, distance, &square));
  if (tc_background_follow(out, mean, sqrt(square)) != 0.0) count_from(space, out->level, value, distance);
  return TC_OK;
}

tc_status tc_background_of_data(const tc_problem *problem, const tc_input *input, const double *value,
                                double *distance, tc_background *out) {
  double range[2] = {INFINITY, -INFINITY};
  if (input) TC_TRY(tc_input_levels(input, range));
  if (!(range[0] <= range[1])) return tc_background_of_field(problem, input, value, distance, out);
  *out = (tc_background){.level = 0.5 * (range[0] + range[1])};
  count_from(problem->space, out->level, value, distance);
  return TC_OK;
}
