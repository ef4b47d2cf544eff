/* Response of the cells to noise (see noise_response.h, which also explains pieces and draws). The matrix S
 * is a copy of the rate matrix without the rows that read across jumps of the diffusion tensor. Each
 * remaining row is divided by its absolute diagonal entry. For each random vector, the two systems (t I - S)
 * x = b are solved with bicgstab without preconditioner in a limited number of iterations. After each solve
 * the solution is divided by the geometric mean of its absolute values in each piece of the mesh. */
#include "solve/stability/noise_response.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "linear/solver/solver.h"
#include "solve/stability/response_pieces.h"

/* maximum number of iterations for each of the two systems; an iteration performs two products */
enum { max_iterations = 400 };

/* the small number t of noise_response.h: the test detects localised modes whose decay rate is below about t
 * times the rate of diffusion in their cells */
static const double shift = 1e-3;
static const double residual_per_cell = 0.1; /* tolerance of the solves: norm of the residual divided by the
                                                norm of the right-hand side, times sqrt(number of cells) */

typedef struct noise {
  const tc_problem *problem;
  const tc_space *space;
  tc_linear_system system;
  tc_ell *S; /* rate matrix R with each row divided by its absolute diagonal entry */
  tc_solver *solver;
  double *ones, *b; /* [owned] `ones` is filled with ones; `b` is the right-hand side, then the response */
  double *scratch;  /* [owned] scratch array, which every function may overwrite */
  /* pieces of the mesh: sets of cells within which responses are compared (response_pieces.h) */
  tc_response_pieces pieces;
  double *sum;    /* [pieces.count] sums over the pieces; owned */
  double *mean;   /* [pieces.count] geometric mean of |b| over each piece; also used as scratch; owned */
  tc_pool memory; /* owns the arrays of this struct */
  int draw;
  tc_response *out; /* result of the current draw */
} noise;

/* Divides each row by its absolute diagonal entry. A row of zeros gets the diagonal entry -1. */
static void scale_rows(const noise *n) {
  tc_ell *S = n->S;
  for (int32_t i = 0; i < S->rows; i++) {
    const double size = fabs(S->diagonal[i]);
    for (size_t e = tc_ell_begin(S, i), end = tc_ell_end(S, i); size > 0.0 && e < end; e++)
      S->value[e] /= size;
    S->diagonal[i] = size > 0.0 ? S->diagonal[i] / size : -1.0;
  }
}

/* Returns the index of the piece (noise.pieces) that contains cell i, or a negative number if no piece
 * contains it. */
static int64_t piece_index(const noise *n, int32_t i) { return n->pieces.of[i]; }

static tc_status response_norm(const noise *n, const double *x, double *out) {
  double square;
  for (int32_t i = 0; i < n->space->owned; i++) n->scratch[i] = x[i] / n->space->volume[i];
  TC_TRY(tc_field_dot(n->space, x, n->scratch, &square));
  *out = sqrt(square);
  return TC_OK;
}

/* Subtracts from the noise b its mean over each piece without outflow, weighted with the volumes and the
 * diagonal of R. A constant in such a piece does not decay and would hide all other modes. */
static tc_status remove_constants(noise *n) {
  const double *D = n->problem->system->rates->diagonal;
  TC_TRY(tc_grouped_dot_compute(&n->pieces.dot, D, n->b, n->sum));
  TC_TRY(tc_grouped_dot_compute(&n->pieces.dot, D, n->ones, n->mean));
  for (int k = 0; k < n->pieces.count; k++)
    n->mean[k] = n->pieces.closed[k] && n->mean[k] != 0.0 ? n->sum[k] / n->mean[k] : 0.0;
  for (int32_t i = 0; i < n->space->owned; i++)
    if (piece_index(n, i) >= 0) n->b[i] -= n->mean[piece_index(n, i)];
  return TC_OK;
}

static double draw_noise(const noise *n, int32_t i) {
  const uint64_t stride = 1000000007; /* exceeds the number of cells of most meshes, so that different draws
                                         hash different numbers */
  return (double)tc_hash_mix((uint64_t)n->space->id[i] + stride * (uint64_t)n->draw) * 0x1p-63 - 1.0;
}

static tc_status init_right_side(noise *n) {
  const tc_space *space = n->space;
  for (int32_t i = 0; i < space->owned; i++) {
    n->ones[i] = 1.0;
    n->b[i] = piece_index(n, i) >= 0 ? draw_noise(n, i) : 0.0;
  }
  return remove_constants(n);
}

static tc_status create_solver(noise *n) {
  const tc_space *space = n->space;
  const tc_solver_options options = {.method = tc_method_find("bicgstab"),
                                     .preconditioner = tc_preconditioner_find("none"),
                                     .tolerance = residual_per_cell / sqrt((double)space->cells),
                                     .most_iterations = max_iterations,
                                     .strategy = tc_strategy_find("neighbour"),
                                     .format = tc_format_at(0)};
  n->system = (tc_linear_system){.world = space->world,
                                 .halo = space->halo,
                                 .R = n->S,
                                 .shift = shift,
                                 .scale = -1.0,
                                 .volume = n->ones,
                                 .id = space->id,
                                 .base = space->base};
  return tc_solver_create(&n->system, &options, &n->solver);
}

/* Solves the system with the right-hand side b and replaces b by the solution. If the solve does not
 * converge, replaces b by the last iterate. */
static tc_status solve_response(noise *n) {
  tc_ledger ledger = {0};
  tc_solve_result solution;
  double reference;
  TC_TRY(response_norm(n, n->b, &reference));
  if (!(reference > 0.0)) return TC_OK; /* the right-hand side is 0, for example in a mesh of one cell */
  TC_TRY(tc_solver_solve(n->solver, n->b, reference, NULL, &ledger, &solution));
  if (n->space->owned) memcpy(n->b, n->solver->x, (size_t)n->space->owned * sizeof *n->b);
  n->out->solved = solution.reason == TC_REASON_converged;
  n->out->products += (int)ledger.work.products;
  return TC_OK;
}

static double finite_magnitude(double b) { return isfinite(b) ? fabs(b) : INFINITY; }

/* Computes the geometric mean of |b| over each piece. */
static tc_status compute_means(noise *n) {
  for (int32_t i = 0; i < n->space->owned; i++) {
    const double logarithm = log(fmin(fmax(finite_magnitude(n->b[i]), DBL_MIN), DBL_MAX));
    n->scratch[i] = logarithm / n->space->volume[i];
  }
  TC_TRY(tc_grouped_dot_compute(&n->pieces.dot, n->scratch, n->ones, n->sum));
  for (int k = 0; k < n->pieces.count; k++)
    n->mean[k] = n->pieces.cells[k] > 0.0 ? exp(n->sum[k] / n->pieces.cells[k]) : 1.0;
  return TC_OK;
}

/* Divides b in each piece by the geometric mean of |b| over the piece. Without this division, the piece with
 * the largest values would dominate the norm of the residual, which ends the second solve. */
static tc_status scale_pieces(noise *n) {
  TC_TRY(compute_means(n));
  for (int32_t i = 0; i < n->space->owned; i++)
    n->b[i] = piece_index(n, i) >= 0 ? n->b[i] / n->mean[piece_index(n, i)] : 0.0;
  return TC_OK;
}

/* Replaces b in each cell by |b| divided by the geometric mean of |b| over the cell's piece. */
static tc_status divide_by_means(noise *n) {
  TC_TRY(compute_means(n));
  for (int32_t i = 0; i < n->space->owned; i++)
    n->b[i] = piece_index(n, i) >= 0 ? finite_magnitude(n->b[i]) / n->mean[piece_index(n, i)] : 0.0;
  return TC_OK;
}

static tc_status record_localised(const noise *n) {
  const tc_space *space = n->space;
  tc_response *out = n->out;
  for (int32_t i = 0; i < space->owned; i++) out->cells += n->b[i] > TC_RESPONSE_LIMIT;
  TC_TRY(tc_world_sum_int64(space->world, &out->cells, 1));
  for (int k = 0; k < TC_RESPONSE_CELLS; k++) {
    TC_TRY(tc_field_find_max(space, n->b, &out->worst[k]));
    for (int32_t i = 0; i < space->owned; i++)
      if (space->id[i] + space->base == out->worst[k].cell) n->b[i] = 0.0;
  }
  out->largest = out->worst[0].value;
  return TC_OK;
}

static tc_status alloc_noise(noise *n) {
  TC_TRY(TC_POOL_ARRAY_ZERO(&n->memory, n->ones, n->space->owned));
  TC_TRY(TC_POOL_ARRAY_ZERO(&n->memory, n->b, n->space->owned));
  TC_TRY(TC_POOL_ARRAY_ZERO(&n->memory, n->scratch, n->space->owned));
  TC_TRY(TC_POOL_ARRAY_ZERO(&n->memory, n->sum, n->pieces.count));
  return TC_POOL_ARRAY_ZERO(&n->memory, n->mean, n->pieces.count);
}

/* Computes the response to one random vector: solves the two systems and divides the result in each cell by
 * the mean over its piece. */
static tc_status compute_draw_response(noise *n) {
  TC_TRY(init_right_side(n));
  TC_TRY(solve_response(n));
  if (n->out->solved && n->pieces.count > 1) TC_TRY(scale_pieces(n));
  if (n->out->solved) TC_TRY(solve_response(n));
  TC_TRY(divide_by_means(n));
  return record_localised(n);
}

/* Runs the test with several random vectors (draws) and copies to *out the result with the largest response.
 * Stops after a draw with a response that is too large. */
static tc_status run_draws(noise *n, tc_response *out) {
  int products = 0;
  for (n->draw = 0; n->draw < TC_RESPONSE_DRAWS; n->draw++) {
    tc_response result = {0};
    n->out = &result;
    TC_TRY(compute_draw_response(n));
    products += result.products;
    if (n->draw == 0 || !result.solved || result.largest > out->largest) *out = result;
    if (!tc_response_is_even(&result)) break;
  }
  out->products = products;
  return TC_OK;
}

static tc_status compute_response(noise *n, tc_response *out) {
  TC_TRY(tc_world_agree(n->space->world, tc_ell_combine(n->problem->system->rates, 0.0, 1.0, &n->S)));
  TC_TRY(tc_response_remove_jumps(n->problem, n->S));
  TC_TRY(tc_response_pieces_find(n->space, n->S, TC_GROUPED_DOT_MAX, TC_RESPONSE_LABELS, &n->pieces));
  if (n->pieces.count == 0) return TC_OK;
  scale_rows(n);
  TC_TRY(tc_world_agree(n->space->world, alloc_noise(n)));
  TC_TRY(create_solver(n));
  TC_TRY(run_draws(n, out));
  for (int k = 0; k < n->pieces.count; k++) out->tested += (int64_t)n->pieces.cells[k];
  return TC_OK;
}

tc_status tc_response_find(const tc_problem *problem, tc_response *out) {
  noise n = {.problem = problem, .space = problem->space};
  *out = (tc_response){0};
  const tc_status status = compute_response(&n, out);
  tc_solver_destroy(&n.solver);
  tc_ell_destroy(&n.S);
  tc_pool_free(&n.memory);
  tc_response_pieces_free(&n.pieces);
  return status;
}

bool tc_response_is_even(const tc_response *response) {
  return response->products == 0 || (response->solved && response->largest <= TC_RESPONSE_LIMIT);
}
