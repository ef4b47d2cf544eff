#include "solve/observe/front_resolution.h"

#include <math.h>
#include <stdlib.h>

#include "support/problems.h"

static const cutting cuttings[] = {{"two-point", "rcm", TC_DISTRIBUTION_METIS, 65536},
                                   {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 5}};

typedef double (*slope_of)(tc_gid cell);

/* Finds the front on a box. All its cells have the longest edge (1, 1/2, 1/4). */
static tc_front front_of(tc_world *world, const cutting *how, slope_of slope) {
  tc_mesh *mesh = NULL;
  tc_front out;
  expect_ok(tc_mesh_generate_box((int32_t[]){4, 3, 2}, (double[]){4.0, 1.5, 0.5}, &mesh));
  tc_problem *p = problem_make(world, how, mesh);
  double *value = problem_zeros(p);
  for (int32_t i = 0; i < p->space->owned; i++) value[i] = slope(p->space->id[i]);
  expect_ok(tc_front_find(p->space, p->physics, value, &out));
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
  return out;
}

enum { cells = 4 * 3 * 2 * 6 };

static double constant_value(tc_gid cell) {
  (void)cell;
  return 9.0;
}
static double some(tc_gid cell) { return cell % 3 == 0 ? NAN : wild(cell); }
static double half(tc_gid cell) { return cell < cells / 2 ? INFINITY : 1.0 + (double)cell; }
static double zero_value(tc_gid cell) { return cell % 2 ? -1.0 : 0.0; }

/* Returns n.K n for the unit vector n along the longest edge. K is the tensor of support/problems.h. */
static double conductivity_along_edge(void) {
  const double n[3] = {1.0, 0.5, 0.25}, k[6] = {2.0, 1.0, 0.7, 0.5, -0.3, 0.2};
  const double square = k[0] * n[0] * n[0] + k[1] * n[1] * n[1] + k[2] * n[2] * n[2] +
                        2 * (k[3] * n[0] * n[1] + k[4] * n[0] * n[2] + k[5] * n[1] * n[2]);
  return square / (1.0 + 0.25 + 0.0625);
}

static int compare_doubles(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Returns the lower median of all positive and finite slopes, and their number. */
static double median_of(slope_of slope, int64_t *count) {
  double value[cells];
  *count = 0;
  for (tc_gid c = 0; c < cells; c++)
    if (slope(c) > 0.0 && isfinite(slope(c))) value[(*count)++] = slope(c);
  qsort(value, (size_t)*count, sizeof *value, compare_doubles);
  return value[(*count - 1) / 2];
}

/* The result must equal the median of the sorted slopes, on any number of ranks. */
ParallelTest(front, is_the_median_of_cells_with_a_positive_slope) {
  static const slope_of slopes[] = {constant_value, some, half};
  const double edge = sqrt(1.0 + 0.25 + 0.0625);
  for (int c = 0; c < 2; c++)
    for (int s = 0; s < 3; s++) {
      const tc_front f = front_of(world, &cuttings[c], slopes[s]);
      int64_t count;
      const double slope = median_of(slopes[s], &count);
      cr_assert_eq(f.cells, count);
      cr_assert_float_eq(f.ratio / (edge / sqrt(conductivity_along_edge() / slope)), 1.0, 1e-12);
      cr_assert_float_eq(f.edge, edge, 1e-12);
      cr_assert_float_eq(f.width / (edge / f.ratio), sqrt(13.0 / 6.0), 1e-12);
      cr_assert_eq(slopes[s](f.cell), slope);
    }
  const tc_front f = front_of(world, &cuttings[0], constant_value);
  cr_assert_eq(f.cell, 0, "the lowest of several equal cells must be chosen");
}

ParallelTest(front, without_a_positive_slope) {
  const tc_front f = front_of(world, &cuttings[1], zero_value);
  cr_assert_eq(f.cells, 0);
  cr_assert_eq(f.ratio, 0.0);
}

ParallelTest(front, delays_are_those_measured) {
  static const double ratio[] = {11.404, 5.702, 2.851, 1.426}, percent[] = {96, 27, 9, 4};
  (void)world;
  for (int i = 0; i < 4; i++) cr_assert_float_eq(tc_front_delay(ratio[i]), percent[i], 1e-9);
  for (double q = 0.1; q < 40.0; q *= 1.1) cr_assert_leq(tc_front_delay(q), tc_front_delay(1.1 * q));
  cr_assert_eq(tc_front_delay(100.0), 100.0);
}

static int warnings(double ratio, const char *part) {
  tc_log_record record = {0};
  const tc_log log = {NULL, TC_LOG_NORMAL, &record, NULL};
  tc_front_report(&(tc_front){9, ratio, 6, 0.5, 0.1}, "run.yaml:4: source", 1, &log);
  if (record.warnings) cr_assert_not_null(strstr(record.warning[0], part), "%s", record.warning[0]);
  return record.warnings;
}

ParallelTest(front, warns_of_coarse_meshes) {
  (void)world;
  cr_assert_eq(warnings(2.49, ""), 0);
  cr_assert_eq(warnings(2.5,
                        "run.yaml:4: source: the mesh is too coarse for the fronts of this source: a front "
                        "is about 0.1 wide, but the longest edge of a typical cell is 0.5 (median, cell 7)"),
               1);
  cr_assert_eq(warnings(5.702, "such fronts were about 27 % too slow: use a mesh with edges "
                               "below 0.22"),
               1);
  cr_assert_eq(warnings(12.0, "such fronts did not move"), 1);
}
