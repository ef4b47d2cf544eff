#include "fv/heat.h"

static void expect_monotone_and_symmetric(const whole *w) {
  for (int32_t i = 0; i < w->n; i++)
    for (int k = 0; k < w->rates->width; k++) {
      if (!is_entry(w->rates, i, k)) continue;
      const int32_t j = column_at(w->rates, i, k);
      const double there = w->volume[i] * value_at(w->rates, i, k),
                   back = w->volume[j] * *entry(w->rates, j, i);
      cr_assert_gt(there, 0.0, "not monotone at (%d, %d)", i, j);
      cr_assert_leq(fabs(there - back), 1e-14 * there, "not symmetric at (%d, %d)", i, j);
    }
}

static void expect_diffusion(const method *how) {
  whole w = whole_of(mesh_box(4, 3, 5, 0.15), how);
  expect_pattern(&w, 1);
  expect_conservative(&w);
  expect_monotone_and_symmetric(&w);
  expect_same_rows_in_parts(&w);
  whole_free(&w);
}

Test(two_point, pattern_conservation_and_symmetry_for_every_tensor) {
  for (int t = 0; t < tensor_count; t++)
    expect_diffusion(&(method){"two-point", all_tensors[t], 0.0, NULL, NULL, false});
  expect_diffusion(&(method){"two-point", unit_tensor, 0.0, any_tensor, NULL, false});
}

/* Two cells have a common face of area 1/2 and the heights 1 and 2. A side with the face vector S and the
 * vector d between centroids has the transmissibility t = |S . K d| / d . d. The two are in series. */
Test(two_point, coefficient_of_two_cells) {
  const double points[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -2};
  const int32_t cells[8] = {0, 1, 2, 3, 0, 2, 1, 4};
  whole w = whole_make(mesh_of(5, points, 2, cells), "two-point", (const double[]){1, 1, 4, 0, 0, 0});
  /* squared distance between the centroid of the face and the cell centroids, projected to the plane of
   * the face */
  const double aside = 2.0 / 144.0;
  const double t0 = 0.5 * 4 * 0.25 / (aside + 0.0625), t1 = 0.5 * 4 * 0.5 / (aside + 0.25);
  const double flux = 1.0 / (1.0 / t0 + 1.0 / t1), rate[2] = {flux * 6.0, flux * 3.0};
  for (int32_t i = 0; i < 2; i++) {
    cr_assert_float_eq(value_at(w.rates, i, 0), rate[i], 1e-12);
    cr_assert_float_eq(w.rates->diagonal[i], -rate[i], 1e-12);
  }
  whole_free(&w);
}

static void layer(tc_gid cell, const double *centroid, double tensor[6]) {
  (void)centroid;
  for (int i = 0; i < 6; i++) tensor[i] = i < 3 ? exp(5.0 * noise((uint64_t)cell)) : 0.0;
}

/* Regular tetrahedra of edge 1 form a column (Boerdijk-Coxeter helix). Each has another conductivity k.
 * Lines between centroids cross the faces in their centroids at right angles, so the scheme is exact. Half
 * a cell has the resistance sqrt(2)/3 / k, and resistances add up. */
Test(two_point, a_column_of_layers) {
  enum { n = 12 };
  const double turn = acos(-2.0 / 3.0), radius = 0.3 * sqrt(3.0), rise = 1.0 / sqrt(10.0);
  double points[3 * (n + 3)], k[n], v[n], magnitude;
  int32_t cells[4 * n];
  for (int i = 0; i < n + 3; i++) {
    points[3 * i] = radius * cos(i * turn);
    points[3 * i + 1] = radius * sin(i * turn);
    points[3 * i + 2] = rise * i;
  }
  for (int i = 0; i < 4 * n; i++) cells[i] = i / 4 + i % 4;
  whole w = whole_of(mesh_of(n + 3, points, n, cells),
                     &(method){"two-point", unit_tensor, 0.0, layer, NULL, false});
  for (int i = 0; i < n; i++) {
    double tensor[6];
    layer(i, NULL, tensor);
    k[i] = tensor[0];
    v[i] = i == 0 ? 0.0 : v[i - 1] + sqrt(2.0) / 3.0 * (1.0 / k[i - 1] + 1.0 / k[i]);
  }
  for (int i = 1; i < n; i++)
    cr_assert_float_eq(*entry(w.rates, i, i - 1) * (1.0 / k[i] + 1.0 / k[i - 1]), 18.0, 1e-12);
  /* The flux through the column must be 1 everywhere. */
  for (int i = 0; i < n; i++) {
    const double net = w.volume[i] * apply_row(w.rates, i, v, &magnitude);
    cr_assert_float_eq(net, (i == 0) - (i == n - 1), 1e-13 * fmax(1.0, w.volume[i] * magnitude), "cell %d",
                       i);
  }
  whole_free(&w);
}

/* The two-point scheme is not consistent on these distorted cells, so its error does not tend to 0. The
 * error on the fine mesh must be at least half of that on the coarse mesh. */
Test(two_point, does_not_converge_on_distorted_meshes) {
  const double coarse = heat_error(&plain, "two-point", 4, 0.15),
               fine = heat_error(&plain, "two-point", 16, 0.15);
  cr_assert_gt(fine, 0.5 * coarse, "%g, then %g", coarse, fine);
  cr_assert_gt(fine, 0.01, "%g", fine);
  cr_assert_lt(fine, 1.0, "%g: larger than the solution", fine);
}
