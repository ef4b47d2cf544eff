#include "solve/space/field.h"

#include <math.h>
#include <stdio.h>

#include "solve/space/field_squares.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting cuttings[] = {
    {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1},
    {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
    {"two-point", "metis", TC_DISTRIBUTION_METIS, 10},
    {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 100000},
};
enum { cutting_count = sizeof cuttings / sizeof *cuttings };

static double *values(const tc_problem *p, double (*f)(tc_gid)) {
  double *v = malloc(8 * (size_t)p->space->owned + 8);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = f(p->space->id[i]);
  return v;
}

static double other_values(tc_gid cell) { return noise((uint64_t)cell + 5000); }
/* Returns the norm of a field minus `from`. `top` is the guess of the highest exponent in the sum, which may
 * be wrong and must not change the result. */
static double deviation_norm(const tc_problem *p, double (*f)(tc_gid), double from, int top) {
  double *v = values(p, f), out;
  expect_ok(tc_field_deviation_norm(p->space, v, from, &top, &out));
  free(v);
  return out;
}

static double seven_values(tc_gid cell) { return cell < 0 ? 0.0 : 7.0; }

static tc_field_stats describe(const tc_problem *p, double (*f)(tc_gid)) {
  tc_field_stats field;
  double *v = values(p, f);
  expect_ok(tc_field_stats_compute(p->space, v, &field));
  free(v);
  return field;
}

static double dot(const tc_problem *p, double (*f)(tc_gid), double (*g)(tc_gid)) {
  double *a = values(p, f), *b = values(p, g), out;
  expect_ok(tc_field_dot(p->space, a, b, &out));
  free(a);
  free(b);
  return out;
}

/* Results on all ranks and with several layouts must have the same bits as on one rank with the cells in the
 * order of the mesh file. */
ThreadedTest(field, the_same_bits_for_every_layout) {
  tc_mesh *mesh = mesh_box(5, 4, 4, 0.15);
  twin t = twin_make("two-point", mesh);
  const tc_field_stats alone = describe(t.problem, wild);
  const double product = dot(t.problem, wild, other_values);
  const double norm = deviation_norm(t.problem, other_values, 0.25, 0);
  cr_assert(alone.finite && alone.hash != describe(t.problem, other_values).hash);
  for (int c = 0; c < cutting_count; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    const tc_field_stats field = describe(p, wild);
    cr_assert(field.finite);
    cr_assert_eq(field.hash, alone.hash);
    cr_assert(field.min == alone.min && field.max == alone.max);
    cr_assert_eq(field.integral, alone.integral, "%.17g, %.17g", field.integral, alone.integral);
    cr_assert_eq(dot(p, wild, other_values), product);
    cr_assert_eq(deviation_norm(p, other_values, 0.25, 40 * c - 80), norm);
    cr_assert_float_eq(deviation_norm(p, seven_values, 4.0, 0), 3.0, 1e-13);
    /* The volume of the cube is 1. */
    cr_assert_float_eq(describe(p, seven_values).integral, 7.0, 1e-14);
    cr_assert_float_eq(dot(p, seven_values, seven_values), 49.0, 1e-13);
    tc_problem_destroy(&p);
  }
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* A change of the last bit, a change of the sign and a swap of two values must all change the hash. */
ThreadedTest(field, the_hash_sees_every_change) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.0);
  tc_problem *p = problem_make(world, &cuttings[1], mesh);
  double *v = values(p, wild);
  tc_field_stats before, after;
  expect_ok(tc_field_stats_compute(p->space, v, &before));
  const bool first = p->space->owned > 1 && world->rank == 0;
  for (int change = 0; change < 3; change++) {
    const double kept[2] = {v[0], p->space->owned > 1 ? v[1] : 0.0};
    if (first && change == 0) v[0] = nextafter(v[0], INFINITY);
    if (first && change == 1) v[0] = -v[0];
    if (first && change == 2) {
      v[0] = kept[1];
      v[1] = kept[0];
    }
    expect_ok(tc_field_stats_compute(p->space, v, &after));
    cr_assert_neq(after.hash, before.hash, "change %d", change);
    if (first) memcpy(v, kept, sizeof kept);
  }
  expect_ok(tc_field_stats_compute(p->space, v, &after));
  cr_assert_eq(after.hash, before.hash);
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ThreadedTest(field, what_is_not_finite_shows_everywhere) {
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.0);
  tc_problem *p = problem_make(world, &cuttings[1], mesh);
  double *v = values(p, other_values), product;
  tc_field_stats field;
  for (int i = 0; i < 3; i++) {
    if (world->rank == world->ranks - 1) v[0] = bad[i];
    expect_ok(tc_field_stats_compute(p->space, v, &field));
    cr_assert_not(field.finite);
    cr_assert_not(isfinite(field.integral));
    expect_ok(tc_field_dot(p->space, v, v, &product));
    cr_assert_not(isfinite(product));
  }
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

static tc_expression *formula(const char *text) {
  tc_expression *expression = NULL;
  expect_ok(tc_expression_create("run.yaml:3: initial", text, tc_expression_xyzt, 4, &expression));
  return expression;
}

ParallelTest(field, formulas_at_centroids) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_expression *good = formula("x + 10*y + 100*z + 1000*t"), *pole = formula("x > 0.5 ? 1/0 : 1e200"),
                *huge = formula("x > 0.5 ? -1e101 : 1e100"), *tiny = formula("x > 0.5 ? -1e-101 : 1e-320"),
                *none = formula("0"), *wide = formula("x > 0.5 ? -1e-99 : 1e-320");
  for (int c = 0; c < cutting_count; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    double *v = values(p, wild), l2, largest;
    expect_ok(tc_field_evaluate(p->space, "initial", good, 3.0, v));
    tc_gid lowest = TC_GID_NONE, lowest_of_all;
    for (int32_t i = 0; i < p->space->owned; i++) {
      const double *at = p->space->centroid + 3 * (size_t)i;
      cr_assert_float_eq(v[i], at[0] + 10 * at[1] + 100 * at[2] + 3000, 1e-10);
      if (at[0] > 0.5 && p->space->id[i] < lowest) lowest = p->space->id[i];
    }
    MPI_Allreduce(&lowest, &lowest_of_all, 1, TC_MPI_GID, MPI_MIN, tc_world_comm(world));
    char wanted[100];
    snprintf(wanted, sizeof wanted,
             "here: the formula is not finite (NaN or infinite) at the centroid of cell %d",
             (int)lowest_of_all + 1);
    expect_error(tc_field_evaluate(p->space, "here", pole, 0.0, v), TC_USAGE, wanted);
    snprintf(wanted, sizeof wanted, "here: the value of the formula at the centroid of cell %d is too large",
             (int)lowest_of_all + 1);
    expect_error(tc_field_evaluate(p->space, "here", huge, 0.0, v), TC_USAGE, wanted);
    expect_error(tc_field_evaluate(p->space, "here", tiny, 0.0, v), TC_USAGE,
                 "here: the values of the formula are too small to compute with (1e-101 at most)");
    expect_ok(tc_field_evaluate(p->space, "here", none, 0.0, v));
    expect_ok(tc_field_evaluate(p->space, "here", wide, 0.0, v));
    double *three = values(p, seven_values), *seven_again = values(p, seven_values);
    for (int32_t i = 0; i < p->space->owned; i++) three[i] = p->space->id[i] == 17 ? 2.0 : 4.0;
    expect_ok(tc_field_compare(p->space, three, seven_again, &l2, &largest));
    /* The expected value is approximate, because the mesh is distorted. */
    const double volume = 1.0 / mesh->cells;
    cr_assert_float_eq(l2, sqrt(9.0 * (1.0 - volume) + 25.0 * volume), 0.05);
    cr_assert_eq(largest, 5.0);
    expect_ok(tc_field_compare(p->space, three, three, &l2, &largest));
    cr_assert(l2 == 0.0 && largest == 0.0);
    free(three);
    free(seven_again);
    free(v);
    tc_problem_destroy(&p);
  }
  tc_expression_destroy(&good);
  tc_expression_destroy(&pole);
  tc_expression_destroy(&huge);
  tc_expression_destroy(&tiny);
  tc_expression_destroy(&none);
  tc_expression_destroy(&wide);
  tc_mesh_destroy(&mesh);
}
