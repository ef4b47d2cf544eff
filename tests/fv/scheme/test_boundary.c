/* Boundary conditions in both schemes. */
#include "fv/energy_form.h"
#include "fv/whole_mesh.h"

/* Sets the boundary conditions of a box: values at x = 0, a flux at x = 1, exchange at y = 0 and y = 1,
 * and no flux at z = 0 and z = 1. */
static void mixed(const tc_submesh *submesh, tc_physics *p) {
  static const tc_boundary_kind kind[7] = {TC_BOUNDARY_FLUX,     TC_BOUNDARY_VALUE,    TC_BOUNDARY_FLUX,
                                           TC_BOUNDARY_EXCHANGE, TC_BOUNDARY_EXCHANGE, TC_BOUNDARY_FLUX,
                                           TC_BOUNDARY_FLUX};
  for (int m = 0; m < 7; m++) p->boundary[m] = (tc_boundary){m, kind[m], m >= 1 && m <= 4};
  expect_ok(tc_physics_alloc_exchange(p));
  for (int32_t f = 0; f < submesh->boundary; f++)
    p->exchange[f] = submesh->marker[f] == 3 ? 0.5 : submesh->marker[f] == 4 ? 30.0 : 0.0;
}

/* Sets the same kind of boundary condition, with data, on all markers. */
static void set_all_kinds(tc_physics *p, tc_boundary_kind kind, double exchange) {
  for (int m = 0; m < p->boundaries; m++) p->boundary[m] = (tc_boundary){m, kind, true};
  expect_ok(tc_physics_alloc_exchange(p));
  for (int32_t f = 0; f < p->faces; f++) p->exchange[f] = exchange;
}
static void values(const tc_submesh *submesh, tc_physics *p) {
  (void)submesh;
  set_all_kinds(p, TC_BOUNDARY_VALUE, 0.0);
}
static void fluxes(const tc_submesh *submesh, tc_physics *p) {
  (void)submesh;
  set_all_kinds(p, TC_BOUNDARY_FLUX, 0.0);
}
static void exchanges(const tc_submesh *submesh, tc_physics *p) {
  (void)submesh;
  set_all_kinds(p, TC_BOUNDARY_EXCHANGE, 2.0);
}
static void tight(const tc_submesh *submesh, tc_physics *p) {
  (void)submesh;
  set_all_kinds(p, TC_BOUNDARY_EXCHANGE, 1e14);
}
static void loose(const tc_submesh *submesh, tc_physics *p) {
  (void)submesh;
  set_all_kinds(p, TC_BOUNDARY_EXCHANGE, 0.0);
}

/* Computes the outward normal of the side of the box that has this marker. */
static void get_normal(int marker, double n[3]) {
  for (int i = 0; i < 3; i++) n[i] = i == (marker - 1) / 2 ? (marker % 2 ? -1.0 : 1.0) : 0.0;
}

static double linear(const double at[3]) { return 3.0 + at[0] - 2.0 * at[1] + 0.5 * at[2]; }
static const double slope[3] = {1.0, -2.0, 0.5};

/* Sets the boundary data for which the linear field is a steady solution. */
static void set_linear(const whole *w) {
  tc_boundary_data *in = w->all.system->boundary_data;
  for (int32_t f = 0; f < in->faces; f++) {
    const tc_boundary *condition = &w->all.physics->boundary[in->boundary[f]];
    double n[3], kg[3], h = 0.0;
    get_normal(condition->marker, n);
    tc_diffusion_apply(tc_physics_tensor(w->all.physics, in->cell[f]), slope, kg);
    for (int32_t b = 0; b < w->all.physics->faces; b++)
      if (in->number[b] == f && w->all.physics->exchange) h = w->all.physics->exchange[b];
    const double flow = tc_dot3(n, kg), value = linear(in->point + 3 * (size_t)f);
    in->datum[f] = condition->kind == TC_BOUNDARY_VALUE  ? value
                   : condition->kind == TC_BOUNDARY_FLUX ? flow
                                                         : value + flow / h;
  }
}

/* Computes R v + b in out[n], where R are the rates and b are the boundary data. size[n] receives the sum
 * of the magnitudes of the terms. */
static void apply(const whole *w, const double *v, double *out, double *size) {
  for (int32_t i = 0; i < w->n; i++) out[i] = apply_row(w->rates, i, v, &size[i]);
  tc_boundary_data_apply(w->all.system->boundary_data, 1.0, out);
}

static void expect_linear(const method *how) {
  whole w = whole_of(mesh_box(4, 3, 3, 0.15), how);
  double *v = zeros(w.n), *out = zeros(w.n), *size = zeros(w.n);
  set_linear(&w);
  cr_assert_gt(w.all.system->boundary_data->faces, 0);
  for (int32_t i = 0; i < w.n; i++) v[i] = linear(w.centroid + 3 * (size_t)i);
  apply(&w, v, out, size);
  for (int32_t i = 0; i < w.n; i++)
    cr_assert_leq(fabs(out[i]), 2e-12 * size[i], "cell %d: %g of %g", i, out[i], size[i]);
  free(v);
  free(out);
  free(size);
  whole_free(&w);
}

Test(boundary, linear_fields_are_exact_with_the_gradient_scheme) {
  boundary_of *const kinds[] = {values, fluxes, exchanges};
  for (size_t k = 0; k < 3; k++)
    for (int t = 0; t < tensor_count - 1; t++)
      expect_linear(&(method){"gradient", all_tensors[t], 0.3, NULL, kinds[k], false});
}

/* Checks that two boundary conditions give the same R v + b. Kind exchange with a very large h is
 * equivalent to kind value. Kind exchange with h = 0 is equivalent to kind flux with the flux 0. */
static void expect_same(const char *scheme, boundary_of *one, boundary_of *other, double tolerance) {
  const method a = {scheme, full_tensor, 0.3, NULL, one, false},
               b = {scheme, full_tensor, 0.3, NULL, other, false};
  whole w[2] = {whole_of(mesh_box(3, 3, 3, 0.15), &a), whole_of(mesh_box(3, 3, 3, 0.15), &b)};
  const int32_t n = w[0].n;
  double *v = zeros(n), *out[2] = {zeros(n), zeros(n)}, *size = zeros(n);
  for (int32_t i = 0; i < n; i++) v[i] = noise((uint64_t)i);
  for (int k = 0; k < 2; k++) {
    tc_boundary_data *in = w[k].all.system->boundary_data;
    for (int32_t f = 0; f < in->faces; f++) in->datum[f] = linear(in->point + 3 * (size_t)f);
    apply(&w[k], v, out[k], size);
  }
  for (int32_t i = 0; i < n; i++)
    cr_assert_leq(fabs(out[0][i] - out[1][i]), tolerance * size[i], "cell %d: %g %g", i, out[0][i],
                  out[1][i]);
  for (int k = 0; k < 2; k++) {
    free(out[k]);
    whole_free(&w[k]);
  }
  free(v);
  free(size);
}

Test(boundary, exchanges_lie_between_values_and_no_flux) {
  for (int s = 0; s < tc_scheme_count(); s++) {
    expect_same(tc_scheme_at(s)->name, values, tight, 1e-11);
    expect_same(tc_scheme_at(s)->name, NULL, loose, 1e-13);
  }
}

/* The flow through the faces of all markers must equal the rate of change of the integral. The test checks
 * this for each column of the matrix and for each boundary datum. */
Test(boundary, the_flow_through_markers_is_what_the_integral_gains) {
  for (int s = 0; s < tc_scheme_count(); s++) {
    const method how = {tc_scheme_at(s)->name, unit_tensor, 0.3, any_tensor, mixed, false};
    whole w = whole_of(mesh_box(4, 3, 3, 0.15), &how);
    const tc_marker_flux *t = w.all.system->marker_flux;
    const tc_boundary_data *in = w.all.system->boundary_data;
    double *column = zeros(w.n), *size = zeros(w.n), *data = zeros(in->faces), *most = zeros(in->faces);
    for (int32_t i = 0; i < w.n; i++) {
      column[i] += w.volume[i] * w.rates->diagonal[i];
      size[i] += fabs(w.volume[i] * w.rates->diagonal[i]);
      for (int k = 0; k < w.rates->width; k++)
        column[column_at(w.rates, i, k)] += w.volume[i] * value_at(w.rates, i, k);
    }
    for (int32_t r = 0; r < in->rows; r++)
      for (int32_t k = in->begin[r]; k < in->begin[r + 1]; k++) {
        data[in->face[k]] += w.volume[in->row[r]] * in->factor[k];
        most[in->face[k]] += fabs(w.volume[in->row[r]] * in->factor[k]);
      }
    cr_assert_eq(t->markers, w.all.physics->boundaries);
    cr_assert_gt(t->begin[2], t->begin[0]);
    for (int32_t k = 0; k < t->begin[t->markers]; k++) column[t->cell[k]] -= t->factor[k];
    for (int32_t k = 0; k < t->datum_begin[t->markers]; k++) data[t->face[k]] -= t->datum_factor[k];
    for (int32_t i = 0; i < w.n; i++) cr_assert_leq(fabs(column[i]), 1e-12 * size[i], "column %d", i);
    for (int32_t f = 0; f < in->faces; f++) cr_assert_leq(fabs(data[f]), 1e-12 * most[f], "datum %d", f);
    free(column);
    free(size);
    free(data);
    free(most);
    whole_free(&w);
  }
}

/* The flux is 1 on all sides of the unit cube. The integral of any field must then change by the area of
 * the surface, which is 6. */
Test(boundary, given_fluxes_flow_in) {
  for (int s = 0; s < tc_scheme_count(); s++) {
    const method how = {tc_scheme_at(s)->name, full_tensor, 0.3, NULL, fluxes, false};
    whole w = whole_of(mesh_box(3, 4, 2, 0.15), &how);
    double *v = zeros(w.n), *out = zeros(w.n), *size = zeros(w.n), sum = 0.0;
    for (int32_t i = 0; i < w.n; i++) v[i] = noise((uint64_t)i);
    for (int32_t f = 0; f < w.all.system->boundary_data->faces; f++)
      w.all.system->boundary_data->datum[f] = 1.0;
    apply(&w, v, out, size);
    for (int32_t i = 0; i < w.n; i++) sum += w.volume[i] * out[i];
    cr_assert_float_eq(sum, 6.0, 1e-11);
    free(v);
    free(out);
    free(size);
    whole_free(&w);
  }
}

/* With the two-point scheme, no value may leave the range of its neighbours and of the boundary data. For
 * this, off-diagonal entries must not be negative, and each row with its data must sum to 0. */
Test(boundary, two_point_is_monotone) {
  const method how = {"two-point", unit_tensor, 0.0, any_tensor, mixed, false};
  whole w = whole_of(mesh_box(4, 3, 3, 0.15), &how);
  const tc_boundary_data *in = w.all.system->boundary_data;
  double *sum = zeros(w.n);
  for (int32_t i = 0; i < w.n; i++) {
    sum[i] = w.rates->diagonal[i];
    for (int k = 0; k < w.rates->width; k++) {
      cr_assert_geq(value_at(w.rates, i, k), 0.0);
      sum[i] += value_at(w.rates, i, k);
    }
  }
  for (int32_t r = 0; r < in->rows; r++)
    for (int32_t k = in->begin[r]; k < in->begin[r + 1]; k++) {
      cr_assert_gt(in->factor[k], 0.0);
      if (w.all.physics->boundary[in->boundary[in->face[k]]].kind != TC_BOUNDARY_FLUX)
        sum[in->row[r]] += in->factor[k];
    }
  for (int32_t i = 0; i < w.n; i++) cr_assert_leq(fabs(sum[i]), 1e-13 * fabs(w.rates->diagonal[i]));
  free(sum);
  whole_free(&w);
}

/* b must have the same bits in every part of the mesh. Each boundary face must be owned by exactly one
 * part. */
Test(boundary, parts_have_the_same_b) {
  for (int s = 0; s < tc_scheme_count(); s++) {
    const method how = {tc_scheme_at(s)->name, unit_tensor, 0.3, any_tensor, mixed, true};
    whole w = whole_of(mesh_box(4, 3, 3, 0.15), &how);
    double *b = zeros(w.n), *part_b = zeros(w.n);
    int32_t *own = malloc(4 * (size_t)w.n), faces = 0;
    for (int32_t f = 0; f < w.all.system->boundary_data->faces; f++)
      w.all.system->boundary_data->datum[f] = linear(w.all.system->boundary_data->point + 3 * (size_t)f);
    tc_boundary_data_apply(w.all.system->boundary_data, 0.7, b);
    expect_same_rows_in_parts(&w);
    for (int third = 0; third < 3; third++) {
      part p;
      int32_t owned = 0;
      for (int32_t cell = w.n - 1; cell >= 0; cell--)
        if (cell % 3 == third) own[owned++] = cell;
      expect_ok(part_make(cut(w.mesh, w.dual, owned, own, tc_scheme_at(s)->rings), &how, &p));
      tc_boundary_data *in = p.system->boundary_data;
      for (int32_t f = 0; f < in->faces; f++) {
        in->datum[f] = linear(in->point + 3 * (size_t)f);
        faces += in->is_owned[f];
      }
      memset(part_b, 0, 8 * (size_t)w.n);
      tc_boundary_data_apply(in, 0.7, part_b);
      for (int32_t i = 0; i < owned; i++) cr_assert_eq(part_b[i], b[own[i]], "cell %d", own[i]);
      part_free(&p);
    }
    cr_assert_eq(faces, w.all.system->boundary_data->faces);
    free(b);
    free(part_b);
    free(own);
    whole_free(&w);
  }
}

static void expect_energy(boundary_of *boundary, double stabilisation) {
  const method how = {"gradient", full_tensor, stabilisation, any_tensor, boundary, false};
  whole w = whole_of(mesh_box(4, 3, 3, 0.15), &how);
  const tc_gradient_setup at = {w.all.geometry, w.all.physics, false};
  double *v = zeros(w.n), rows = 0.0, cells = 0.0, magnitude;
  for (int32_t i = 0; i < w.n; i++) v[i] = noise((uint64_t)i);
  for (int32_t i = 0; i < w.n; i++) {
    tc_cell_gradient fit;
    double form[TC_SYM4_ENTRIES], d[4];
    rows -= w.volume[i] * v[i] * apply_row(w.rates, i, v, &magnitude);
    cr_assert(tc_cell_gradient_compute(&at, i, &fit));
    energy_form(&at, stabilisation, &fit, i, form);
    for (int k = 0; k < 4; k++) {
      const int32_t near = w.all.submesh->neighbour[4 * (size_t)i + (size_t)k];
      /* The flux of this face is prescribed, so the difference across the face must have no effect. */
      d[k] = fit.side[k] == TC_FACE_SIDE_CELL    ? v[near] - v[i]
             : fit.side[k] == TC_FACE_SIDE_DATUM ? -v[i]
                                                 : 1e3 * noise((uint64_t)i);
    }
    for (int k = 0; k < 4; k++)
      for (int l = 0; l < 4; l++) cells += form[tc_sym4_index(k, l)] * d[k] * d[l];
  }
  cr_assert_float_eq(cells / rows, 1.0, 1e-11, "%.17g %.17g", cells, rows);
  free(v);
  whole_free(&w);
}

Test(boundary, the_certificate_knows_the_boundary) {
  expect_energy(values, 0.0);
  expect_energy(values, 3.0);
  expect_energy(exchanges, 3.0);
  expect_energy(mixed, 0.3);
}
