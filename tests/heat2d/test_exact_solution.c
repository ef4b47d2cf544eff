#include "exact_solution.h"

#include <math.h>
#include <stdlib.h>

#include "halo.h"
#include "kernel.h"
#include "support/expect.h"
#include "support/parallel.h"

static tc_heat2d_grid single_rank_grid(int32_t rows, int32_t cols) {
  return (tc_heat2d_grid){rows, cols, 1, 1};
}

/* Makes `steps` steps on a single rank and compares the field with the exact solution. `*out` receives the
 * result of the comparison. Before the first step, `spoil` is added to one point. */
static void run(int32_t steps, double spoil, h2_exact_solution_check *out) {
  const tc_heat2d_grid grid = single_rank_grid(13, 9);
  const h2_exact_solution wave = h2_exact_solution_init(&grid);
  const tc_heat2d_block block = tc_heat2d_block_of(&grid, 0);
  const size_t points = (size_t)(block.rows + 2) * (size_t)(block.cols + 2);
  double *phi[2] = {malloc(8 * points), malloc(8 * points)};
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  for (int i = 0; i < 2; i++) expect_ok(h2_exact_solution_fill(&wave, &block, phi[i]));
  phi[0][3 * (block.cols + 2) + 4] += spoil;
  for (int32_t s = 0; s < steps; s++)
    h2_kernel_step(block.rows, block.cols, wave.dx2i, wave.dy2i, wave.dt, phi[s % 2], phi[!(s % 2)]);
  expect_ok(h2_exact_solution_compare(self, &wave, &block, steps, phi[steps % 2], out));
  tc_world_destroy(&self);
  free(phi[0]);
  free(phi[1]);
}

/* The exact solution is a plane plus a wave. In the closed form, the plane is constant, and each step
 * multiplies the wave by a constant factor below 1. */
ParallelTest(wave, steps_follow_the_closed_form) {
  h2_exact_solution_check start, later;
  (void)world;
  run(0, 0.0, &start);
  run(40, 0.0, &later);
  cr_assert_leq(start.error, start.tolerance);
  cr_assert_leq(later.error, later.tolerance);
  cr_assert_neq(start.hash, later.hash);
  cr_assert(later.max < start.max && later.min > start.min - later.tolerance);
}

ParallelTest(wave, a_wrong_value_is_found) {
  h2_exact_solution_check check;
  (void)world;
  run(5, 1e-9, &check);
  cr_assert_gt(check.error, check.tolerance);
  run(5, NAN, &check);
  cr_assert(isinf(check.error));
}

/* The time step must be below the stability limit, so that the wave decreases. */
ParallelTest(wave, the_step_is_stable) {
  (void)world;
  for (int32_t n = 1; n < 300; n = 2 * n + 1) {
    const tc_heat2d_grid grid = single_rank_grid(n, n + 3);
    const h2_exact_solution wave = h2_exact_solution_init(&grid);
    cr_assert(wave.dt > 0.0 && 2.0 * wave.dt * (wave.dx2i + wave.dy2i) <= 0.8 * (1.0 + 1e-12));
    cr_assert(fabs(wave.growth) < 1.0, "%g", wave.growth);
  }
}

/* The steps of all ranks together must give the same hash of the field on every grid of ranks. */
ParallelTest(wave, the_hash_does_not_depend_on_the_ranks) {
  enum { steps = 20 };
  h2_exact_solution_check one, all;
  run(steps, 0.0, &one);
  for (int rows = 1; rows <= world->ranks; rows++) {
    if (world->ranks % rows) continue;
    const tc_heat2d_grid grid = {13, 9, rows, world->ranks / rows};
    const h2_exact_solution wave = h2_exact_solution_init(&grid);
    h2_halo *halo = NULL;
    h2_times times = {{0}};
    expect_ok(h2_halo_create(world, &grid, &halo));
    const tc_heat2d_block *b = &halo->block;
    for (int i = 0; i < 2; i++) expect_ok(h2_exact_solution_fill(&wave, b, h2_halo_array(halo, i)));
    for (int s = 0; s < steps; s++) {
      expect_ok(h2_halo_exchange(halo, s % 2, &times));
      h2_kernel_step(b->rows, b->cols, wave.dx2i, wave.dy2i, wave.dt, h2_halo_array(halo, s % 2),
                     h2_halo_array(halo, !(s % 2)));
    }
    expect_ok(h2_exact_solution_compare(world, &wave, b, steps, h2_halo_array(halo, 0), &all));
    cr_assert(all.hash == one.hash && all.min == one.min && all.max == one.max && all.error <= all.tolerance);
    h2_halo_destroy(&halo);
  }
}
