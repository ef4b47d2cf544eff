/* A solution of the discrete problem that is known in closed form, so that every run checks itself.
 *
 * phi = 1 + x + 2 y + g^s sin(2 pi y) sin(3 pi x) on the unit square. The plane is unchanged by the
 * five-point operator; the product of sines is one of its eigenvectors, so that an explicit Euler step
 * multiplies it by g = 1 - 4 dt (dy2i sin^2(pi / (M+1)) + dx2i sin^2(3 pi / (2 (N+1)))). Boundary values are
 * those of the plane. The plane makes every place of the mesh different even when the wave has decayed; the
 * two numbers of half-waves differ, so that a mix-up of directions shows. */
#ifndef TC_HEAT2D_EXACT_SOLUTION_H
#define TC_HEAT2D_EXACT_SOLUTION_H

#include "comm/world/world.h"
#include "papers/heat2d/heat2d.h"

typedef struct h2_exact_solution {
  tc_heat2d_grid grid;
  double dx2i, dy2i; /* 1 / dx^2, 1 / dy^2: dx = 1 / (N+1), dy = 1 / (M+1) */
  double dt;         /* 0.8 of the largest stable step */
  double growth;     /* g */
} h2_exact_solution;

/* What is said of the values at the end. */
typedef struct h2_exact_solution_check {
  uint64_t hash; /* of the values by their place in the mesh: the same on any grid of ranks */
  double min, max;
  double error;     /* largest, against the closed form; infinite where a value is not finite */
  double tolerance; /* what rounding may do in so many steps */
} h2_exact_solution_check;

h2_exact_solution h2_exact_solution_init(const tc_heat2d_grid *grid);

/* Sets a rank's array (halo.h) to the values at the start, boundary included; the halo between ranks becomes
 * NaN, so that a value that is used without having been got spoils the result. */
tc_status h2_exact_solution_fill(const h2_exact_solution *wave, const tc_heat2d_block *block, double *phi);

/* Collective. Compares the array after `steps` steps. Errors, on all ranks: memory. */
tc_status h2_exact_solution_compare(const tc_world *world, const h2_exact_solution *wave,
                                    const tc_heat2d_block *block, int32_t steps, const double *phi,
                                    h2_exact_solution_check *out);

#endif
