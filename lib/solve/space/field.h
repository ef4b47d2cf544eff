/* What is said about a field: numbers that have the same bits on any number of ranks, in any order of rows.
 */
#ifndef TC_SOLVE_SPACE_FIELD_H
#define TC_SOLVE_SPACE_FIELD_H

#include <stdbool.h>

#include "fv/formula/expression.h"
#include "solve/space/space.h"

/* Squares of values up to the one, times volumes, do not overflow; those of the other do not vanish. */
#define TC_FIELD_MAX 1e+100
#define TC_FIELD_MIN 1e-100

typedef struct tc_field_stats {
  uint64_t hash; /* of the bits in the mesh's own order: sum over cells of tc_hash_element(cell, value) */
  double min, max;
  double integral; /* sum of value * volume */
  bool finite;
} tc_field_stats;

/* Collective. */
tc_status tc_field_stats_compute(const tc_space *space, const double *value, tc_field_stats *out);

/* Collective. value_i = formula at the centroid of cell i (variables x, y, z, t). Errors on all ranks:
 * TC_USAGE, naming `where` and the lowest cell with a value that is not finite, or beyond TC_FIELD_MAX;
 * values that are all below TC_FIELD_MIN, and not all 0. */
tc_status tc_field_evaluate(const tc_space *space, const char *where, tc_expression *formula, double time,
                            double *value);

/* Collective. Errors against `exact`: root of the volume-weighted mean square, and the largest. */
tc_status tc_field_compare(const tc_space *space, const double *value, const double *exact, double *l2,
                           double *largest);

typedef struct tc_extreme_cell {
  double value;
  tc_gid cell;        /* as the user numbers cells */
  double position[3]; /* its centroid */
} tc_extreme_cell;

/* Collective. The cell with the highest value, of several the one with the lowest number. */
tc_status tc_field_find_max(const tc_space *space, const double *value, tc_extreme_cell *out);

/* Collective. The cell whose value lies farthest outside low .. high; out->value: by how much, at most 0 when
 * none does. Errors on all ranks: TC_INTERNAL out of memory. */
tc_status tc_field_find_outside_range(const tc_space *space, const double *value, double low, double high,
                                      tc_extreme_cell *out);

/* Collective. Sum over all cells of volume * a * b, the same bits on any number of ranks and threads. a and b
 * may be the same. Not finite when a term is not. */
tc_status tc_field_dot(const tc_space *space, const double *a, const double *b, double *out);

/* Collective. The root of that sum for a = b = value - before. Errors on all ranks: TC_INTERNAL out of
 * memory. */
tc_status tc_field_difference_norm(const tc_space *space, const double *value, const double *before,
                                   double *out);

/* Collective. Sum over all cells of volume * a, the same way. */
tc_status tc_field_integral(const tc_space *space, const double *a, double *out);

/* Collective. How far value[owned] is from uniform: the integral of |value - mean|, 0 in a uniform field, and
 * what diffusion can move. A constant added to the field does not change it. Errors on all ranks: TC_INTERNAL
 * if memory is exhausted. */
tc_status tc_field_spread(const tc_space *space, const double *value, double *out);

#endif
