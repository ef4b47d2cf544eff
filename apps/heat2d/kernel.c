#include "kernel.h"

static void step_row(int32_t cols, double dx2i, double dy2i, double dt, const double *restrict up,
                     const double *restrict centre, const double *restrict down, double *restrict next) {
  for (int32_t k = 1; k <= cols; k++) {
    const double twice = 2.0 * centre[k];
    next[k] =
        centre[k] + ((down[k] + up[k] - twice) * dy2i + (centre[k + 1] + centre[k - 1] - twice) * dx2i) * dt;
  }
}

void h2_kernel_step(int32_t rows, int32_t cols, double dx2i, double dy2i, double dt,
                    const double *restrict phi, double *restrict next) {
  const int64_t width = (int64_t)cols + 2;
#pragma omp parallel for schedule(static)
  for (int32_t i = 1; i <= rows; i++) {
    const double *centre = phi + i * width;
    step_row(cols, dx2i, dy2i, dt, centre - width, centre, centre + width, next + i * width);
  }
}
