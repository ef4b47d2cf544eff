/* Computes the level and the mean of a field. Means over boundary data are computed with exact sums, whose
 * bits do not depend on the distribution. Each such function reads the data twice. The first pass finds the
 * largest term, which determines the scale of an exact sum, and the second pass adds the terms. */
#include "solve/problem/background.h"

#include <math.h>

#include "solve/space/field.h"

/* True if the level must remain 0. Without forcing all boundary data are fixed at 0, so no level may be
 * subtracted from them. */
static bool is_level_fixed(const tc_problem *problem, const tc_forcing *input) {
  return !input && !tc_physics_is_conservative(problem->physics);
}

static void subtract_level(const tc_space *space, double level, const double *value, double *distance) {
  for (int32_t i = 0; i < space->owned; i++) distance[i] = value[i] - level;
}

static tc_status compute_mean(const tc_background *b, const tc_space *space, const double *distance,
                              double *mean) {
  TC_TRY(tc_field_integral(space, distance, mean));
  *mean /= b->volume;
  return TC_OK;
}

static double total_volume(const tc_labels *regions) {
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
  const double level = b->level + round_to_few_digits(mean), shift = level - b->level;
  b->level = level;
  b->mean = mean - shift;
  return shift;
}

tc_status tc_background_of_field(const tc_problem *problem, const tc_forcing *input, const double *value,
                                 double *distance, tc_background *out) {
  const tc_space *space = problem->space;
  tc_field_stats field;
  double mean, square;
  *out = (tc_background){.volume = total_volume(space->regions), .is_fixed = is_level_fixed(problem, input)};
  TC_TRY(tc_field_stats_compute(space, value, &field));
  if (!out->is_fixed) out->level = 0.5 * (field.min + field.max);
  subtract_level(space, out->level, value, distance);
  TC_TRY(compute_mean(out, space, distance, &mean));
  TC_TRY(tc_field_dot(space, distance, distance, &square));
  if (tc_background_follow(out, mean, sqrt(square)) != 0.0)
    subtract_level(space, out->level, value, distance);
  return TC_OK;
}

/* ---- boundary data ---- */

/* Function that visit_levels calls for each value at a boundary face of kind value or exchange. `datum` is
 * this value, and `factor` its coefficient in the matrix row of the cell. */
typedef void visit(void *ctx, double factor, double datum);

static void visit_levels(const tc_problem *problem, visit *one, void *ctx) {
  const tc_marker_flux *t = problem->system->marker_flux;
  const tc_boundary_data *inflow = problem->system->boundary_data;
  for (int32_t k = 0; k < t->datum_begin[t->markers]; k++)
    if (inflow->is_level[t->face[k]]) one(ctx, fabs(t->datum_factor[k]), inflow->datum[t->face[k]]);
}

/* Boundary datum (boundary value or outside value) with the largest factor in a matrix row. If several data
 * have this factor, the lowest datum is chosen. */
typedef struct heaviest {
  double factor;
  double datum;
} heaviest;

static void compare_factor(void *ctx, double factor, double datum) {
  heaviest *h = ctx;
  (void)datum;
  h->factor = fmax(h->factor, factor);
}

static void compare_datum(void *ctx, double factor, double datum) {
  heaviest *h = ctx;
  if (factor == h->factor) h->datum = fmin(h->datum, datum);
}

static tc_status find_heaviest(const tc_problem *problem, heaviest *h) {
  const tc_world *world = problem->space->world;
  *h = (heaviest){0.0, INFINITY};
  visit_levels(problem, compare_factor, h);
  TC_TRY(tc_world_max(world, &h->factor, 1));
  visit_levels(problem, compare_datum, h);
  double lowest = -h->datum;
  TC_TRY(tc_world_max(world, &lowest, 1));
  h->datum = -lowest;
  return TC_OK;
}

/* Weighted mean of boundary values and outside values. sum[0] is the exact sum of the factors, and sum[1]
 * that of factor * (datum - from). largest[k] is the largest term of sum[k]. */
typedef struct mean {
  double from;
  double largest[2];
  tc_sum sum[2];
} mean;

static void compare_terms(void *ctx, double factor, double datum) {
  mean *m = ctx;
  m->largest[0] = fmax(m->largest[0], factor);
  m->largest[1] = fmax(m->largest[1], fabs(factor * (datum - m->from)));
}

static void add_terms(void *ctx, double factor, double datum) {
  mean *m = ctx;
  tc_sum_add(&m->sum[0], factor);
  tc_sum_add(&m->sum[1], factor * (datum - m->from));
}

static tc_status find_mean_of_levels(const tc_problem *problem, mean *m) {
  const tc_world *world = problem->space->world;
  visit_levels(problem, compare_terms, m);
  TC_TRY(tc_world_max(world, m->largest, 2));
  for (int k = 0; k < 2; k++) m->sum[k] = tc_sum_init(m->largest[k]);
  visit_levels(problem, add_terms, m);
  return tc_world_sums(world, 2, m->sum);
}

tc_status tc_background_level(const tc_problem *problem, double *level, bool *found) {
  heaviest reference;
  TC_TRY(find_heaviest(problem, &reference));
  mean m = {.from = reference.datum};
  *found = reference.factor > 0.0;
  if (!*found) return TC_OK;
  TC_TRY(find_mean_of_levels(problem, &m));
  *level = reference.datum + round_to_few_digits(tc_sum_value(&m.sum[1]) / tc_sum_value(&m.sum[0]));
  return TC_OK;
}

tc_status tc_background_of_data(const tc_problem *problem, const tc_forcing *input, const double *value,
                                double *distance, tc_background *out) {
  double level = 0.0;
  bool found = false;
  if (input) TC_TRY(tc_background_level(problem, &level, &found));
  if (!found) return tc_background_of_field(problem, input, value, distance, out);
  *out = (tc_background){.level = level};
  subtract_level(problem->space, level, value, distance);
  return TC_OK;
}
