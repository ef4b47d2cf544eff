/* Response of the cells to noise: a test that finds localised modes of the rate matrix R that decay too
 * slowly. The test rejects modes that decay much more slowly than diffusion equalises the cells in which
 * these modes are large.
 *
 * D is the diagonal matrix of the absolute diagonal entries of R, and t a small number. The test solves (t D
 * - R) y = D noise and then (t D - R) z = D y for z, the response. If R has no localised mode near 0, z has
 * about the same size everywhere. A localised mode that barely decays, or that grows, makes z large in some
 * cells, or makes the systems so ill-conditioned that the solver fails. A smooth slow mode raises z
 * everywhere and is therefore not reported.
 *
 * The test is repeated with three different random vectors (draws) of noise, and the largest response counts.
 * A single draw may be orthogonal to a mode and then does not detect it. (On one test mesh the largest
 * responses of six draws ranged from 13 to 215.) Each piece of the mesh is compared to its own mean
 * (solve/stability/response_pieces.h). A piece is a connected component of the mesh. If a component contains
 * jumps of the diffusion tensor, each part between the jumps is a piece.
 *
 * solve/stability/stable_step.c runs the test for each value of the stabilisation with which no growing mode
 * was found. Measurements: tests/apps/slow_modes.py. */
#ifndef TC_SOLVE_STABILITY_NOISE_RESPONSE_H
#define TC_SOLVE_STABILITY_NOISE_RESPONSE_H

#include "solve/problem/problem.h"
#include "solve/space/field.h"

/* Largest value of tc_response.largest with which the test is passed. */
#define TC_RESPONSE_LIMIT 60.0

enum { TC_RESPONSE_CELLS = 3, TC_RESPONSE_DRAWS = 3 };

/* Result of the test, equal on all ranks. */
typedef struct tc_response {
  bool solved;    /* true if both linear systems were solved within the allowed number of iterations */
  double largest; /* largest response of a cell in any draw: |z| divided by the geometric mean of |z| over the
                     piece of the mesh that contains the cell; infinite if z is not finite */
  int64_t cells;  /* number of cells whose response, relative to the mean over their piece, exceeds
                     TC_RESPONSE_LIMIT */
  tc_extreme_cell worst[TC_RESPONSE_CELLS]; /* cells with the largest responses, in descending order */
  /* number of tested cells, that is of cells in pieces with enough cells for a meaningful mean */
  int64_t tested;
  int products; /* number of products with R; 0 if no piece has enough cells for the test */
} tc_response;

/* Collective. Computes the responses for the assembled problem. The noise depends on cell numbers alone and
 * sums are exact, so the result has the same bits on any number of ranks and threads. Temporarily needs
 * memory for a copy of R and 14 doubles per cell. Errors (on all ranks): TC_INTERNAL if memory is exhausted,
 * and those of MPI windows and messages. */
tc_status tc_response_find(const tc_problem *problem, tc_response *out);

/* Not collective. Returns true if the test is passed: both systems were solved and no response exceeds
 * TC_RESPONSE_LIMIT, or no piece has enough cells for the test. */
bool tc_response_is_even(const tc_response *response);

#endif
