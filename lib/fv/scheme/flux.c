#include "fv/scheme/flux.h"

#include "mesh/tetrahedron.h"

void tc_flux_compute(const tc_gradient_setup *setup, const tc_face *face, tc_flux *out) {
  double d[2][3], ks[2][3];
  tc_face_harmonic(setup, face, &out->harmonic);
  const double *y = out->harmonic.point;
  tc_subtract(y, tc_geometry_centroid(setup->geometry, face->cell[0]), d[0]);
  tc_subtract(tc_geometry_centroid(setup->geometry, face->cell[1]), y, d[1]);
  for (int side = 0; side < 2; side++)
    tc_diffusion_apply(tc_physics_tensor(setup->physics, face->cell[side]), face->area, ks[side]);
  const double conductance = tc_norm(ks[0]);
  /* The coefficient a = 1 / (|d_0|/|K_0 S| + |d_1|/|K_1 S|). This form gives the same bits as |K S| / (|d_0|
   * + |d_1|) if the tensors K_0 and K_1 are equal. */
  out->a = conductance / (tc_norm(d[0]) + tc_norm(d[1]) * (conductance / tc_norm(ks[1])));
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < 3; i++) out->q[side][i] = 0.5 * ks[side][i] - out->a * d[side][i];
}
