#include "fv/heat.h"

static void expect_diffusion(const method *how) {
  whole w = whole_of(mesh_box(4, 3, 5, 0.15), how);
  expect_pattern(&w, 2);
  expect_conservative(&w);
  expect_same_rows_in_parts(&w);
  whole_free(&w);
}

Test(gradient, pattern_and_conservation_for_every_tensor) {
  for (int t = 0; t < tensor_count; t++)
    expect_diffusion(&(method){"gradient", all_tensors[t], usual_stabilisation, NULL, NULL, false});
  expect_diffusion(&(method){"gradient", unit_tensor, usual_stabilisation, any_tensor, NULL, false});
}

/* The stabilisation must add a symmetric matrix to V R (volumes times rates). This matrix must reduce the
 * energy of a field. */
Test(gradient, stabilisation_is_symmetric_and_takes_energy) {
  whole w[2];
  for (int s = 0; s < 2; s++)
    w[s] = whole_of(mesh_box(4, 3, 3, 0.15),
                    &(method){"gradient", unit_tensor, 3.0 * s, any_tensor, NULL, false});
  const int32_t n = w[0].n;
  for (int32_t i = 0; i < n; i++)
    for (int k = 0; k < 16; k++) {
      if (!is_entry(w[0].rates, i, k)) continue;
      const int32_t j = column_at(w[0].rates, i, k);
      const double here = value_at(w[1].rates, i, k), there = *entry(w[1].rates, j, i);
      const double extra = w[0].volume[i] * (here - value_at(w[0].rates, i, k)),
                   back = w[0].volume[j] * (there - *entry(w[0].rates, j, i));
      cr_assert_float_eq(extra, back, 1e-13 * w[0].volume[i] * fabs(w[1].rates->diagonal[i]), "(%d, %d)", i,
                         j);
    }
  double *v = zeros(n), energy = 0.0, magnitude;
  for (int32_t i = 0; i < n; i++) v[i] = noise((uint64_t)i);
  for (int32_t i = 0; i < n; i++)
    energy += w[0].volume[i] * v[i] *
              (apply_row(w[1].rates, i, v, &magnitude) - apply_row(w[0].rates, i, v, &magnitude));
  cr_assert_lt(energy, 0.0);
  free(v);
  for (int s = 0; s < 2; s++) whole_free(&w[s]);
}

/* True if the cell or one of its neighbours has a boundary face whose marker is not `allowed`. Boundary
 * faces have no flux, which contradicts most linear fields. The row of such a cell is therefore not exact. */
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

/* Checks that R u = 0 in the exact rows for the linear field u = 3 + slope . x. Returns the number of
 * exact rows. */
static int32_t expect_no_net_flux(const whole *w, const double slope[3], int allowed) {
  double *u = zeros(w->n);
  int32_t exact = 0;
  for (int32_t i = 0; i < w->n; i++) u[i] = 3.0 + tc_dot3(slope, w->centroid + 3 * (size_t)i);
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

/* If a linear field has no flux through the side z = 0, the rows at this side must be exact too. The
 * side's normal is not an axis of the tensor. */
Test(gradient, linear_fields_that_fit_the_boundary) {
  whole w = whole_make(mesh_box(6, 5, 6, 0.15), "gradient", full_tensor);
  /* The third component is chosen so that (K e_z) . slope = 0. */
  double slope[3] = {1.0, -2.0, 0.0};
  slope[2] = -(full_tensor[4] * slope[0] + full_tensor[5] * slope[1]) / full_tensor[2];
  const int32_t inner = expect_no_net_flux(&w, slope, 0), with_side = expect_no_net_flux(&w, slope, 5);
  cr_assert_gt(with_side, inner + 50);
  whole_free(&w);
}

/* The tensor for z > 1/2 differs from the tensor for z < 1/2 in its axes and its magnitude. */
static const double *tensor_at(double z) { return z < 0.5 ? full_tensor : all_tensors[3]; }
static void set_layer_tensor(tc_gid cell, const double *centroid, double tensor[6]) {
  (void)cell;
  for (int i = 0; i < 6; i++) tensor[i] = 1e-3 * (centroid[2] < 0.5 ? 1e3 : 1.0) * tensor_at(centroid[2])[i];
}

/* Returns a box with randomly moved interior vertices. Vertices in the plane z = 1/2 remain in this plane. */
static tc_mesh *mesh_with_a_plane(int32_t bricks) {
  tc_mesh *mesh = mesh_box(bricks, bricks, bricks, 0.0);
  for (int32_t node = 0; node < mesh->nodes; node++) {
    double *p = mesh->points + 3 * (size_t)node;
    bool inner = true;
    for (int i = 0; i < 3; i++) inner = inner && p[i] > 0.0 && p[i] < 1.0;
    for (int i = 0; inner && i < (p[2] == 0.5 ? 2 : 3); i++)
      p[i] += 0.1 / bricks * noise(3 * (uint64_t)node + (uint64_t)i);
  }
  return mesh;
}

/* The field is continuous, linear on each side of the plane, and has a continuous flux through the plane.
 * The net flux of each cell must then be 0. */
Test(gradient, what_bends_where_the_tensor_jumps_is_exact) {
  whole w =
      whole_of(mesh_with_a_plane(6), &(method){"gradient", unit_tensor, 3.0, set_layer_tensor, NULL, false});
  double k[2][6], *u = zeros(w.n), slope[2][3] = {{-2.0, 0.7, 1.3}, {-2.0, 0.7, 0.0}}, magnitude;
  int32_t exact = 0, bent_cells = 0;
  for (int side = 0; side < 2; side++) set_layer_tensor(0, (const double[]){0, 0, side}, k[side]);
  slope[1][2] = (k[0][2] * 1.3 + (k[0][4] - k[1][4]) * -2.0 + (k[0][5] - k[1][5]) * 0.7) / k[1][2];
  for (int32_t i = 0; i < w.n; i++) {
    const double *c = w.centroid + 3 * (size_t)i;
    u[i] = tc_dot3(slope[0], c) + (c[2] > 0.5 ? (slope[1][2] - slope[0][2]) * (c[2] - 0.5) : 0.0);
  }
  for (int32_t i = 0; i < w.n; i++) {
    const double rate = apply_row(w.rates, i, u, &magnitude);
    if (!is_exact(&w, i, 0)) continue;
    exact++;
    bent_cells += fabs(w.centroid[3 * (size_t)i + 2] - 0.5) < 0.1;
    cr_assert_leq(fabs(rate), 1e-12 * magnitude, "cell %d: %g of %g", i, rate, magnitude);
  }
  cr_assert(exact > w.n / 5 && bent_cells > 50, "%d, %d", exact, bent_cells);
  free(u);
  whole_free(&w);
}

/* Shears the mesh. The bricks are then oblique, but all of them still have the same shape. */
static void shear_mesh(tc_mesh *mesh) {
  for (int32_t node = 0; node < mesh->nodes; node++) {
    double *p = mesh->points + 3 * (size_t)node;
    p[0] += 0.3 * p[1] - 0.2 * p[2];
    p[1] += 0.25 * p[2];
  }
}

/* If all bricks have the same shape, a quadratic field differs between bricks only by a linear field.
 * Fluxes of a linear field are exact. The net flux of an inner brick must therefore be volume * div(K grad
 * u), which shows each component of K. */
Test(gradient, quadratic_fields_show_every_component_of_the_tensor) {
  static const int factors[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.0);
  shear_mesh(mesh);
  whole w = whole_make(mesh, "gradient", full_tensor);
  double *u = malloc(8 * (size_t)w.n);
  for (int component = 0; component < 6; component++) {
    for (int32_t i = 0; i < w.n; i++) {
      const double *c = w.centroid + 3 * (size_t)i;
      u[i] = c[factors[component][0]] * c[factors[component][1]];
    }
    double net = 0.0, volume = 0.0;
    /* the cells of the brick in the middle of the box */
    for (int32_t i = 6 * 62; i < 6 * 63; i++) {
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

/* Halves the edge of the bricks twice, and expects that consecutive errors show second order. */
static void expect_second_order(double jitter) {
  skip_with_sanitizers("takes a minute");
  double error[3];
  for (int i = 0; i < 3; i++) error[i] = heat_error(&plain, "gradient", 7 << i, jitter);
  for (int i = 0; i < 2; i++)
    cr_assert_gt(log2(error[i] / error[i + 1]), 1.8, "jitter %g: %g %g %g", jitter, error[0], error[1],
                 error[2]);
  cr_assert_lt(error[2], 5e-3, "%g", error[2]);
}

Test(gradient, second_order) { expect_second_order(0.0); }
Test(gradient, second_order_on_distorted_meshes) { expect_second_order(0.15); }

/* Second order must also be reached if the tensor varies smoothly in space. */
Test(gradient, second_order_with_a_tensor_that_varies) {
  const double coarse = heat_error(&bent, "gradient", 6, 0.15),
               fine = heat_error(&bent, "gradient", 12, 0.15);
  cr_assert_gt(log2(coarse / fine), 1.8, "%g %g", coarse, fine);
  cr_assert_lt(fine, 0.02, "%g", fine);
}

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
  const method how = {"gradient", unit_tensor, usual_stabilisation, NULL, NULL, false};
  tc_mesh *mesh = mesh_single(1e-9);
  tc_dual *dual = NULL;
  const int32_t own = 0;
  part p;
  expect_ok(tc_dual_create(mesh, &dual));
  expect_error(part_make(cut(mesh, dual, 1, &own, 2), &how, &p), TC_INPUT,
               "cell 1 is too flat for the gradient scheme");
  part_free(&p);
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
