#include "fv/scheme/flux.h"

#include "fv/whole_mesh.h"

static double resistance(const whole *w, const tc_flux *flux, const tc_face *face, int side, double ks[3]) {
  double d[3];
  tc_diffusion_apply(tc_physics_tensor(w->all.physics, face->cell[side]), face->area, ks);
  tc_subtract(flux->harmonic.point, w->centroid + 3 * (size_t)face->cell[side], d);
  return tc_norm(d) / tc_norm(ks);
}

/* Compares the coefficients of the flux with the formula in the header, for different tensors on the two
 * sides of a face. For a field that is linear on each side, the term with `a` vanishes, and the flux is
 * the mean of both sides. */
Test(flux, resistances_of_both_sides_add_up) {
  const double gradient[2][3] = {{1, 2, 3}, {-3, 1, 2}};
  whole w =
      whole_of(mesh_box(3, 3, 3, 0.15), &(method){"gradient", unit_tensor, 0.0, any_tensor, NULL, false});
  const tc_gradient_setup at = {w.all.geometry, w.all.physics, false};
  int faces = 0;
  for (int32_t cell = 0; cell < w.n; cell++)
    for (int k = 0; k < 4; k++) {
      tc_face face;
      tc_flux flux;
      double ks[2][3], step = 0.0, mean = 0.0;
      if (!tc_face_get(w.all.geometry, cell, k, &face)) continue;
      tc_flux_compute(&at, &face, &flux);
      const double both = resistance(&w, &flux, &face, 0, ks[0]) + resistance(&w, &flux, &face, 1, ks[1]);
      cr_assert_float_eq(flux.a * both, 1.0, 1e-14);
      for (int side = 0; side < 2; side++) {
        double d[3];
        tc_subtract(flux.harmonic.point, w.centroid + 3 * (size_t)face.cell[side], d);
        step += (side == 0 ? 1.0 : -1.0) * tc_dot3(gradient[side], d);
        mean += 0.5 * tc_dot3(gradient[side], ks[side]);
      }
      const double total = flux.a * step + tc_dot3(flux.q[0], gradient[0]) + tc_dot3(flux.q[1], gradient[1]);
      cr_assert_float_eq(total, mean, 1e-13 * (flux.a + tc_norm(ks[0]) + tc_norm(ks[1])));
      faces++;
    }
  cr_assert_eq(faces, 4 * 6 * 27 - 4 * 27);
  whole_free(&w);
}
