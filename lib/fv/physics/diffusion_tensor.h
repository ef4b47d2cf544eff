/* Diffusion tensors: symmetric, double[6] = kxx, kyy, kzz, kxy, kxz, kyz, in length^2/time. tc_physics stores
 * one tensor per cell or one for all cells, and schemes apply it. Tensors from the config must pass
 * tc_diffusion_check before assembly. Not collective. */
#ifndef TC_FV_PHYSICS_DIFFUSION_TENSOR_H
#define TC_FV_PHYSICS_DIFFUSION_TENSOR_H

#include <stdbool.h>

#include "base/core/status.h"

/* Allowed range of the diagonal components of a tensor. For lengths from TC_LENGTH_MIN to TC_LENGTH_MAX
 * (mesh/check.h), the products that schemes compute from such tensors neither overflow nor underflow. */
#define TC_DIFFUSION_MIN 1e-110
#define TC_DIFFUSION_MAX 1e+110

/* True if the tensor is finite and positive definite by a margin that exceeds rounding errors. The margin is
 * relative, so multiplying the tensor by a number does not change the result. */
bool tc_diffusion_is_positive(const double tensor[6]);

/* Checks a tensor. Returns an error with code `code` and a message that begins with `where` in three cases: a
 * component is not finite, the tensor is not positive definite, or a diagonal component is out of range. */
tc_status tc_diffusion_check(tc_code code, const char *where, const double tensor[6]);

/* Computes out = K a, where K is the tensor and a a vector. */
static inline void tc_diffusion_apply(const double tensor[6], const double a[3], double out[3]) {
  out[0] = tensor[0] * a[0] + tensor[3] * a[1] + tensor[4] * a[2];
  out[1] = tensor[3] * a[0] + tensor[1] * a[1] + tensor[5] * a[2];
  out[2] = tensor[4] * a[0] + tensor[5] * a[1] + tensor[2] * a[2];
}

#endif
