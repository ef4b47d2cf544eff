/* Field statistics: hash, extremes, integrals, norms and comparisons of a field. Called by the session, the
 * hooks and the integrators, at any time after the space exists. All results have the same bits on any number
 * of ranks and threads and in any order of rows. Each term of a sum is rounded once and the terms are then
 * added exactly (base/numeric/sum.h), so that their order has no effect. A field is double[owned] in row
 * order. */
#ifndef TC_SOLVE_SPACE_FIELD_H
#define TC_SOLVE_SPACE_FIELD_H

#include <stdbool.h>

#include "fv/formula/expression.h"
#include "solve/space/space.h"

/* Allowed range of the largest absolute value of a field. In this range the product of a squared value and a
 * cell volume neither overflows nor underflows to 0. */
#define TC_FIELD_MAX 1e+100
#define TC_FIELD_MIN 1e-100

typedef struct tc_field_stats {
  uint64_t hash; /* Sum over all cells of tc_hash_element(cell number, value); equal if two fields have the
                    same bits. */
  double min, max;
  double integral; /* Sum of value * volume; NaN if a value is not finite. */
  bool finite;
} tc_field_stats;

/* Collective. Computes all members of `*out` for value[owned]. */
tc_status tc_field_stats_compute(const tc_space *space, const double *value, tc_field_stats *out);

/* Collective. Sets value[i] to the formula at the centroid of cell i (variables x, y, z, t). Errors (on all
 * ranks): TC_USAGE with `where` and the lowest cell number if a value is not finite or exceeds TC_FIELD_MAX.
 * TC_USAGE also if the largest absolute value is not 0 but below TC_FIELD_MIN. */
tc_status tc_field_evaluate(const tc_space *space, const char *where, tc_expression *formula, double time,
                            double *value);

/* Collective. Compares value[owned] with the exact solution exact[owned]. `*l2` receives the volume-weighted
 * root mean square of the error, `*largest` the largest absolute error. */
tc_status tc_field_compare(const tc_space *space, const double *value, const double *exact, double *l2,
                           double *largest);

typedef struct tc_extreme_cell {
  double value;
  tc_gid cell; /* Cell number in the user's files: the internal number, which counts from 0, plus the number
                  of the first cell in the files (0 or 1). */
  double position[3]; /* Centroid of the cell. */
} tc_extreme_cell;

/* Collective. Finds the cell with the highest value. If several cells have this value, the lowest cell number
 * is returned. */
tc_status tc_field_find_max(const tc_space *space, const double *value, tc_extreme_cell *out);

/* Collective. Finds the cell whose value is farthest outside the range low .. high. out->value is the
 * distance of that value from the range; at most 0 if no value is outside. Errors (on all ranks): TC_INTERNAL
 * if memory is exhausted. */
tc_status tc_field_find_outside_range(const tc_space *space, const double *value, double low, double high,
                                      tc_extreme_cell *out);

/* Collective. Sums volume * a * b over all cells. `a` and `b` may be the same array. The result is NaN if a
 * term is not finite. */
tc_status tc_field_dot(const tc_space *space, const double *a, const double *b, double *out);

/* Collective. Computes the volume-weighted norm of value - before, sqrt(sum of volume * (value - before)^2)
 * over all cells. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_field_difference_norm(const tc_space *space, const double *value, const double *before,
                                   double *out);

/* Collective. Sums volume * a over all cells; NaN if a term is not finite. */
tc_status tc_field_integral(const tc_space *space, const double *a, double *out);

/* Collective. Sums the volumes of all cells. */
tc_status tc_field_volume(const tc_space *space, double *out);

/* Collective. Computes the integral of |value - mean|, which measures how much diffusion can still change the
 * field; 0 in a uniform field. A constant added to the field does not change the result. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_field_spread(const tc_space *space, const double *value, double *out);

#endif
