#include "fv/physics/diffusion_tensor.h"

#include <math.h>

/* A tensor counts as positive definite if its leading minors exceed this value after scaling to a unit
 * diagonal. The sign of a smaller minor may be due to rounding. */
static const double minor_min = 1e-14;

/* Applies Sylvester's criterion (all leading minors are positive) to the tensor scaled to a unit diagonal.
 * The minors of the scaled tensor neither overflow nor underflow. */
bool tc_diffusion_is_positive(const double tensor[6]) {
  for (int i = 0; i < 6; i++)
    if (!isfinite(tensor[i]) || (i < 3 && tensor[i] <= 0.0)) return false;
  const double x = sqrt(tensor[0]), y = sqrt(tensor[1]), z = sqrt(tensor[2]);
  const double xy = tensor[3] / x / y, xz = tensor[4] / x / z, yz = tensor[5] / y / z;
  const double minor = 1.0 - xy * xy, determinant = minor - xz * xz - yz * yz + 2.0 * xy * xz * yz;
  return minor > minor_min && determinant > minor_min;
}

static tc_status check_magnitude(tc_code code, const char *where, const double tensor[6]) {
  for (int i = 0; i < 3; i++)
    if (tensor[i] < TC_DIFFUSION_MIN || tensor[i] > TC_DIFFUSION_MAX)
      return tc_status_create(code,
                              "%s: %g is too %s to compute with: expected diagonal components from %g to %g: "
                              "use other units of length or time",
                              where, tensor[i], tensor[i] < TC_DIFFUSION_MIN ? "small" : "large",
                              TC_DIFFUSION_MIN, TC_DIFFUSION_MAX);
  return TC_OK;
}

tc_status tc_diffusion_check(tc_code code, const char *where, const double tensor[6]) {
  for (int i = 0; i < 6; i++)
    if (!isfinite(tensor[i]))
      return tc_status_create(code, "%s: component %d is not finite: set it to a finite number", where,
                              i + 1);
  if (!tc_diffusion_is_positive(tensor))
    return tc_status_create(code,
                            "%s: the tensor [%g, %g, %g, %g, %g, %g] (kxx, kyy, kzz, kxy, kxz, kyz) is not "
                            "positive definite: increase the diagonal or reduce the other components",
                            where, tensor[0], tensor[1], tensor[2], tensor[3], tensor[4], tensor[5]);
  return check_magnitude(code, where, tensor);
}
