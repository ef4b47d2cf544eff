/* Response of the cells to noise: finds localised modes that decay much more slowly than diffusion over the
 * cells in which they live. With D the magnitude of the diagonal of R, and t a small number, it solves
 * (t D - R) y = D noise and then (t D - R) z = D y. Where R has no localised mode near 0, z has about the
 * same size everywhere. A localised mode that barely decays or grows stands out in z, or the systems are so
 * ill-conditioned that they are not solved. A smooth mode may be slow: it raises z everywhere.
 * One draw of noise may miss a mode that happens to be orthogonal to it: six draws of one lattice gave
 * responses from 13 to 215. The largest of three draws counts.
 * Each piece of the mesh is judged by its own mean (solve/stability/response_pieces.h): a component, or the
 * part of one between jumps of the tensor. Called by solve/stability/stable_step.c for each stabilisation in
 * which no mode was found to grow. Measurements: tests/apps/slow_modes.py. */
#ifndef TC_SOLVE_STABILITY_NOISE_RESPONSE_H
#define TC_SOLVE_STABILITY_NOISE_RESPONSE_H

#include "solve/problem/problem.h"
#include "solve/space/field.h"

/* A larger response is refused. */
#define TC_RESPONSE_LIMIT 60.0

enum { TC_RESPONSE_CELLS = 3, TC_RESPONSE_DRAWS = 3 };

/* All ranks hold equal results. */
typedef struct tc_response {
  bool solved;    /* both systems were solved within the limit of products */
  double largest; /* largest |z| over the geometric mean of |z| in its piece; infinite if not finite. The
                     largest of all draws */
  int64_t cells;  /* number of cells above TC_RESPONSE_LIMIT */
  tc_extreme_cell worst[TC_RESPONSE_CELLS]; /* the cells with the largest response, in falling order */
  int products; /* number of products with R; 0: no piece has enough cells to be judged */
} tc_response;

/* Collective. The noise depends on mesh numbers alone and sums are reproducible: the same bits on any number
 * of ranks and threads. Memory: a copy of R and 14 doubles a cell. Errors on all ranks: TC_INTERNAL if memory
 * is exhausted, those of windows and messages. */
tc_status tc_response_find(const tc_problem *problem, tc_response *out);

/* True if no cell stands out. Not collective. */
bool tc_response_is_even(const tc_response *response);

#endif
