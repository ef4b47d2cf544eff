/* Diffusion tensors: symmetric, double[6] = kxx, kyy, kzz, kxy, kxz, kyz; length^2/time. */
#ifndef TC_FV_PHYSICS_DIFFUSION_TENSOR_H
#define TC_FV_PHYSICS_DIFFUSION_TENSOR_H

#include <stdbool.h>

#include "base/core/status.h"

/* Diagonal components between these keep the products that the schemes form with them, and with lengths from
 * TC_LENGTH_MIN to TC_LENGTH_MAX (mesh/check.h), within the range of a double. */
#define TC_DIFFUSION_MIN 1e-110
#define TC_DIFFUSION_MAX 1e+110

/* True when the tensor is finite and positive definite beyond doubt, at any magnitude. */
bool tc_diffusion_is_positive(const double tensor[6]);

/* Errors, of the given code, begin with `where`: not finite, not positive definite, a diagonal that is too
 * small or too large to compute with. */
tc_status tc_diffusion_check(tc_code code, const char *where, const double tensor[6]);

/* out = K a. */
static inline void tc_diffusion_apply(const double tensor[6], const double a[3], double out[3]) {
  out[0] = tensor[0] * a[0] + tensor[3] * a[1] + tensor[4] * a[2];
  out[1] = tensor[3] * a[0] + tensor[1] * a[1] + tensor[5] * a[2];
  out[2] = tensor[4] * a[0] + tensor[5] * a[1] + tensor[2] * a[2];
}

#endif
