#include "fv/scheme/cell_energy.h"

#include "fv/energy_form.h"
#include "fv/whole_mesh.h"

/* Returns the sum over all cells of the cell's energy, a quadratic form of the differences to its
 * neighbours. */
static double sum_cell_energy(const whole *w, const double *v) {
  const part *all = &w->all;
  const tc_gradient_setup at = {all->geometry, all->physics, all->system->limited};
  double sum = 0.0;
  for (int32_t cell = 0; cell < w->n; cell++) {
    tc_cell_gradient fit;
    double form[TC_SYM4_ENTRIES], d[4];
    cr_assert(tc_cell_gradient_compute(&at, cell, &fit));
    energy_form(&at, all->system->stabilisation, &fit, cell, form);
    for (int k = 0; k < 4; k++) {
      const int32_t near = all->submesh->neighbour[4 * (size_t)cell + (size_t)k];
      /* The boundary has no flux, so a difference at a boundary face must have no effect. */
      d[k] = near < 0 ? 1e3 * noise((uint64_t)cell) : v[near] - v[cell];
    }
    for (int k = 0; k < 4; k++)
      for (int l = 0; l < 4; l++) sum += form[tc_sym4_index(k, l)] * d[k] * d[l];
  }
  return sum;
}

/* Returns the energy -v^T V R v of a field, computed from the assembled rows. V are the volumes and R are
 * the rates. */
static double compute_row_energy(const whole *w, const double *v) {
  double sum = 0.0, magnitude;
  for (int32_t i = 0; i < w->n; i++) sum -= w->volume[i] * v[i] * apply_row(w->rates, i, v, &magnitude);
  return sum;
}

static void expect_same_energy(const method *how) {
  whole w = whole_of(mesh_box(4, 3, 5, 0.15), how);
  double *v = zeros(w.n);
  for (int32_t i = 0; i < w.n; i++) v[i] = noise((uint64_t)i);
  const double cells = sum_cell_energy(&w, v), rows = compute_row_energy(&w, v);
  cr_assert_float_eq(cells / rows, 1.0, 1e-11, "%.17g %.17g", cells, rows);
  free(v);
  whole_free(&w);
}

Test(energy, the_forms_of_all_cells_are_the_energy_of_the_rows) {
  for (int s = 0; s < 3; s++) {
    const double stabilisation = (const double[]){0.0, 0.3, 10.0}[s];
    for (int t = 0; t < tensor_count; t++)
      expect_same_energy(&(method){"gradient", all_tensors[t], stabilisation, NULL, NULL, false});
    expect_same_energy(&(method){"gradient", unit_tensor, stabilisation, any_tensor, NULL, false});
  }
}

/* The margin of a symmetric matrix is its smallest eigenvalue divided by the largest magnitude of an
 * eigenvalue. The test uses matrices with known eigenvalues. */
Test(energy, the_margin_is_the_smallest_eigenvalue) {
  const double diagonal[TC_SYM4_ENTRIES] = {4, 0, 0, 0, -2, 0, 0, 1, 0, 3};
  cr_assert_float_eq(tc_cell_energy_margin(diagonal), -0.5, 1e-15);
  /* The eigenvalues of this matrix are 4, 0, 0 and 0. */
  const double ones[TC_SYM4_ENTRIES] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  cr_assert_float_eq(tc_cell_energy_margin(ones), 0.0, 1e-15);
  /* The eigenvalues of this matrix are 2 - 2 cos(k pi / 5). */
  const double second[TC_SYM4_ENTRIES] = {2, -1, 0, 0, 2, -1, 0, 2, -1, 2};
  const double pi = 3.14159265358979323846;
  cr_assert_float_eq(tc_cell_energy_margin(second), (2 - 2 * cos(pi / 5)) / (2 - 2 * cos(4 * pi / 5)), 1e-15);
  const double zero[TC_SYM4_ENTRIES] = {0};
  cr_assert_eq(tc_cell_energy_margin(zero), 0.0);
  const double tiny[TC_SYM4_ENTRIES] = {1e-300, 0, 0, 0, -1e-300, 0, 0, 0, 0, 0};
  cr_assert_float_eq(tc_cell_energy_margin(tiny), -1.0, 1e-15);
  const double none[TC_SYM4_ENTRIES] = {1, 0, NAN, 0, 1, 0, 0, 1, 0, 1};
  cr_assert_eq(tc_cell_energy_margin(none), -1.0);
}

/* A cell is certified if its energy form has no negative eigenvalue. The number of certified cells must
 * not decrease with growing stabilisation. Without stabilisation, fewer cells must be certified than with
 * a large one. */
Test(energy, stabilisation_certifies_cells) {
  static const double anisotropic[6] = {1, 1, 25, 0, 0, 0};
  int32_t certified[4];
  for (int s = 0; s < 4; s++) {
    const double stabilisation = (const double[]){0.0, 0.3, 3.0, 30.0}[s];
    whole w = whole_of(mesh_box(4, 4, 4, 0.15),
                       &(method){"gradient", anisotropic, stabilisation, NULL, NULL, false});
    certified[s] = 0;
    for (int32_t i = 0; i < w.n; i++) certified[s] += w.all.system->margin[i] >= -1e-12;
    if (s > 0) cr_assert_geq(certified[s], certified[s - 1]);
    whole_free(&w);
  }
  cr_assert_gt(certified[3], certified[0]);
}

/* Margins that an assembly stores are exact if they are at most 0 or the smallest one, and otherwise exact or
 * 1. */
static void expect_margins(const double *tensor, double stabilisation) {
  whole w =
      whole_of(mesh_box(4, 4, 4, 0.15), &(method){"gradient", tensor, stabilisation, NULL, NULL, false});
  const part *all = &w.all;
  const tc_gradient_setup at = {all->geometry, all->physics, all->system->limited};
  double least = INFINITY, least_stored = INFINITY;
  int32_t exact = 0;
  for (int32_t cell = 0; cell < w.n; cell++) {
    tc_cell_gradient fit;
    double form[TC_SYM4_ENTRIES];
    cr_assert(tc_cell_gradient_compute(&at, cell, &fit));
    energy_form(&at, stabilisation, &fit, cell, form);
    const double margin = tc_cell_energy_margin(form), stored = all->system->margin[cell];
    cr_expect(stored == margin || (margin > 0.0 && stored == 1.0), "%.17g %.17g", stored, margin);
    exact += stored == margin;
    least = fmin(least, margin);
    least_stored = fmin(least_stored, stored);
  }
  cr_expect_eq(least, least_stored);
  cr_expect_lt(exact, w.n);
  whole_free(&w);
}

Test(energy, stored_margins) {
  static const double anisotropic[6] = {1, 1, 25, 0, 0, 0};
  expect_margins(unit_tensor, 0.0);
  expect_margins(unit_tensor, 1.0);
  expect_margins(anisotropic, 0.0);
  expect_margins(anisotropic, 3.0);
}

/* Forms near the limits of the test that avoids eigenvalues. */
Test(energy, margins_up_to_a_limit) {
  const double second[TC_SYM4_ENTRIES] = {2, -1, 0, 0, 2, -1, 0, 2, -1, 2};
  const double margin = tc_cell_energy_margin(second);
  cr_expect_eq(tc_cell_energy_margin_up_to(second, INFINITY), margin);
  cr_expect_eq(tc_cell_energy_margin_up_to(second, margin), margin);
  cr_expect_eq(tc_cell_energy_margin_up_to(second, 0.0), 1.0);
  cr_expect_eq(tc_cell_energy_margin_up_to(second, -0.5), 1.0);
  const double ones[TC_SYM4_ENTRIES] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  cr_expect_eq(tc_cell_energy_margin_up_to(ones, -1.0), tc_cell_energy_margin(ones));
  const double border[TC_SYM4_ENTRIES] = {2, -1, 0, 0, 2, 0, 0, 0, 0, 1};
  cr_expect_eq(tc_cell_energy_margin_up_to(border, INFINITY), 0.0);
  cr_expect_eq(tc_cell_energy_margin_up_to(border, -1.0), tc_cell_energy_margin(border));
  const double indefinite[TC_SYM4_ENTRIES] = {2, -3, 0, 0, 2, 0, 0, 0, 0, 1};
  cr_expect_eq(tc_cell_energy_margin_up_to(indefinite, -1.0), tc_cell_energy_margin(indefinite));
  /* With a trace that is not positive, a form is not positive definite. */
  const double negative[TC_SYM4_ENTRIES] = {-1, 0, 0, 0, -1, 0, 0, -1, 0, -1},
               mixed[TC_SYM4_ENTRIES] = {0.1, 0, 0, 0, 0.1, 0, 0, 0.1, 0, -1};
  for (int k = 0; k < 4; k++) {
    const double least = (const double[]){INFINITY, 1.0, 0.5, -1.0}[k];
    cr_expect_eq(tc_cell_energy_margin_up_to(negative, least), tc_cell_energy_margin(negative));
    cr_expect_eq(tc_cell_energy_margin_up_to(mixed, least), tc_cell_energy_margin(mixed));
  }
  const double zero[TC_SYM4_ENTRIES] = {0}, none[TC_SYM4_ENTRIES] = {1, 0, NAN, 0, 1, 0, 0, 1, 0, 1};
  cr_expect_eq(tc_cell_energy_margin_up_to(zero, 0.0), 0.0);
  cr_expect_eq(tc_cell_energy_margin_up_to(none, 0.0), -1.0);
}
