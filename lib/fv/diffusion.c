#include "fv/diffusion.h"

#include <math.h>

/* Below this, rounding alone decides the sign of a minor. */
static const double singular = 1e-14;

/* Sylvester's minors of the tensor scaled to a diagonal of ones, which neither overflow nor underflow. */
bool tc_diffusion_is_positive(const double tensor[6]) {
  for (int i = 0; i < 6; i++)
    if (!isfinite(tensor[i]) || (i < 3 && tensor[i] <= 0.0)) return false;
  const double x = sqrt(tensor[0]), y = sqrt(tensor[1]), z = sqrt(tensor[2]);
  const double xy = tensor[3] / x / y, xz = tensor[4] / x / z, yz = tensor[5] / y / z;
  const double minor = 1.0 - xy * xy, determinant = minor - xz * xz - yz * yz + 2.0 * xy * xz * yz;
  return minor > singular && determinant > singular;
}
