#include "solve/problem/material.h"

#include <math.h>
#include <stdio.h>

#include "base/core/memory.h"
#include "mesh/tetrahedron.h"
#include "support/formulas.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting cuttings[] = {{"gradient", "metis", TC_DISTRIBUTION_METIS, 65536},
                                   {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
                                   {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 100000}};
enum { cutting_count = sizeof cuttings / sizeof *cuttings };

static tc_tensor_input constant(tc_tensor_form form, double a, double b, double c) {
  return (tc_tensor_input){"here", form, {{a, NULL}, {b, NULL}, {c, NULL}}};
}

static tc_tensor_input of_formula(tc_expression *e) {
  return (tc_tensor_input){"here", TC_TENSOR_SCALAR, {{0, e}}};
}

/* Returns a box with the regions 1, 2 and -5, which are slabs of equal thickness. */
static tc_mesh *create_slab_mesh(void) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  for (int32_t c = 0; c < mesh->cells; c++) mesh->region[c] = c < 54 ? 1 : c < 108 ? 2 : -5;
  return mesh;
}

static tc_status outcome(tc_world *world, const cutting *how, tc_mesh *mesh, const tc_material *material,
                         tc_problem **out) {
  tc_problem_options choice = cutting_choice(how);
  choice.material = material;
  return tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, out);
}

static tc_problem *make(tc_world *world, const cutting *how, tc_mesh *mesh, const tc_material *material) {
  tc_problem *p = NULL;
  expect_ok(outcome(world, how, mesh, material, &p));
  return p;
}

#define expect_refused(world, mesh, material, code, part)                                                    \
  for (int c_ = 0; c_ < cutting_count; c_++) {                                                               \
    tc_problem *p_ = NULL;                                                                                   \
    expect_error(outcome(world, &cuttings[c_], mesh, material, &p_), code, part);                            \
    cr_assert_null(p_);                                                                                      \
  }

static void expect_cell(const tc_problem *p, int32_t cell, const double wanted[6]) {
  const double *k = tc_physics_tensor(p->physics, cell);
  for (int i = 0; i < 6; i++)
    cr_assert(fabs(k[i] - wanted[i]) < 1e-13, "cell %d: component %d is %g, not %g",
              (int)p->space->submesh->id[cell], i, k[i], wanted[i]);
}

/* The tensor of a cell must depend on the cell alone. Owned cells and ring cells must have the same
 * tensors. */
ParallelTest(material, each_region_has_its_own) {
  tc_mesh *mesh = create_slab_mesh();
  tc_expression *xy = formula("1+x*y", 3);
  const tc_region_tensor region[] = {{"r1", {-5, NULL}, constant(TC_TENSOR_DIAGONAL, 3, 2, 1)},
                                     {"r2", {2, NULL}, of_formula(xy)}};
  const tc_material material = {constant(TC_TENSOR_SCALAR, 7, 0, 0), 2, region, {0}, NULL};
  for (int c = 0; c < cutting_count; c++) {
    tc_problem *p = make(world, &cuttings[c], mesh, &material);
    cr_assert(!p->physics->is_uniform);
    for (int32_t i = 0; i < p->physics->cells; i++) {
      const double *at = tc_geometry_centroid(p->space->geometry, i), k = 1 + at[0] * at[1];
      switch (p->space->submesh->region[i]) {
      case 1: expect_cell(p, i, (double[]){7, 7, 7, 0, 0, 0}); break;
      case 2: expect_cell(p, i, (double[]){k, k, k, 0, 0, 0}); break;
      default: expect_cell(p, i, (double[]){3, 2, 1, 0, 0, 0});
      }
    }
    tc_problem_destroy(&p);
  }
  tc_expression_destroy(&xy);
  tc_mesh_destroy(&mesh);
}

/* A uniform tensor must not be stored per cell. The matrix rows must equal those of a problem without a
 * material. */
ParallelTest(material, one_tensor_stays_uniform) {
  tc_mesh *mesh = create_slab_mesh();
  const tc_problem_options choice = cutting_choice(&cuttings[0]);
  tc_material material = {constant(TC_TENSOR_FULL, 0, 0, 0), 0, NULL, {0}, NULL};
  for (int k = 0; k < 6; k++) material.tensor.component[k].number = choice.tensor[k];
  tc_problem *p = make(world, &cuttings[0], mesh, &material),
             *plain = problem_make(world, &cuttings[0], mesh);
  cr_assert(p->physics->is_uniform);
  const size_t values = (size_t)p->system->rates->width * (size_t)p->space->owned;
  cr_assert_arr_eq(p->system->rates->value, plain->system->rates->value, 8 * values);
  tc_problem_destroy(&p);
  tc_problem_destroy(&plain);
  tc_mesh_destroy(&mesh);
}

/* Fibre directions from formulas and from cell values must give the same tensors. The lengths of the
 * directions must have no effect. */
ThreadedTest(material, fibres_from_formulas_and_values) {
  tc_mesh *mesh = create_slab_mesh();
  tc_expression *direction[3] = {formula("cos(3*z)", 3), formula("sin(3*z)", 3), formula("x-0.4", 3)},
                *sheet[3] = {formula("0", 3), formula("y", 3), formula("1", 3)};
  double *values = malloc(48 * (size_t)mesh->cells);
  for (int32_t i = 0; i < mesh->cells; i++) {
    double centroid[3];
    const double *corner[4];
    for (int k = 0; k < 4; k++) corner[k] = mesh->points + 3 * (size_t)mesh->vertices[4 * i + k];
    tc_centroid(corner[0], corner[1], corner[2], corner[3], centroid);
    for (int k = 0; k < 6; k++) {
      expect_ok(tc_expression_value(k < 3 ? direction[k] : sheet[k - 3], centroid, &values[6 * i + k]));
      values[6 * i + k] *= 0.25 * (i % 7 + 1);
    }
  }
  tc_material material = {constant(TC_TENSOR_FIBRES, 9, 1, 3),
                          0,
                          NULL,
                          {"f", direction, sheet, 0, NULL},
                          NULL};
  for (int c = 0; c < cutting_count; c++) {
    tc_material other = material;
    other.fibres = (tc_fibres){"f", NULL, NULL, 6, world->rank == 0 ? values : NULL};
    tc_problem *a = make(world, &cuttings[c], mesh, &material), *b = make(world, &cuttings[c], mesh, &other);
    tc_axes *axes = NULL;
    expect_ok(tc_material_axes(a->space, &material.fibres, &axes));
    for (int32_t i = 0; i < a->physics->cells; i++) {
      const double *f = axes[i].fibre, *k = tc_physics_tensor(a->physics, i);
      double out[3];
      expect_cell(b, i, k);
      tc_diffusion_apply(k, f, out);
      for (int d = 0; d < 3; d++) cr_assert_float_eq(out[d], 9 * f[d], 1e-13);
    }
    tc_free(axes);
    tc_problem_destroy(&a);
    tc_problem_destroy(&b);
  }
  for (int k = 0; k < 3; k++) tc_expression_destroy(&direction[k]);
  for (int k = 0; k < 3; k++) tc_expression_destroy(&sheet[k]);
  free(values);
  tc_mesh_destroy(&mesh);
}

/* If fibre and sheet direction are swapped together with their conductivities, the tensor must not change. */
ParallelTest(material, swapping_along_and_sheet) {
  tc_mesh *mesh = create_slab_mesh();
  tc_expression *f[3] = {formula("cos(z)", 3), formula("sin(z)", 3), formula("0", 3)},
                *s[3] = {formula("-sin(z)", 3), formula("cos(z)", 3), formula("0", 3)};
  const tc_material one = {constant(TC_TENSOR_FIBRES, 9, 1, 3), 0, NULL, {"f", f, s, 0, NULL}, NULL};
  const tc_material two = {constant(TC_TENSOR_FIBRES, 3, 1, 9), 0, NULL, {"f", s, f, 0, NULL}, NULL};
  tc_problem *a = make(world, &cuttings[0], mesh, &one), *b = make(world, &cuttings[0], mesh, &two);
  for (int32_t i = 0; i < a->physics->cells; i++) expect_cell(a, i, tc_physics_tensor(b->physics, i));
  tc_problem_destroy(&a);
  tc_problem_destroy(&b);
  for (int k = 0; k < 3; k++) tc_expression_destroy(&f[k]);
  for (int k = 0; k < 3; k++) tc_expression_destroy(&s[k]);
  tc_mesh_destroy(&mesh);
}

/* All ranks must report the lowest cell with an invalid tensor, even if another rank owns this cell. No rank
 * may hang. */
ParallelTest(material, tensors_that_are_none) {
  tc_mesh *mesh = create_slab_mesh();
  tc_expression *bad = formula("z < 0.5 ? 1 : z < 0.7 ? -1 : 1", 3), *nan = formula("1/(z<0.5)", 3),
                *small = formula("1e-111", 3);
  double lowest = INFINITY;
  for (int32_t i = mesh->cells; i-- > 0;) {
    double z = 0;
    for (int k = 0; k < 4; k++) z += mesh->points[3 * (size_t)mesh->vertices[4 * i + k] + 2] / 4;
    if (z >= 0.5 && z < 0.7) lowest = i + 1;
  }
  char name[64];
  snprintf(name, sizeof name, "here: cell %d (region", (int)lowest);
  tc_material material = {of_formula(bad), 0, NULL, {0}, NULL};
  expect_refused(world, mesh, &material, TC_INPUT, name);
  material.tensor = of_formula(nan);
  expect_refused(world, mesh, &material, TC_INPUT, "component 1 is not finite");
  material.tensor = of_formula(small);
  expect_refused(world, mesh, &material, TC_INPUT, "cell 1 (region 1): 1e-111 is too small");
  tc_expression_destroy(&bad);
  tc_expression_destroy(&nan);
  tc_expression_destroy(&small);
  tc_mesh_destroy(&mesh);
}

/* A cell without a fibre direction is an error only if the tensor of its region uses the direction. */
ParallelTest(material, directions_that_are_none) {
  tc_mesh *mesh = create_slab_mesh();
  double *values = calloc(3 * (size_t)mesh->cells, 8);
  for (int32_t i = 0; i < mesh->cells; i++) values[3 * i] = i < 54 ? 0.0 : 1.0;
  const tc_fibres fibres = {"fibres", NULL, NULL, 3, world->rank == 0 ? values : NULL};
  const tc_region_tensor bath = {"r", {1, NULL}, constant(TC_TENSOR_SCALAR, 1, 0, 0)};
  tc_material material = {constant(TC_TENSOR_FIBRES, 9, 1, 1), 0, NULL, fibres, NULL};
  expect_refused(world, mesh, &material, TC_INPUT,
                 "fibres: in cell 1 the fibre has the direction (0, 0, 0): ");
  material.regions = 1;
  material.region = &bath;
  tc_problem *p = make(world, &cuttings[0], mesh, &material);
  tc_problem_destroy(&p);
  free(values);
  tc_mesh_destroy(&mesh);
}

/* A sheet direction that is 0 or parallel to the fibre is an error only if the tensor uses the sheet
 * direction. */
ParallelTest(material, sheets_that_are_none) {
  tc_mesh *mesh = create_slab_mesh();
  double *values = calloc(6 * (size_t)mesh->cells, 8);
  for (int32_t i = 0; i < mesh->cells; i++) values[6 * i] = values[6 * i + 3] = i < 54 ? 1.0 : 2.0;
  for (int32_t i = 0; i < 10; i++) values[6 * i + 3] = 0.0;
  const tc_fibres fibres = {"fibres", NULL, NULL, 6, world->rank == 0 ? values : NULL};
  tc_material material = {constant(TC_TENSOR_FIBRES, 9, 1, 1), 0, NULL, fibres, NULL};
  tc_problem *p = make(world, &cuttings[0], mesh, &material);
  for (int32_t i = 0; i < p->physics->cells; i++)
    cr_assert_arr_eq(tc_physics_tensor(p->physics, i), ((double[]){9, 1, 1, 0, 0, 0}), 6 * sizeof(double));
  tc_problem_destroy(&p);
  material.tensor = constant(TC_TENSOR_FIBRES, 9, 1, 3);
  expect_refused(world, mesh, &material, TC_INPUT,
                 "fibres: in cell 1 the fibre has the direction (1, 0, 0) and its sheet the direction (0, 0, "
                 "0)");
  free(values);
  tc_mesh_destroy(&mesh);
}

ParallelTest(material, regions_that_are_none) {
  tc_mesh *mesh = create_slab_mesh();
  const tc_region_tensor region[] = {{"r1", {2, NULL}, constant(TC_TENSOR_SCALAR, 2, 0, 0)},
                                     {"r2", {3, NULL}, constant(TC_TENSOR_SCALAR, 2, 0, 0)},
                                     {"r3", {2, NULL}, constant(TC_TENSOR_SCALAR, 2, 0, 0)}};
  tc_material material = {constant(TC_TENSOR_SCALAR, 7, 0, 0), 2, region, {0}, NULL};
  expect_refused(world, mesh, &material, TC_USAGE, "r2: the mesh has no region 3 (its regions: -5, 1, 2");
  const tc_region_tensor twice[] = {region[0], region[2]};
  material.region = twice;
  expect_refused(world, mesh, &material, TC_USAGE, "r3: region 2 already has a tensor");
  tc_mesh_destroy(&mesh);
}
