/* The gradient scheme's flux through an inner face. Internal to this floor. Not collective. */
#ifndef TC_FV_SCHEME_FLUX_H
#define TC_FV_SCHEME_FLUX_H

#include "fv/scheme/face.h"

/* F = a (v_1 - v_0) + q_0 . g_0 + q_1 . g_1 from side 0 to side 1, g the gradients of the two cells: with
 * d_0 = y - c_0, d_1 = c_1 - y, y the harmonic averaging point, it is a (v_1 - v_0 - g_0.d_0 - g_1.d_1)
 * + 1/2 (K_0 S . g_0 + K_1 S . g_1), where a = 1 / (|d_0|/|K_0 S| + |d_1|/|K_1 S|). */
typedef struct tc_flux {
  double a;
  double q[2][3];
  tc_harmonic harmonic;
} tc_flux;

void tc_flux_compute(const tc_gradient_setup *at, const tc_face *face, tc_flux *out);

#endif
