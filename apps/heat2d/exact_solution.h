/* Closed-form solution of the discrete problem, by which every run is checked. cmd_run.c fills both arrays
 * with it before the first step and compares the result after the last one.
 *
 * phi = 1 + x + 2 y + g^s sin(2 pi y) sin(3 pi x) on the unit square after s steps. The five-point operator
 * leaves the plane unchanged. The product of sines is one of its eigenvectors, so an explicit Euler step
 * multiplies it by g = 1 - 4 dt (dy2i sin^2(pi / (M+1)) + dx2i sin^2(3 pi / (2 (N+1)))). Boundary values are
 * those of the plane. The plane makes all points different even after the wave has decayed. The two numbers
 * of half-waves differ, so that exchanged directions are detected. */
#ifndef TC_HEAT2D_EXACT_SOLUTION_H
#define TC_HEAT2D_EXACT_SOLUTION_H

#include "comm/world/world.h"
#include "papers/heat2d/heat2d.h"

typedef struct h2_exact_solution {
  tc_heat2d_grid grid;
  double dx2i, dy2i; /* 1 / dx^2, 1 / dy^2: dx = 1 / (N+1), dy = 1 / (M+1) */
  double dt;         /* 0.8 of the largest stable step */
  double growth;     /* factor g of the wave per step */
} h2_exact_solution;

/* Extremes and error of the field at the end. */
typedef struct h2_exact_solution_check {
  uint64_t hash; /* hash of values and global indices: equal on any grid of ranks */
  double min, max;
  double error;     /* largest difference from the closed form; infinite if a value is not finite */
  double tolerance; /* bound of the rounding errors of all steps */
} h2_exact_solution_check;

/* Pure. Computes spacings, time step and growth for a grid. */
h2_exact_solution h2_exact_solution_init(const tc_heat2d_grid *grid);

/* Not collective. Sets a rank's array (halo.h) to the initial values, boundary included. The halo between
 * ranks becomes NaN, so that a value used before its exchange invalidates the result. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status h2_exact_solution_fill(const h2_exact_solution *wave, const tc_heat2d_block *block, double *phi);

/* Collective. Compares the array after `steps` steps with the closed form. Errors (on all ranks): TC_INTERNAL
 * if memory is exhausted. */
tc_status h2_exact_solution_compare(const tc_world *world, const h2_exact_solution *wave,
                                    const tc_heat2d_block *block, int32_t steps, const double *phi,
                                    h2_exact_solution_check *out);

#endif
