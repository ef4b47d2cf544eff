#include "fv/diffusion.h"

#include <math.h>

bool tc_diffusion_is_positive(const double tensor[6]) {
  for (int i = 0; i < 6; i++)
    if (!isfinite(tensor[i])) return false;
  const double xx = tensor[0], yy = tensor[1], zz = tensor[2], xy = tensor[3], xz = tensor[4], yz = tensor[5];
  double minor = xx * yy - xy * xy;
  double determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  return xx > 0.0 && minor > 0.0 && determinant > 0.0;
}
