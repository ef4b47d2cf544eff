#include "fv/scheme/face.h"

#include "mesh/tetrahedron.h"

/* Returns the number (0 .. 3) of the face of `cell` across which `other` is its neighbour. Two cells share at
 * most one face. */
static int find_face_to(const tc_submesh *submesh, int32_t cell, int32_t other) {
  int k = 0;
  while (k < 3 && submesh->neighbour[4 * (size_t)cell + (size_t)k] != other) k++;
  return k;
}

bool tc_face_get(const tc_geometry *geometry, int32_t cell, int k, tc_face *out) {
  const tc_submesh *s = geometry->submesh;
  int32_t other = s->neighbour[4 * (size_t)cell + (size_t)k];
  int32_t first = cell, second = other;
  int face = k;
  /* The face is computed from the cell with the lower cell number. This may be a cell of the last ring, for
   * which no neighbours are stored. The shared face is then found as the face opposite the vertex that does
   * not belong to `cell`. */
  if (other >= 0 && s->id[other] < s->id[cell]) {
    first = other;
    second = cell;
    if (other < s->inner) {
      face = find_face_to(s, other, cell);
    } else {
      const int32_t *vertices = s->vertices + 4 * (size_t)cell,
                    *other_vertices = s->vertices + 4 * (size_t)other;
      for (face = 0; face < 3; face++)
        if (other_vertices[face] != vertices[0] && other_vertices[face] != vertices[1] &&
            other_vertices[face] != vertices[2] && other_vertices[face] != vertices[3])
          break;
    }
  }
  const int *v = tc_cell_face_vertices[face];
  const double *p0 = tc_geometry_point(geometry, first, v[0]), *p1 = tc_geometry_point(geometry, first, v[1]),
               *p2 = tc_geometry_point(geometry, first, v[2]);
  tc_area(p0, p1, p2, out->area);
  tc_face_centroid(p0, p1, p2, out->centroid);
  out->cell[0] = first;
  out->cell[1] = second;
  return other >= 0;
}

double tc_face_exchange(const tc_physics *physics, int32_t boundary, const tc_face *face) {
  if (tc_face_boundary_condition(physics, boundary)->kind != TC_BOUNDARY_EXCHANGE) return 0.0;
  return physics->exchange[boundary] * tc_norm(face->area);
}

/* Returns the factor that limits the length of a harmonic point's displacement in the face's plane to
 * TC_HARMONIC_REACH sqrt(area); 1 between cells of different regions, and between cells that share one
 * tensor, where the displacement is 0. */
static double limit_displacement(const tc_gradient_setup *setup, const tc_face *face,
                                 const double displacement[3], double area) {
  if (tc_physics_tensor(setup->physics, face->cell[0]) == tc_physics_tensor(setup->physics, face->cell[1]))
    return 1.0;
  const int32_t *region = setup->geometry->submesh->region;
  const double length = tc_norm(displacement), length_max = TC_HARMONIC_REACH * sqrt(area);
  return length > length_max && region[face->cell[0]] == region[face->cell[1]] ? length_max / length : 1.0;
}

void tc_face_harmonic(const tc_gradient_setup *setup, const tc_face *face, tc_harmonic *out) {
  double n[3], kn[2][3], to_face[3], height[2], conduction[2], foot[2][3];
  double length = tc_norm(face->area);
  for (int i = 0; i < 3; i++) n[i] = face->area[i] / length;
  for (int side = 0; side < 2; side++) {
    const double *c = tc_geometry_centroid(setup->geometry, face->cell[side]);
    tc_subtract(face->centroid, c, to_face);
    double signed_height = tc_dot3(n, to_face);
    height[side] = fabs(signed_height);
    tc_diffusion_apply(tc_physics_tensor(setup->physics, face->cell[side]), n, kn[side]);
    conduction[side] = tc_dot3(n, kn[side]);
    for (int i = 0; i < 3; i++) foot[side][i] = c[i] + signed_height * n[i];
  }
  double weight0 = conduction[0] * height[1], weight1 = conduction[1] * height[0], sum = weight0 + weight1;
  double heights = height[0] * height[1], jump = conduction[0] - conduction[1];
  double tangent[3], displacement[3];
  for (int i = 0; i < 3; i++) {
    tangent[i] = kn[0][i] - kn[1][i] - jump * n[i];
    displacement[i] = heights * tangent[i] / sum;
  }
  const double limit = limit_displacement(setup, face, displacement, length),
               factor = setup->limited ? limit : 1.0;
  for (int i = 0; i < 3; i++)
    out->point[i] = (weight0 * foot[0][i] + weight1 * foot[1][i] + factor * (heights * tangent[i])) / sum;
  out->is_distant = limit < 1.0;
  out->weight[0] = weight0 / sum;
  out->weight[1] = weight1 / sum;
}
