#include "solve/stability/noise_response.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "linear/solver/solver.h"
#include "solve/space/component_levels.h"

enum { most_iterations = 400 }; /* for each system, two products an iteration */
enum { fewest = 6 }; /* cells of a component that is judged: the mean of fewer may be small by chance */

static const double jump = 10.0;       /* Limit of the ratio of traces of neighbouring tensors. */
static const double shift = 1e-3;      /* localised modes may decay this much more slowly than their cells */
static const double left_a_cell = 0.1; /* bound of the residual of a single cell, relative to the noise */

typedef struct noise {
  const tc_problem *problem;
  const tc_space *space;
  tc_linear_system system;
  tc_ell *S; /* R with each row divided by the magnitude of its diagonal */
  tc_solver *solver;
  double *one, *b;             /* [owned] */
  double *scratch;             /* [owned] */
  tc_component_levels *levels; /* of the pieces of the mesh; NULL if it is one piece */
  int64_t pieces;
  double *cells; /* [pieces] number of cells that exchange anything; owned */
  double *sum;   /* [pieces] scratch; owned */
  double *mean;  /* [pieces] of the sizes of b, or scratch; owned */
  int draw;
  tc_response *out; /* of this draw */
} noise;

/* False for a cell that exchanges nothing with others. */
static bool exchanges_anything(const noise *n, int32_t i) {
  return n->problem->system->rates->diagonal[i] != 0.0;
}

static void scale_rows(const noise *n) {
  tc_ell *S = n->S;
  for (int32_t i = 0; i < S->rows; i++) {
    const double size = fabs(S->diagonal[i]);
    for (int64_t e = (int64_t)i * S->width; exchanges_anything(n, i) && e < ((int64_t)i + 1) * S->width; e++)
      S->value[e] /= size;
    S->diagonal[i] = exchanges_anything(n, i) ? S->diagonal[i] / size : -1.0;
  }
}

static int64_t piece_of(const noise *n, int32_t i) { return n->levels ? n->levels->component[i] : 0; }

/* out[pieces]: sum of volume * x * y over each piece. */
static tc_status component_dot(const noise *n, const double *x, const double *y, double *out) {
  return n->levels ? tc_component_levels_dot(n->levels, x, y, out) : tc_field_dot(n->space, x, y, out);
}

/* out[pieces]: sum of x over the cells of each piece. Reads n->one. */
static tc_status sum_components(const noise *n, const double *x, double *out) {
  for (int32_t i = 0; i < n->space->owned; i++) n->scratch[i] = x[i] / n->space->volume[i];
  return component_dot(n, n->scratch, n->one, out);
}

static tc_status response_norm(const noise *n, const double *x, double *out) {
  double square;
  for (int32_t i = 0; i < n->space->owned; i++) n->scratch[i] = x[i] / n->space->volume[i];
  TC_TRY(tc_field_dot(n->space, x, n->scratch, &square));
  *out = sqrt(square);
  return TC_OK;
}

/* True if nothing leaves the piece. */
static bool is_closed(const noise *n, int64_t piece) {
  return tc_physics_is_conservative(n->problem->physics) || (n->levels && n->levels->lets_out[piece] == 0.0);
}

/* A constant in a closed piece does not decay at all: the noise has no share of it. */
static tc_status remove_constants(const noise *n) {
  const double *D = n->problem->system->rates->diagonal;
  TC_TRY(component_dot(n, D, n->b, n->sum));
  TC_TRY(component_dot(n, D, n->one, n->mean));
  for (int64_t k = 0; k < n->pieces; k++)
    n->mean[k] = is_closed(n, k) && n->mean[k] != 0.0 ? n->sum[k] / n->mean[k] : 0.0;
  for (int32_t i = 0; i < n->space->owned; i++)
    if (exchanges_anything(n, i)) n->b[i] -= n->mean[piece_of(n, i)];
  return TC_OK;
}

static double tensor_trace(const noise *n, int32_t cell) {
  const double *K = tc_physics_tensor(n->problem->physics, cell);
  return K[0] + K[1] + K[2];
}

/* Widens low .. high by the traces of a cell and its neighbours. */
static void widen_traces(const noise *n, int32_t cell, double range[2]) {
  const int32_t *neighbour = n->space->submesh->neighbour + 4 * (size_t)cell;
  for (int k = 0; k < 5; k++) {
    const int32_t at = k < 4 ? neighbour[k] : cell;
    if (at < 0) continue;
    range[0] = fmin(range[0], tensor_trace(n, at));
    range[1] = fmax(range[1], tensor_trace(n, at));
  }
}

/* True if no tensor that a row reads differs much from that of the cell. */
static bool is_uniform(const noise *n, int32_t i) {
  const int32_t *neighbour = n->space->submesh->neighbour + 4 * (size_t)i;
  double range[2] = {INFINITY, 0.0};
  widen_traces(n, i, range);
  for (int k = 0; k < 4; k++)
    if (neighbour[k] >= 0 && n->problem->scheme->rings > 1) widen_traces(n, neighbour[k], range);
  return range[1] <= jump * range[0];
}

/* Next to a jump of the tensor the diagonal is no measure of how fast a cell exchanges with each neighbour,
 * and noise of its size drives those that conduct less. */
static tc_status find_jumps(const noise *n, int64_t *cells) {
  *cells = 0;
  for (int32_t i = 0; i < n->space->owned; i++) *cells += !is_uniform(n, i);
  return tc_world_sum_int64(n->space->world, cells, 1);
}

static double draw_noise(const noise *n, int32_t i) {
  const uint64_t stride = 1000000007; /* beyond the cells of most meshes, so that draws differ */
  return (double)tc_hash_mix((uint64_t)n->space->id[i] + stride * (uint64_t)n->draw) * 0x1p-63 - 1.0;
}

static tc_status init_right_side(noise *n) {
  const tc_space *space = n->space;
  for (int32_t i = 0; i < space->owned; i++) {
    n->one[i] = 1.0;
    n->b[i] = exchanges_anything(n, i) ? 1.0 : 0.0;
  }
  TC_TRY(sum_components(n, n->b, n->cells));
  for (int32_t i = 0; i < space->owned; i++) n->b[i] *= draw_noise(n, i);
  return remove_constants(n);
}

static tc_status open_solver(noise *n) {
  const tc_space *space = n->space;
  const tc_solver_options choice = {.method = tc_method_find("bicgstab"),
                                    .preconditioner = tc_preconditioner_find("none"),
                                    .tolerance = left_a_cell / sqrt((double)space->cells),
                                    .most_iterations = most_iterations,
                                    .strategy = tc_strategy_find("neighbour"),
                                    .format = tc_format_at(0)};
  n->system = (tc_linear_system){.world = space->world,
                                 .halo = space->halo,
                                 .R = n->S,
                                 .shift = shift,
                                 .scale = -1.0,
                                 .volume = n->one,
                                 .id = space->id,
                                 .base = space->base};
  return tc_solver_create(&n->system, &choice, &n->solver);
}

/* b becomes the solution, or what was reached. */
static tc_status solve_response(noise *n) {
  tc_ledger ledger = {0};
  tc_solve_result solution;
  double reference;
  TC_TRY(response_norm(n, n->b, &reference));
  if (!(reference > 0.0)) return TC_OK; /* a single cell */
  TC_TRY(tc_solver_solve(n->solver, n->b, reference, NULL, &ledger, &solution));
  if (n->space->owned) memcpy(n->b, n->solver->x, (size_t)n->space->owned * sizeof *n->b);
  n->out->solved = solution.reason == TC_REASON_converged;
  n->out->products += (int)ledger.work.products;
  return TC_OK;
}

static double response_size(double b) { return isfinite(b) ? fabs(b) : INFINITY; }

/* Finds the geometric mean of the sizes of b in each piece. */
static tc_status find_means(const noise *n) {
  for (int32_t i = 0; i < n->space->owned; i++) {
    const double logarithm = log(fmin(fmax(response_size(n->b[i]), DBL_MIN), DBL_MAX));
    n->scratch[i] = exchanges_anything(n, i) ? logarithm / n->space->volume[i] : 0.0;
  }
  TC_TRY(component_dot(n, n->scratch, n->one, n->sum));
  for (int64_t k = 0; k < n->pieces; k++) n->mean[k] = n->cells[k] > 0.0 ? exp(n->sum[k] / n->cells[k]) : 1.0;
  return TC_OK;
}

/* Scales each piece of b to the mean 1. Otherwise the second system would be solved only as accurately as
 * the slowest piece needs. */
static tc_status scale_pieces(const noise *n) {
  TC_TRY(find_means(n));
  for (int32_t i = 0; i < n->space->owned; i++) n->b[i] /= n->mean[piece_of(n, i)];
  return TC_OK;
}

/* True if the piece has enough cells for a mean. */
static bool has_mean(const noise *n, int64_t piece) {
  return !n->levels || n->cells[piece] > (double)fewest - 0.5;
}

/* b becomes the size of each response over the geometric mean of its piece. */
static tc_status compare_to_mean(const noise *n) {
  TC_TRY(find_means(n));
  for (int32_t i = 0; i < n->space->owned; i++) {
    const int64_t k = piece_of(n, i);
    n->b[i] = has_mean(n, k) ? response_size(n->b[i]) / n->mean[k] : 0.0;
  }
  return TC_OK;
}

static tc_status find_localised(const noise *n) {
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
  const tc_world *world = n->space->world;
  TC_TRY(TC_WORLD_ALLOC(world, n->one, n->space->owned));
  TC_TRY(TC_WORLD_ALLOC(world, n->b, n->space->owned));
  TC_TRY(TC_WORLD_ALLOC(world, n->scratch, n->space->owned));
  TC_TRY(TC_WORLD_ALLOC(world, n->cells, n->pieces));
  TC_TRY(TC_WORLD_ALLOC(world, n->sum, n->pieces));
  return TC_WORLD_ALLOC(world, n->mean, n->pieces);
}

/* Finds the response to one draw of noise. */
static tc_status find_draw_response(noise *n) {
  TC_TRY(init_right_side(n));
  TC_TRY(solve_response(n));
  if (n->out->solved && n->levels) TC_TRY(scale_pieces(n));
  if (n->out->solved) TC_TRY(solve_response(n));
  TC_TRY(compare_to_mean(n));
  return find_localised(n);
}

/* *out: the draw with the largest response. Ends with the first one that is rejected. */
static tc_status try_draws(noise *n, tc_response *out) {
  int products = 0;
  for (n->draw = 0; n->draw < TC_RESPONSE_DRAWS; n->draw++) {
    tc_response drawn = {0};
    n->out = &drawn;
    TC_TRY(find_draw_response(n));
    products += drawn.products;
    if (n->draw == 0 || !drawn.solved || drawn.largest > out->largest) *out = drawn;
    if (!tc_response_is_even(&drawn)) break;
  }
  out->products = products;
  return TC_OK;
}

static tc_status find_response(noise *n, tc_response *out) {
  int64_t jumps;
  TC_TRY(find_jumps(n, &jumps));
  out->has_jumps = jumps > 0;
  if (out->has_jumps) return TC_OK;
  TC_TRY(tc_component_levels_create(n->space, n->problem->system->rates, &n->pieces, &n->levels));
  if (n->pieces > TC_COMPONENT_LEVELS_MAX) return TC_OK;
  TC_TRY(tc_world_agree(n->space->world, tc_ell_combine(n->problem->system->rates, 0.0, 1.0, &n->S)));
  scale_rows(n);
  TC_TRY(alloc_noise(n));
  TC_TRY(open_solver(n));
  return try_draws(n, out);
}

tc_status tc_response_find(const tc_problem *problem, tc_response *out) {
  noise n = {.problem = problem, .space = problem->space};
  *out = (tc_response){0};
  const tc_status status = find_response(&n, out);
  tc_solver_destroy(&n.solver);
  tc_ell_destroy(&n.S);
  tc_free(n.one);
  tc_free(n.b);
  tc_free(n.scratch);
  tc_free(n.cells);
  tc_free(n.sum);
  tc_free(n.mean);
  tc_component_levels_destroy(&n.levels);
  return status;
}

bool tc_response_is_even(const tc_response *response) {
  return response->products == 0 || (response->solved && response->largest <= TC_RESPONSE_LIMIT);
}
