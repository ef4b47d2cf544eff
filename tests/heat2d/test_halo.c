#include "halo.h"

#include <math.h>

#include "support/expect.h"
#include "support/parallel.h"

/* Returns the value at a point of the whole mesh, which is different in each of the two arrays. The points
 * of the upper and the left edge have the index -1. */
static double value_at(int which, int32_t row, int32_t col) {
  return 1e6 * which + 1e3 * (row + 1) + (col + 1);
}

/* Sets the points of the rank, and the halo at the edge of the mesh, to their values. Sets the halo that
 * neighbours must send to NaN. */
static void fill(h2_halo *h, int which) {
  const tc_heat2d_block *b = &h->block;
  double *phi = h2_halo_array(h, which);
  for (int32_t i = 0; i < b->rows + 2; i++)
    for (int32_t k = 0; k < b->cols + 2; k++) {
      const bool theirs = (i == 0 && b->up >= 0) || (i > b->rows && b->down >= 0) ||
                          (k == 0 && b->left >= 0) || (k > b->cols && b->right >= 0);
      phi[i * (b->cols + 2) + k] = theirs ? NAN : value_at(which, b->row + i - 1, b->col + k - 1);
    }
}

static void expect_all(const h2_halo *h, int which) {
  const tc_heat2d_block *b = &h->block;
  const double *phi = h2_halo_array(h, which);
  for (int32_t i = 0; i < b->rows + 2; i++)
    for (int32_t k = 0; k < b->cols + 2; k++) {
      const bool corner = (i == 0 || i > b->rows) && (k == 0 || k > b->cols);
      if (!corner)
        cr_assert_eq(phi[i * (b->cols + 2) + k], value_at(which, b->row + i - 1, b->col + k - 1),
                     "array %d, %d %d", which, (int)i, (int)k);
    }
}

/* Exchanges the halo on every grid that these ranks can form. The sizes of blocks differ in both
 * directions. The two arrays alternate, as in the time loop. */
ParallelTest(halo, it_holds_what_the_neighbours_hold) {
  for (int rows = 1; rows <= world->ranks; rows++) {
    if (world->ranks % rows) continue;
    const tc_heat2d_grid grid = {.rows = 7, .cols = 11, .mprocs = rows, .nprocs = world->ranks / rows};
    h2_halo *halo = NULL;
    h2_times times = {{0}};
    expect_ok(h2_halo_create(world, &grid, &halo));
    for (int turn = 0; turn < 6; turn++) {
      fill(halo, turn % 2);
      expect_ok(h2_halo_exchange(halo, turn % 2, &times));
      expect_all(halo, turn % 2);
    }
    for (int t = 0; t <= H2_TIME_UNPACK; t++) cr_assert_geq(times.s[t], 0.0);
    h2_halo_destroy(&halo);
  }
}
