#include "fv/physics/physics.h"

#include "fv/whole_mesh.h"

static void set_full_tensor(tc_gid cell, const double *centroid, double tensor[6]) {
  (void)cell;
  (void)centroid;
  memcpy(tensor, full_tensor, 6 * sizeof *tensor);
}

/* A tensor that is set for each cell, but is equal in all cells, must give the bits of a uniform tensor. */
Test(physics, equal_tensors_are_a_uniform_one) {
  for (int s = 0; s < tc_scheme_count(); s++) {
    const method one = {tc_scheme_at(s)->name, full_tensor, 0.3, NULL, NULL, false},
                 each = {tc_scheme_at(s)->name, unit_tensor, 0.3, set_full_tensor, NULL, false};
    whole a = whole_of(mesh_box(4, 3, 3, 0.15), &one), b = whole_of(mesh_box(4, 3, 3, 0.15), &each);
    cr_assert(a.all.physics->is_uniform && !b.all.physics->is_uniform);
    const size_t entries = (size_t)a.n * (size_t)a.rates->width;
    cr_assert_arr_eq(a.rates->diagonal, b.rates->diagonal, 8 * (size_t)a.n);
    cr_assert_arr_eq(a.rates->value, b.rates->value, 8 * entries);
    whole_free(&a);
    whole_free(&b);
  }
}

Test(physics, tensors_vary_from_what_they_were) {
  const int32_t own[2] = {40, 41};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.0);
  tc_dual *dual = NULL;
  tc_physics *p = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  tc_submesh *submesh = cut(mesh, dual, 2, own, 2);
  expect_ok(tc_physics_create(submesh, some_markers, some_marker, full_tensor, &p));
  cr_assert_eq(p->cells, submesh->cells);
  for (int32_t cell = 0; cell < p->cells; cell++)
    cr_assert_arr_eq(tc_physics_tensor(p, cell), full_tensor, sizeof full_tensor);
  expect_ok(tc_physics_set_nonuniform(p));
  p->tensor[6 + 2] = 17.0;
  /* A second call must not overwrite the tensors with the uniform one. */
  expect_ok(tc_physics_set_nonuniform(p));
  cr_assert_eq(tc_physics_tensor(p, 1)[2], 17.0);
  for (int32_t cell = 0; cell < p->cells; cell++)
    if (cell != 1) cr_assert_arr_eq(tc_physics_tensor(p, cell), full_tensor, sizeof full_tensor);
  tc_physics_destroy(&p);
  cr_assert_null(p);
  tc_submesh_destroy(&submesh);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

/* The boundary conditions must list the markers of the whole mesh, also those that do not occur in the
 * submesh. At first, all conditions are fluxes without data, which means no flux. */
Test(physics, the_boundary_table_knows_the_markers) {
  const int32_t middle = 6 * 13, marker[6] = {-5, 1, 3, 4, 5, 6};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.0);
  tc_dual *dual = NULL;
  tc_physics *p = NULL;
  for (int32_t f = 0; f < mesh->faces; f++) /* Any integer is allowed as marker. Marker 2 becomes -5. */
    if (mesh->face_marker[f] == 2) mesh->face_marker[f] = -5;
  expect_ok(tc_dual_create(mesh, &dual));
  tc_submesh *submesh = cut(mesh, dual, 1, &middle, 2);
  expect_ok(tc_physics_create(submesh, 6, marker, unit_tensor, &p));
  cr_assert_eq(p->boundaries, 6);
  for (int b = 0; b < 6; b++) {
    cr_assert_eq(p->boundary[b].marker, marker[b]);
    cr_assert(p->boundary[b].kind == TC_BOUNDARY_FLUX && !p->boundary[b].has_data);
  }
  cr_assert_eq(p->faces, submesh->boundary);
  for (int32_t f = 0; f < submesh->boundary; f++)
    cr_assert_eq(p->boundary[p->boundary_index[f]].marker, submesh->marker[f]);
  cr_assert(tc_physics_is_conservative(p));
  p->boundary[3].kind = TC_BOUNDARY_EXCHANGE;
  cr_assert(!tc_physics_is_conservative(p));
  expect_ok(tc_physics_alloc_exchange(p));
  for (int32_t f = 0; f < submesh->boundary; f++) cr_assert_eq(p->exchange[f], 0.0);
  tc_physics_destroy(&p);
  tc_submesh_destroy(&submesh);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}
