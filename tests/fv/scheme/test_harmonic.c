/* Harmonic averaging points, with and without a limit of their displacement in the face. */
#include "fv/scheme/flux.h"
#include "fv/whole_mesh.h"

/* Returns the number of harmonic points that the limit moves, counted from both sides of each face. Points
 * between cells of different regions must not be moved. */
static int64_t count_moved(const whole *w) {
  const tc_gradient_setup free = {w->all.geometry, w->all.physics, false},
                          limited = {w->all.geometry, w->all.physics, true};
  int64_t moved = 0;
  for (int32_t cell = 0; cell < w->n; cell++)
    for (int k = 0; k < 4; k++) {
      tc_face face;
      tc_harmonic h[2];
      double way[3];
      if (!tc_face_get(w->all.geometry, cell, k, &face)) continue;
      tc_face_harmonic(&free, &face, &h[0]);
      tc_face_harmonic(&limited, &face, &h[1]);
      tc_subtract(h[0].point, h[1].point, way);
      cr_assert_eq(h[0].is_distant, tc_norm(way) > 0.0);
      cr_assert_eq(h[0].is_distant, h[1].is_distant);
      cr_assert_eq(h[0].weight[0], h[1].weight[0]);
      /* The displacement must be in the plane of the face. */
      cr_assert_leq(fabs(tc_dot3(way, face.area)), 1e-12 * tc_norm(way) * tc_norm(face.area));
      moved += h[0].is_distant;
      if (!h[0].is_distant) continue;
      const int32_t *region = w->all.submesh->region;
      cr_assert_eq(region[face.cell[0]], region[face.cell[1]]);
    }
  return moved;
}

/* Returns the largest displacement of a harmonic point that the difference of the two tensors causes. It
 * is divided by the square root of the face area |S|. */
static double find_largest_displacement(const whole *w, bool limited) {
  const tc_gradient_setup turned = {w->all.geometry, w->all.physics, limited};
  double most = 0.0;
  for (int32_t cell = 0; cell < w->n; cell++)
    for (int k = 0; k < 4; k++) {
      tc_face face;
      tc_harmonic h;
      double n[3], foot[2][3], between[3] = {0}, way[3], height[2];
      if (!tc_face_get(w->all.geometry, cell, k, &face)) continue;
      tc_face_harmonic(&turned, &face, &h);
      for (int i = 0; i < 3; i++) n[i] = face.area[i] / tc_norm(face.area);
      for (int side = 0; side < 2; side++) {
        const double *c = tc_geometry_centroid(w->all.geometry, face.cell[side]);
        tc_subtract(face.centroid, c, way);
        height[side] = tc_dot3(way, n);
        for (int i = 0; i < 3; i++) foot[side][i] = c[i] + height[side] * n[i];
      }
      for (int i = 0; i < 3; i++) between[i] = h.weight[0] * foot[0][i] + h.weight[1] * foot[1][i];
      tc_subtract(h.point, between, way);
      most = fmax(most, tc_norm(way) / sqrt(tc_norm(face.area)));
    }
  return most;
}

Test(harmonic, limited_points_stay_near_their_faces) {
  whole w =
      whole_of(mesh_box(4, 3, 3, 0.15), &(method){"gradient", unit_tensor, 0.3, any_tensor, NULL, false});
  const int64_t moved = count_moved(&w);
  cr_assert_gt(moved, 0);
  cr_assert_eq(moved, w.all.system->distant);
  cr_assert_gt(find_largest_displacement(&w, false), 2.0 * TC_HARMONIC_REACH);
  cr_assert_float_eq(find_largest_displacement(&w, true), TC_HARMONIC_REACH, 1e-12);
  whole_free(&w);
}

Test(harmonic, points_between_regions_are_not_limited) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.15);
  /* Each cell is a separate region, so no point may be moved. */
  for (int32_t cell = 0; cell < mesh->cells; cell++) mesh->region[cell] = cell;
  whole w = whole_of(mesh, &(method){"gradient", unit_tensor, 0.3, any_tensor, NULL, false});
  cr_assert_eq(count_moved(&w), 0);
  cr_assert_eq(w.all.system->distant, 0);
  whole_free(&w);
}

Test(harmonic, equal_tensors_need_no_limit) {
  whole free = whole_of(mesh_box(4, 3, 3, 0.15), &(method){"gradient", full_tensor, 0.3, NULL, NULL, false}),
        limited =
            whole_of(mesh_box(4, 3, 3, 0.15), &(method){"gradient", full_tensor, 0.3, NULL, NULL, true});
  cr_assert_eq(free.all.system->distant, 0);
  cr_assert_arr_eq(free.rates->value, limited.rates->value, 8 * (size_t)free.n * 16);
  whole_free(&free);
  whole_free(&limited);
}

/* With limited harmonic points, the rows must be conservative and must map constants to 0. They must be
 * equal in every part of the mesh. */
Test(harmonic, limited_rows_are_conservative) {
  whole w =
      whole_of(mesh_box(4, 3, 3, 0.15), &(method){"gradient", unit_tensor, 0.3, any_tensor, NULL, true});
  expect_conservative(&w);
  expect_pattern(&w, 2);
  expect_same_rows_in_parts(&w);
  whole_free(&w);
}
