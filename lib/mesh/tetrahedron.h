/* Geometry of single cells and faces, used by the mesh checks and by the finite-volume schemes. A point is an
 * array of three coordinates in the mesh's unit of length. Each function adds terms in a fixed order, so the
 * bits of the result depend on the arguments alone. */
#ifndef TC_MESH_TETRAHEDRON_H
#define TC_MESH_TETRAHEDRON_H

#include <math.h>

static inline double tc_dot3(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static inline double tc_norm(const double a[3]) { return sqrt(tc_dot3(a, a)); }
static inline void tc_subtract(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}
static inline void tc_cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Returns six times the signed volume of the tetrahedron, which is positive for a right-handed one. */
static inline double tc_volume6(const double p0[3], const double p1[3], const double p2[3],
                                const double p3[3]) {
  double a[3], b[3], c[3], ab[3];
  tc_subtract(p1, p0, a);
  tc_subtract(p2, p0, b);
  tc_subtract(p3, p0, c);
  tc_cross(a, b, ab);
  return tc_dot3(ab, c);
}

static inline void tc_centroid(const double p0[3], const double p1[3], const double p2[3], const double p3[3],
                               double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = 0.25 * ((p0[i] + p1[i]) + (p2[i] + p3[i]));
}

/* Computes the area vector of a triangle: normal by the right-hand rule, length equal to the area. */
static inline void tc_area(const double p0[3], const double p1[3], const double p2[3], double out[3]) {
  double a[3], b[3];
  tc_subtract(p1, p0, a);
  tc_subtract(p2, p0, b);
  tc_cross(a, b, out);
  for (int i = 0; i < 3; i++) out[i] *= 0.5;
}

static inline void tc_face_centroid(const double p0[3], const double p1[3], const double p2[3],
                                    double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = (p0[i] + p1[i] + p2[i]) * (1.0 / 3.0);
}

#endif
