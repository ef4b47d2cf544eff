/* Closed-form solution of the discretised heat equation, by which every run is checked. cmd_run.c fills both
 * arrays with it before the first step and compares the result after the last one.
 *
 * The solution phi is the sum of a plane and a wave: phi = 1 + x + 2 y + g^s sin(2 pi y) sin(3 pi x) at the
 * point (x, y) of the unit square after s steps, on a mesh of M x N inner points. The five-point operator
 * leaves the plane unchanged. The product of sines is one of its eigenvectors, so an explicit Euler step of
 * size dt multiplies it by g = 1 - 4 dt (dy2i sin^2(pi / (M+1)) + dx2i sin^2(3 pi / (2 (N+1)))), where dx2i =
 * (N+1)^2 and dy2i = (M+1)^2. On the boundary phi equals the plane. Because of the plane, the values
 * of all points differ even after the wave has decayed. The two numbers of half-waves differ, so that a
 * program that confuses x and y is detected. */
#ifndef TC_HEAT2D_EXACT_SOLUTION_H
#define TC_HEAT2D_EXACT_SOLUTION_H

#include "comm/world/world.h"
#include "papers/heat2d/heat2d.h"

typedef struct h2_exact_solution {
  tc_heat2d_grid grid;
  /* 1 / dx^2 and 1 / dy^2, where dx = 1 / (N+1) and dy = 1 / (M+1) are the distances of adjacent points */
  double dx2i, dy2i;
  double dt;     /* time step: 0.8 times the largest stable time step */
  double growth; /* factor g by which a step multiplies the wave */
} h2_exact_solution;

/* Results of the comparison of the final field with the closed form. */
typedef struct h2_exact_solution_check {
  uint64_t hash; /* hash of all values with their global indices, which is the same for any grid of ranks */
  double min, max;
  double error;     /* largest absolute difference from the closed form; infinite if a value is not finite */
  double tolerance; /* upper bound of the rounding errors of all steps; a larger error is a fault */
} h2_exact_solution_check;

/* Pure. Returns the solution for a grid, with point distances, time step and growth factor. */
h2_exact_solution h2_exact_solution_init(const tc_heat2d_grid *grid);

/* Not collective. Sets the array phi of a rank (layout in halo.h) to the initial values and the boundary
 * values. Sets its halo values to NaN, so that a halo value that is used before its exchange spoils the
 * result. Errors: TC_INTERNAL if memory is exhausted. */
tc_status h2_exact_solution_fill(const h2_exact_solution *wave, const tc_heat2d_block *block, double *phi);

/* Collective. Compares the rank's array phi with the closed form after `steps` steps and stores the results
 * over all ranks in *out. Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status h2_exact_solution_compare(const tc_world *world, const h2_exact_solution *wave,
                                    const tc_heat2d_block *block, int32_t steps, const double *phi,
                                    h2_exact_solution_check *out);

#endif
