/* Flux of the gradient scheme through an interior face. The scheme computes it for each row, and the
 * certificate for each cell. The flux is linear in the values and the gradients of the two cells. Internal to
 * fv/scheme. Not collective. */
#ifndef TC_FV_SCHEME_FLUX_H
#define TC_FV_SCHEME_FLUX_H

#include "fv/scheme/face.h"

/* Flux F = a (v_1 - v_0) + q_0 . g_0 + q_1 . g_1, which approximates K grad v . S with the area vector S from
 * side 0 to side 1. It flows into the cell on side 0 and out of the cell on side 1. Here v_i is the value and
 * g_i the gradient of the cell on side i. F equals a (v_1 - v_0 - g_0.d_0 - g_1.d_1) + 1/2 (K_0 S . g_0 + K_1
 * S . g_1) with the tensors K_i, the centroids c_i, the harmonic averaging point y, d_0 = y - c_0, d_1 = c_1
 * - y, and a = 1 / (|d_0|/|K_0 S| + |d_1|/|K_1 S|). */
typedef struct tc_flux {
  double a;
  double q[2][3];
  tc_harmonic harmonic;
} tc_flux;

void tc_flux_compute(const tc_gradient_setup *setup, const tc_face *face, tc_flux *out);

#endif
