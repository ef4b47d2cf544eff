/* The diffusion tensor field. */
#ifndef TC_FV_DIFFUSION_H
#define TC_FV_DIFFUSION_H

#include <stdbool.h>

/* A symmetric tensor as [kxx, kyy, kzz, kxy, kxz, kyz]; here the same in every cell. Unit: length^2/time. */
typedef struct tc_diffusion {
  double tensor[6];
} tc_diffusion;

/* True when the tensor is finite and positive definite (leading minors, Sylvester). */
bool tc_diffusion_is_positive(const double tensor[6]);

/* out = K a. */
static inline void tc_diffusion_apply(const double tensor[6], const double a[3], double out[3]) {
  out[0] = tensor[0] * a[0] + tensor[3] * a[1] + tensor[4] * a[2];
  out[1] = tensor[3] * a[0] + tensor[1] * a[1] + tensor[5] * a[2];
  out[2] = tensor[4] * a[0] + tensor[5] * a[1] + tensor[2] * a[2];
}

#endif
