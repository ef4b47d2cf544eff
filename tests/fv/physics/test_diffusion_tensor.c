#include "fv/physics/diffusion_tensor.h"

#include <math.h>

#include "support/expect.h"

Test(diffusion, positive_definite_tensors) {
  static const double good[][6] = {
      {1, 1, 1, 0, 0, 0},
      {1e-30, 1e-30, 1e-30, 0, 0, 0},
      {2, 1, 0.7, 0.5, -0.3, 0.2},
      {1, 1, 1000, 0, 0, 0},
      {1, 1, 1, 0.99, 0, 0},
      {1e-110, 1e-110, 1e-110, 0, 0, 0},
      {2e-110, 1e-110, 0.7e-110, 0.5e-110, -0.3e-110, 0.2e-110},
      {1e110, 1e110, 1e110, 0, 0, 0},
      {1e-300, 1e-300, 1e-300, 5e-301, 0, 0},
      {1e300, 1e300, 1e300, 0, 0, 5e299},
      {1e150, 1e-150, 1, 0, 0, 0},
      {1e100, 1, 1, 9e49, 0, 0},
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    cr_assert(tc_diffusion_is_positive(good[i]), "tensor %zu", i);
}

Test(diffusion, what_is_not) {
  static const double bad[][6] = {
      {0, 1, 1, 0, 0, 0},
      {1, 0, 1, 0, 0, 0},
      {1, 1, 0, 0, 0, 0},
      {-1, -1, 1, 0, 0, 0}, /* its first entry is negative, but the leading 2x2 minor is positive */
      {-1, 1, 1, 0, 0, 0},
      {1, 1, -1, 0, 0, 0},
      {1, 1, 1, 1, 0, 0},
      {1, 1, 1, 0, 1.5, 0},
      {1, 1, 1, 0, 0, -1.5},
      {1, 1, 1, 0.8, 0.8, -0.8}, /* all its 2x2 minors are positive, but its determinant is negative */
      {1e-110, 1e-110, 1e-110, 1.5e-110, 0, 0},
      /* These two tensors are so close to singular that only a rounding error can make them positive
       * definite. */
      {1, 1, 1, 0.9999999999999999, 0, 0},
      {1, 1, 1, 0.5, 0.5, -0.4999999999999999},
      {1e110, 1e110, 1e110, 0.8e110, 0.8e110, -0.8e110},
      {1e300, 1e-300, 1, 1, 0, 1},
      {1, 1, 1, 1e308, 0, 0},
      {1e-320, 1, 1, 1, 0, 0},
      {NAN, 1, 1, 0, 0, 0},
      {1, 1, INFINITY, 0, 0, 0},
      {1, 1, 1, 0, 0, NAN},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    cr_assert_not(tc_diffusion_is_positive(bad[i]), "tensor %zu", i);
}

Test(diffusion, applies_the_six_numbers_where_they_belong) {
  static const double tensor[6] = {1, 2, 3, 10, 20, 30}; /* xx yy zz xy xz yz */
  static const double wanted[3][3] = {{1, 10, 20}, {10, 2, 30}, {20, 30, 3}};
  for (int column = 0; column < 3; column++) {
    double a[3] = {0, 0, 0}, out[3];
    a[column] = 1.0;
    tc_diffusion_apply(tensor, a, out);
    for (int row = 0; row < 3; row++) cr_assert_eq(out[row], wanted[row][column]);
  }
}
