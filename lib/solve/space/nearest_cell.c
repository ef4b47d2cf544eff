/* Nearest cell by exhaustive search. Every rank computes the distance of the point from the bounding box of
 * each owned cell. It computes the exact distance from the four faces only if the box is not farther away
 * than the nearest cell found so far. The ranks then agree on the smallest distance and on the lowest cell
 * number that has this distance. */
#include "solve/space/nearest_cell.h"

#include <math.h>

#include "comm/world/mpi_world.h"
#include "mesh/tetrahedron.h"

#define TC_PHASE "finding the nearest cell"

static void subtract_vectors(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

/* Returns the squared distance from point p to the point a + v * u + w * t, where a is a point, u and t are
 * vectors, v and w numbers. */
static double squared_distance(const double p[3], const double a[3], double v, const double u[3], double w,
                               const double t[3]) {
  double sum = 0.0;
  for (int i = 0; i < 3; i++) {
    const double d = p[i] - (a[i] + v * u[i] + w * t[i]);
    sum += d * d;
  }
  return sum;
}

static double clamp_unit(double value) { return fmin(fmax(value, 0.0), 1.0); }

/* Returns the squared distance from point p to the line segment from a to b. */
static double squared_distance_to_segment(const double p[3], const double a[3], const double b[3]) {
  double u[3], d[3];
  subtract_vectors(b, a, u);
  subtract_vectors(p, a, d);
  return squared_distance(p, a, clamp_unit(tc_dot3(d, u) / tc_dot3(u, u)), u, 0.0, u);
}

/* Returns the squared distance from point p to the triangle a, b, c. If the perpendicular from p to the plane
 * meets the triangle, this is the squared distance to the plane. Otherwise it is that to the nearest edge. */
static double squared_distance_to_triangle(const double p[3], const double a[3], const double b[3],
                                           const double c[3]) {
  double u[3], t[3], d[3];
  subtract_vectors(b, a, u);
  subtract_vectors(c, a, t);
  subtract_vectors(p, a, d);
  const double uu = tc_dot3(u, u), ut = tc_dot3(u, t), tt = tc_dot3(t, t), du = tc_dot3(d, u),
               dt = tc_dot3(d, t);
  const double det = uu * tt - ut * ut, v = (tt * du - ut * dt) / det, w = (uu * dt - ut * du) / det;
  if (v >= 0.0 && w >= 0.0 && v + w <= 1.0) return squared_distance(p, a, v, u, w, t);
  return fmin(squared_distance_to_segment(p, a, b),
              fmin(squared_distance_to_segment(p, b, c), squared_distance_to_segment(p, c, a)));
}

/* Returns the squared distance from point p to the bounding box of a cell. It is a lower bound of the squared
 * distance to the cell and excludes most cells from the exact computation. */
static double squared_distance_to_box(const double *const corner[4], const double p[3]) {
  double sum = 0.0;
  for (int i = 0; i < 3; i++) {
    const double low = fmin(fmin(corner[0][i], corner[1][i]), fmin(corner[2][i], corner[3][i]));
    const double high = fmax(fmax(corner[0][i], corner[1][i]), fmax(corner[2][i], corner[3][i]));
    const double d = fmax(0.0, fmax(low - p[i], p[i] - high));
    sum += d * d;
  }
  return sum;
}

static double squared_distance_to_cell(const double *const corner[4], const double p[3]) {
  double smallest = INFINITY;
  for (int k = 0; k < 4; k++) {
    const int *v = tc_cell_face_vertices[k];
    smallest = fmin(smallest, squared_distance_to_triangle(p, corner[v[0]], corner[v[1]], corner[v[2]]));
  }
  return smallest;
}

static double longest_edge(const double *const corner[4]) {
  double longest = 0.0, u[3];
  for (int a = 0; a < 3; a++)
    for (int b = a + 1; b < 4; b++) {
      subtract_vectors(corner[a], corner[b], u);
      longest = fmax(longest, tc_dot3(u, u));
    }
  return sqrt(longest);
}

static void find_corners(const tc_space *space, int32_t row, const double *corner[4]) {
  for (int k = 0; k < 4; k++) corner[k] = tc_geometry_point(space->geometry, row, k);
}

/* Finds the nearest owned cell. out->distance receives the square of the distance. */
static void search_owned_cells(const tc_space *space, const double at[3], tc_nearest_cell *out) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < space->owned; i++) {
    const double *corner[4];
    double nearest;
    find_corners(space, i, corner);
#pragma omp atomic read
    nearest = out->distance;
    if (squared_distance_to_box(corner, at) > nearest) continue;
    const double squared = squared_distance_to_cell(corner, at);
#pragma omp critical(tc_nearest_cell_found)
    if (squared < out->distance || (squared == out->distance && space->id[i] < out->cell)) {
#pragma omp atomic write
      out->distance = squared;
      out->cell = space->id[i];
      out->row = i;
    }
  }
}

tc_status tc_nearest_cell_find(const tc_space *space, const double at[3], tc_nearest_cell *out) {
  MPI_Comm comm = tc_world_comm(space->world);
  *out = (tc_nearest_cell){INFINITY, 0.0, TC_GID_NONE, -1};
  if (isfinite(at[0] + at[1] + at[2])) search_owned_cells(space, at, out);
  const double own_distance = out->distance;
  TC_TRY(TC_MPI(space->world, MPI_Allreduce(MPI_IN_PLACE, &out->distance, 1, MPI_DOUBLE, MPI_MIN, comm)));
  tc_gid candidate = own_distance == out->distance ? out->cell : TC_GID_NONE;
  TC_TRY(TC_MPI(space->world, MPI_Allreduce(MPI_IN_PLACE, &candidate, 1, TC_MPI_GID, MPI_MIN, comm)));
  if (candidate != out->cell || own_distance != out->distance) out->row = -1;
  out->cell = candidate;
  if (out->row >= 0) {
    const double *corner[4];
    find_corners(space, out->row, corner);
    out->edge = longest_edge(corner);
  }
  out->distance = sqrt(out->distance);
  return tc_world_max(space->world, &out->edge, 1);
}
