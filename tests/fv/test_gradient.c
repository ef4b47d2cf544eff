#include "fv/heat.h"

Test(gradient, pattern_and_conservation_for_every_tensor) {
  for (int t = 0; t < tensor_count; t++) {
    whole w = whole_make(mesh_box(4, 3, 5, 0.15), "gradient", all_tensors[t]);
    expect_pattern(&w, 2);
    expect_conservative(&w);
    whole_free(&w);
  }
}

Test(gradient, rows_do_not_depend_on_who_assembles_them) {
  whole w = whole_make(mesh_box(4, 4, 4, 0.15), "gradient", full_tensor);
  expect_same_rows_in_parts(&w, "gradient", full_tensor);
  whole_free(&w);
}

/* A boundary face says "zero flux", which most linear fields contradict: only rows whose own and whose
 * neighbours' gradients see no boundary are exact, or none but the side with the marker `allowed`. */
static bool sees_boundary(const whole *w, int32_t cell, int allowed) {
  for (int k = 0; k < 4; k++) {
    const int32_t near = w->dual->neighbour[4 * (size_t)cell + (size_t)k];
    if (near < 0 && w->dual->marker[-1 - near] != allowed) return true;
  }
  return false;
}

static bool is_exact(const whole *w, int32_t cell, int allowed) {
  bool exact = !sees_boundary(w, cell, allowed);
  for (int k = 0; exact && k < 4; k++) {
    const int32_t near = w->dual->neighbour[4 * (size_t)cell + (size_t)k];
    exact = near < 0 || !sees_boundary(w, near, allowed);
  }
  return exact;
}

/* R u = 0 for u = 3 + slope . x in these cells; returns how many there are. */
static int32_t expect_no_net_flux(const whole *w, const double slope[3], int allowed) {
  double *u = zeros(w->n);
  int32_t exact = 0;
  for (int32_t i = 0; i < w->n; i++) u[i] = 3.0 + tc_dot(slope, w->centroid + 3 * (size_t)i);
  for (int32_t i = 0; i < w->n; i++) {
    double magnitude, rate = apply_row(w->rates, i, u, &magnitude);
    if (!is_exact(w, i, allowed)) continue;
    exact++;
    cr_assert_leq(fabs(rate), 1e-12 * magnitude, "cell %d: %g of %g", i, rate, magnitude);
  }
  free(u);
  return exact;
}

Test(gradient, linear_fields_give_no_net_flux_in_inner_cells) {
  for (int t = 0; t < tensor_count; t++) {
    whole w = whole_make(mesh_box(6, 5, 6, 0.15), "gradient", all_tensors[t]);
    cr_assert_gt(expect_no_net_flux(&w, (const double[]){-2.0, 0.7, 1.3}, 0), w.n / 5);
    whole_free(&w);
  }
}

/* A linear field with no flux through the side z = 0 is exact up to that side, whose normal need not be an
 * axis of the tensor. */
Test(gradient, linear_fields_that_fit_the_boundary) {
  whole w = whole_make(mesh_box(6, 5, 6, 0.15), "gradient", full_tensor);
  double slope[3] = {1.0, -2.0, 0.0}; /* (K e_z) . slope = 0 */
  slope[2] = -(full_tensor[4] * slope[0] + full_tensor[5] * slope[1]) / full_tensor[2];
  const int32_t inner = expect_no_net_flux(&w, slope, 0), with_side = expect_no_net_flux(&w, slope, 5);
  cr_assert_gt(with_side, inner + 50);
  whole_free(&w);
}

/* x -> A x: cells that are not upright, but still the same from brick to brick. */
static void shear(tc_mesh *mesh) {
  for (int32_t node = 0; node < mesh->nodes; node++) {
    double *p = mesh->points + 3 * (size_t)node;
    p[0] += 0.3 * p[1] - 0.2 * p[2];
    p[1] += 0.25 * p[2];
  }
}

/* Where all bricks are alike, a quadratic field changes from brick to brick by a linear one, for which the
 * fluxes are exact. So the net flux of a whole inner brick is volume * div(K grad u), and each component of K
 * can be seen. */
Test(gradient, quadratic_fields_show_every_component_of_the_tensor) {
  static const int factors[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.0);
  shear(mesh);
  whole w = whole_make(mesh, "gradient", full_tensor);
  double *u = malloc(8 * (size_t)w.n);
  for (int component = 0; component < 6; component++) {
    for (int32_t i = 0; i < w.n; i++) {
      const double *c = w.centroid + 3 * (size_t)i;
      u[i] = c[factors[component][0]] * c[factors[component][1]];
    }
    double net = 0.0, volume = 0.0;
    for (int32_t i = 6 * 62; i < 6 * 63; i++) { /* the brick in the middle */
      double magnitude;
      net += w.volume[i] * apply_row(w.rates, i, u, &magnitude);
      volume += w.volume[i];
    }
    cr_assert_float_eq(net / volume, 2.0 * full_tensor[component], 1e-10, "component %d: %.15g", component,
                       net / volume);
  }
  free(u);
  whole_free(&w);
}

/* Bricks double twice; the last two errors give the order. */
static void expect_second_order(double jitter) {
  skip_with_sanitizers("takes a minute");
  double error[3];
  for (int i = 0; i < 3; i++) error[i] = heat_error("gradient", 7 << i, jitter);
  for (int i = 0; i < 2; i++)
    cr_assert_gt(log2(error[i] / error[i + 1]), 1.8, "jitter %g: %g %g %g", jitter, error[0], error[1],
                 error[2]);
  cr_assert_lt(error[2], 5e-3, "%g", error[2]);
}

Test(gradient, second_order) { expect_second_order(0.0); }
Test(gradient, second_order_on_distorted_meshes) { expect_second_order(0.15); }

Test(gradient, cells_with_few_neighbours) {
  const double points[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  const int32_t cells[8] = {0, 1, 2, 3, 1, 2, 3, 4};
  whole two = whole_make(mesh_of(5, points, 2, cells), "gradient", full_tensor);
  expect_pattern(&two, 2);
  expect_conservative(&two);
  cr_assert_gt(value_at(two.rates, 0, 0), 0.0);
  whole_free(&two);
  whole one = whole_make(mesh_single(1.0), "gradient", full_tensor);
  expect_pattern(&one, 2);
  cr_assert_eq(one.rates->diagonal[0], 0.0);
  whole_free(&one);
}

Test(gradient, flat_cells_are_named) {
  tc_mesh *mesh = mesh_single(1e-9);
  tc_dual *dual = NULL;
  tc_ell *rates = NULL;
  const int32_t own = 0;
  expect_ok(tc_dual_create(mesh, &dual));
  tc_submesh *submesh = cut(mesh, dual, 1, &own);
  expect_error(assemble(submesh, tc_scheme_find("gradient"), unit_tensor, &rates), TC_INPUT,
               "cell 1 is too flat for the gradient scheme");
  tc_ell_destroy(&rates);
  tc_submesh_destroy(&submesh);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

Test(scheme, the_registry) {
  cr_assert_eq(tc_scheme_count(), 2);
  for (int i = 0; i < tc_scheme_count(); i++) {
    cr_assert_eq(tc_scheme_find(tc_scheme_at(i)->name), tc_scheme_at(i));
    cr_assert_eq(tc_scheme_at(i)->width % 4, 0);
  }
  cr_assert_eq(tc_scheme_find("two-point")->width, 4);
  cr_assert_eq(tc_scheme_find("gradient")->width, 16);
  cr_assert_null(tc_scheme_find("no such scheme"));
}
