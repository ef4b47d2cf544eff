#include "fv/face.h"

#include "base/memory.h"
#include "mesh/geometry.h"

static const double *point(const tc_submesh *submesh, int32_t cell, int vertex) {
  return submesh->points + 3 * (size_t)submesh->vertices[4 * (size_t)cell + (size_t)vertex];
}

tc_status tc_geometry_create(const tc_submesh *submesh, const tc_diffusion *diffusion, tc_geometry *out) {
  int32_t cells = submesh->owned + submesh->ring1 + submesh->ring2;
  double *centroid = NULL;
  TC_TRY(TC_ALLOC(centroid, 3 * (size_t)cells));
#pragma omp parallel for schedule(static)
  for (int32_t c = 0; c < cells; c++)
    tc_centroid(point(submesh, c, 0), point(submesh, c, 1), point(submesh, c, 2), point(submesh, c, 3),
                centroid + 3 * (size_t)c);
  *out = (tc_geometry){submesh, diffusion, centroid};
  return TC_OK;
}

void tc_geometry_destroy(tc_geometry *geometry) {
  tc_free(geometry->centroid);
  geometry->centroid = NULL;
}

double tc_geometry_volume(const tc_geometry *geometry, int32_t cell) {
  const tc_submesh *s = geometry->submesh;
  return tc_volume6(point(s, cell, 0), point(s, cell, 1), point(s, cell, 2), point(s, cell, 3)) / 6.0;
}

/* Which face of `cell` leads to `other`. Two distinct cells share at most one. */
static int face_towards(const tc_submesh *submesh, int32_t cell, int32_t other) {
  int k = 0;
  while (k < 3 && submesh->neighbour[4 * (size_t)cell + (size_t)k] != other) k++;
  return k;
}

bool tc_face_get(const tc_geometry *geometry, int32_t cell, int k, tc_face *out) {
  const tc_submesh *s = geometry->submesh;
  int32_t other = s->neighbour[4 * (size_t)cell + (size_t)k];
  int32_t first = cell, second = other;
  int face = k;
  /* Only owned and ring-1 cells know their neighbours; the lower side may be a ring-2 cell. Its vertices then
   * say which of its faces this is: the one opposite the vertex that `cell` lacks. */
  if (other >= 0 && s->id[other] < s->id[cell]) {
    first = other;
    second = cell;
    if (other < s->owned + s->ring1) {
      face = face_towards(s, other, cell);
    } else {
      const int32_t *mine = s->vertices + 4 * (size_t)cell, *theirs = s->vertices + 4 * (size_t)other;
      for (face = 0; face < 3; face++)
        if (theirs[face] != mine[0] && theirs[face] != mine[1] && theirs[face] != mine[2] &&
            theirs[face] != mine[3])
          break;
    }
  }
  const int *v = tc_face_vertices[face];
  const double *p0 = point(s, first, v[0]), *p1 = point(s, first, v[1]), *p2 = point(s, first, v[2]);
  tc_area(p0, p1, p2, out->area);
  tc_face_centroid(p0, p1, p2, out->centroid);
  out->cell[0] = first;
  out->cell[1] = second;
  return other >= 0;
}

void tc_face_harmonic(const tc_geometry *geometry, const tc_face *face, tc_harmonic *out) {
  const double *tensor = geometry->diffusion->tensor;
  double n[3], kn[3], to_face[3], height[2], conduction[2], foot[2][3];
  double length = tc_norm(face->area);
  for (int i = 0; i < 3; i++) n[i] = face->area[i] / length;
  for (int side = 0; side < 2; side++) {
    const double *c = geometry->centroid + 3 * (size_t)face->cell[side];
    tc_subtract(face->centroid, c, to_face);
    double signed_height = tc_dot(n, to_face);
    height[side] = fabs(signed_height);
    tc_diffusion_apply(tensor, n, kn);
    conduction[side] = tc_dot(n, kn);
    for (int i = 0; i < 3; i++) foot[side][i] = c[i] + signed_height * n[i];
  }
  double part0 = conduction[0] * height[1], part1 = conduction[1] * height[0], sum = part0 + part1;
  /* With the same tensor on both sides the term h_0 h_1 (K_0 - K_1) n of the paper vanishes. */
  for (int i = 0; i < 3; i++) out->point[i] = (part0 * foot[0][i] + part1 * foot[1][i]) / sum;
  out->weight[0] = part0 / sum;
  out->weight[1] = part1 / sum;
}
