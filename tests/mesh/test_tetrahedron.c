#include "mesh/tetrahedron.h"

#include "base/numeric/hash.h"
#include "mesh/dual.h"
#include "support/expect.h"

static const double origin[3] = {0, 0, 0}, ex[3] = {1, 0, 0}, ey[3] = {0, 1, 0}, ez[3] = {0, 0, 1};

static void expect_vector(const double *got, double x, double y, double z) {
  cr_assert(fabs(got[0] - x) < 1e-14 && fabs(got[1] - y) < 1e-14 && fabs(got[2] - z) < 1e-14,
            "(%g, %g, %g), not (%g, %g, %g)", got[0], got[1], got[2], x, y, z);
}

static void draw(double p[3], uint64_t seed) {
  for (uint64_t i = 0; i < 3; i++) p[i] = (double)(int64_t)tc_hash_mix(3 * seed + i) * 0x1p-61;
}

Test(geometry, vectors) {
  double out[3];
  const double a[3] = {1, 2, 3}, b[3] = {4, -5, 6};
  cr_assert_eq(tc_dot3(a, b), 12.0);
  cr_assert_eq(tc_norm((double[]){2, 3, 6}), 7.0);
  tc_subtract(a, b, out);
  expect_vector(out, -3, 7, -3);
  tc_cross(a, b, out);
  expect_vector(out, 27, 6, -13);
  tc_cross(ex, ey, out);
  expect_vector(out, 0, 0, 1);
}

Test(geometry, cells_and_faces_by_hand) {
  double out[3];
  const double far[3] = {3, 4, 8};
  cr_assert_eq(tc_volume6(origin, ex, ey, ez), 1.0);
  cr_assert_eq(tc_volume6(origin, ey, ex, ez), -1.0, "left-handed");
  cr_assert_eq(tc_volume6(origin, ex, ey, far), 8.0);
  tc_centroid(origin, ex, ey, far, out);
  expect_vector(out, 1.0, 1.25, 2.0);
  tc_area(origin, ex, ey, out);
  expect_vector(out, 0, 0, 0.5);
  tc_area(ex, ey, ez, out);
  expect_vector(out, 0.5, 0.5, 0.5);
  tc_face_centroid(ex, ey, ez, out);
  expect_vector(out, 1 / 3.0, 1 / 3.0, 1 / 3.0);
}

/* The outward area vectors of the faces of a cell must sum to 0. Together with the centroids of the faces,
 * they must give the volume. */
Test(geometry, faces_close_their_cell) {
  for (uint64_t seed = 0; seed < 500; seed++) {
    double p[4][3], sum[3] = {0, 0, 0}, flux = 0.0, volume6, held[3];
    for (uint64_t i = 0; i < 4; i++) draw(p[i], 4 * seed + i);
    volume6 = tc_volume6(p[0], p[1], p[2], p[3]);
    if (volume6 < 0) {
      memcpy(held, p[0], sizeof held);
      memcpy(p[0], p[1], sizeof held);
      memcpy(p[1], held, sizeof held);
      cr_assert_float_eq(tc_volume6(p[0], p[1], p[2], p[3]), -volume6, 1e-11,
                         "swapping two vertices must change the sign");
      volume6 = -volume6;
    }
    for (int k = 0; k < 4; k++) {
      const int *at = tc_cell_face_vertices[k];
      double area[3], centre[3], to_apex[3];
      tc_area(p[at[0]], p[at[1]], p[at[2]], area);
      tc_face_centroid(p[at[0]], p[at[1]], p[at[2]], centre);
      tc_subtract(p[k], centre, to_apex);
      cr_assert_lt(tc_dot3(area, to_apex), 0.0, "normals must point away from the opposite vertex");
      for (int i = 0; i < 3; i++) sum[i] += area[i];
      flux += tc_dot3(area, centre);
    }
    expect_vector(sum, 0, 0, 0);
    /* By Gauss's theorem, the flux is 3 V. */
    cr_assert_float_eq(flux, volume6 / 2, 1e-11);
  }
}
