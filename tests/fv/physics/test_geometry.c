#include "fv/physics/geometry.h"

#include "fv/whole_mesh.h"

/* The volumes of owned cells and the centroids of all cells of a submesh must not depend on local numbers. */
Test(geometry, volumes_and_centroids_of_a_part) {
  whole w = whole_make(mesh_box(4, 3, 3, 0.15), "two-point", unit_tensor);
  const int32_t own[3] = {100, 7, 8};
  tc_submesh *submesh = cut(w.mesh, w.dual, 3, own, 2);
  tc_geometry *g = NULL;
  double sum = 0.0;
  for (int32_t cell = 0; cell < w.n; cell++) sum += w.volume[cell];
  cr_assert_float_eq(sum, 1.0, 1e-14);
  expect_ok(tc_geometry_create(submesh, &g));
  for (int32_t cell = 0; cell < 3; cell++) cr_assert_eq(g->volume[cell], w.volume[own[cell]]);
  for (int32_t cell = 0; cell < submesh->cells; cell++)
    for (int i = 0; i < 3; i++)
      cr_assert_float_eq(tc_geometry_centroid(g, cell)[i], w.centroid[3 * submesh->id[cell] + i], 1e-15);
  tc_geometry_destroy(&g);
  cr_assert_null(g);
  tc_submesh_destroy(&submesh);
  whole_free(&w);
}
