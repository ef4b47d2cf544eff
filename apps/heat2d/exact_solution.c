/* Closed-form solution (formula in exact_solution.h): initial values, and the check of the final field. The
 * value at a point is a combination of factors each of which depends only on the row or only on the column,
 * so each rank tabulates these factors for its block. The hash uses the global index of a point and is the
 * same on any grid of ranks. */
#include "exact_solution.h"

#include <float.h>
#include <math.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "checking the solution"

enum { half_waves_y = 2, half_waves_x = 3 };
static const double pi = 3.14159265358979323846;

h2_exact_solution h2_exact_solution_init(const tc_heat2d_grid *grid) {
  const double m = (double)grid->rows + 1.0, n = (double)grid->cols + 1.0;
  const double sy = sin(pi * half_waves_y / (2.0 * m)), sx = sin(pi * half_waves_x / (2.0 * n));
  h2_exact_solution w = {.grid = *grid, .dx2i = n * n, .dy2i = m * m};
  w.dt = 0.8 * 0.5 / (w.dx2i + w.dy2i);
  w.growth = 1.0 - 4.0 * w.dt * (w.dy2i * sy * sy + w.dx2i * sx * sx);
  return w;
}

/* Factors of the closed-form solution for the rows and columns of a block and its halo. The value at row i
 * and column k after s steps is 1 + ramp_y[i] + ramp_x[k] + g^s sine_y[i] sine_x[k], where g is the growth
 * factor. The four arrays are in one allocation, which begins at sine_y. */
typedef struct factors {
  /* [rows + 2] sine and linear ramp in y direction, by row of the block with its halo */
  double *sine_y, *ramp_y;
  /* [cols + 2] sine and linear ramp in x direction, by column of the block with its halo */
  double *sine_x, *ramp_x;
} factors;

/* Fills `sine` and `ramp` for a block of `count` rows or columns and its halo, which begin at index `first`.
 * The mesh has n rows or columns. Indices 0 and n + 1 are its boundary, where the sine is exactly 0. */
static void fill_factors(int32_t first, int32_t count, int32_t n, int half_waves, double slope, double *sine,
                         double *ramp) {
  for (int32_t i = 0; i < count + 2; i++) {
    const double index = (double)first + i, position = index / ((double)n + 1.0);
    sine[i] = index == 0.0 || index == (double)n + 1.0 ? 0.0 : sin(pi * half_waves * position);
    ramp[i] = slope * position;
  }
}

static tc_status create_factors(const h2_exact_solution *wave, const tc_heat2d_block *b, factors *f) {
  const int64_t m = (int64_t)b->rows + 2, n = (int64_t)b->cols + 2;
  TC_TRY(TC_ALLOC(f->sine_y, 2 * (m + n)));
  f->ramp_y = f->sine_y + m;
  f->sine_x = f->ramp_y + m;
  f->ramp_x = f->sine_x + n;
  fill_factors(b->row, b->rows, wave->grid.rows, half_waves_y, 2.0, f->sine_y, f->ramp_y);
  fill_factors(b->col, b->cols, wave->grid.cols, half_waves_x, 1.0, f->sine_x, f->ramp_x);
  return TC_OK;
}

static double value_at(const factors *f, double amplitude, int32_t i, int32_t k) {
  return 1.0 + f->ramp_y[i] + f->ramp_x[k] + amplitude * f->sine_y[i] * f->sine_x[k];
}

/* True if point (i, k) of the block's array is in the halo, so that a neighbouring rank owns its value. */
static bool is_halo(const tc_heat2d_block *b, int32_t i, int32_t k) {
  return (i == 0 && b->up >= 0) || (i == b->rows + 1 && b->down >= 0) || (k == 0 && b->left >= 0) ||
         (k == b->cols + 1 && b->right >= 0);
}

tc_status h2_exact_solution_fill(const h2_exact_solution *wave, const tc_heat2d_block *b, double *phi) {
  factors f;
  TC_TRY(create_factors(wave, b, &f));
  const int64_t width = (int64_t)b->cols + 2;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < b->rows + 2; i++)
    for (int32_t k = 0; k < b->cols + 2; k++)
      phi[i * width + k] = is_halo(b, i, k) ? NAN : value_at(&f, 1.0, i, k);
  tc_free(f.sine_y);
  return TC_OK;
}

/* Returns an upper bound of the rounding errors of `steps` steps. One step adds at most about 5 units of
 * DBL_EPSILON to values of magnitude below 5. A step does not amplify the errors of earlier steps, because
 * all weights with which it adds the previous values are at least 0. The initial values and the closed form
 * add a few more units once. A missing exchange causes a far larger error. */
static double error_tolerance(int32_t steps) { return (32.0 * (double)steps + 128.0) * DBL_EPSILON; }

/* Adds up the hash of a block's values, and compares the values with the closed form. Sets `largest` to the
 * negated minimum, the maximum and the largest error, so that one MPI_MAX reduction suffices. `amplitude` is
 * g^s. */
static void inspect_block(const h2_exact_solution *wave, const tc_heat2d_block *b, double amplitude,
                          const factors *f, const double *phi, uint64_t *hash, double largest[3]) {
  const int64_t width = (int64_t)b->cols + 2;
  uint64_t sum = 0;
  double low = -INFINITY, high = -INFINITY, error = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : sum) reduction(max : low, high, error)
  for (int32_t i = 1; i <= b->rows; i++)
    for (int32_t k = 1; k <= b->cols; k++) {
      const double value = phi[i * width + k], difference = fabs(value - value_at(f, amplitude, i, k));
      sum +=
          tc_hash_element((uint64_t)(b->row + i - 1) * (uint64_t)wave->grid.cols + (uint64_t)(b->col + k - 1),
                          value);
      low = fmax(low, -value);
      high = fmax(high, value);
      error = isfinite(difference) ? fmax(error, difference) : INFINITY;
    }
  *hash = sum;
  largest[0] = low;
  largest[1] = high;
  largest[2] = error;
}

tc_status h2_exact_solution_compare(const tc_world *world, const h2_exact_solution *wave,
                                    const tc_heat2d_block *block, int32_t steps, const double *phi,
                                    h2_exact_solution_check *out) {
  factors f;
  uint64_t hash = 0;
  double largest[3];
  TC_TRY(tc_world_agree(world, create_factors(wave, block, &f)));
  inspect_block(wave, block, pow(wave->growth, steps), &f, phi, &hash, largest);
  tc_free(f.sine_y);
  TC_TRY(tc_world_max(world, largest, 3));
  TC_TRY(TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, &hash, 1, MPI_UINT64_T, MPI_SUM, tc_world_comm(world))));
  *out = (h2_exact_solution_check){hash, -largest[0], largest[1], largest[2], error_tolerance(steps)};
  return TC_OK;
}
