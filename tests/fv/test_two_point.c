#include "fv/heat.h"

Test(two_point, pattern_conservation_and_symmetry_for_every_tensor) {
  for (int t = 0; t < tensor_count; t++) {
    whole w = whole_make(mesh_box(4, 3, 5, 0.15), "two-point", all_tensors[t]);
    expect_pattern(&w, 1);
    expect_conservative(&w);
    for (int32_t i = 0; i < w.n; i++)
      for (int k = 0; k < w.rates->width; k++) {
        if (!is_entry(w.rates, i, k)) continue;
        const int32_t j = column_at(w.rates, i, k);
        const double there = w.volume[i] * value_at(w.rates, i, k),
                     back = w.volume[j] * *entry(w.rates, j, i);
        cr_assert_gt(there, 0.0, "not monotone at (%d, %d)", i, j);
        cr_assert_leq(fabs(there - back), 1e-14 * there, "not symmetric at (%d, %d)", i, j);
      }
    whole_free(&w);
  }
}

Test(two_point, rows_do_not_depend_on_who_assembles_them) {
  whole w = whole_make(mesh_box(4, 4, 4, 0.15), "two-point", full_tensor);
  expect_same_rows_in_parts(&w, "two-point", full_tensor);
  whole_free(&w);
}

/* Two cells of heights 1 and 2 on a common face of area 1/2, by hand: t = |S . K d| / d . d on either side,
 * both in a row. */
Test(two_point, coefficient_of_two_cells) {
  const double points[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -2};
  const int32_t cells[8] = {0, 1, 2, 3, 0, 2, 1, 4};
  whole w = whole_make(mesh_of(5, points, 2, cells), "two-point", (const double[]){1, 1, 4, 0, 0, 0});
  const double aside = 2.0 / 144.0; /* squared distance of the centroids' feet from the face's centroid */
  const double t0 = 0.5 * 4 * 0.25 / (aside + 0.0625), t1 = 0.5 * 4 * 0.5 / (aside + 0.25);
  const double flux = 1.0 / (1.0 / t0 + 1.0 / t1), rate[2] = {flux * 6.0, flux * 3.0};
  for (int32_t i = 0; i < 2; i++) {
    cr_assert_float_eq(value_at(w.rates, i, 0), rate[i], 1e-12);
    cr_assert_float_eq(w.rates->diagonal[i], -rate[i], 1e-12);
  }
  whole_free(&w);
}

/* Not consistent on these cells: the error of the finest mesh is no smaller than that of the coarsest. */
Test(two_point, does_not_converge_on_distorted_meshes) {
  const double coarse = heat_error("two-point", 4, 0.15), fine = heat_error("two-point", 16, 0.15);
  cr_assert_gt(fine, 0.5 * coarse, "%g, then %g", coarse, fine);
  cr_assert_gt(fine, 0.01, "%g", fine);
  cr_assert_lt(fine, 1.0, "%g: not even roughly right", fine);
}
