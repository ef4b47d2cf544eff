/* Creation of level 0. The rows are filled in from the matrix, sorted by the id of the column. A row computes
 * its couplings to rows with higher ids, and reads the others from those rows, so that both rows have the
 * same bits. If the other row belongs to another rank, this rank sends the coupling with a sparse exchange.
 * The rows are then checked, and couplings of 0 are removed. */
#include "linear/multigrid/level_zero.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "comm/layout/neighbour_exchange.h"
#include "comm/layout/sparse_exchange.h"

enum { width_max = 64 /* largest width of a matrix (sparse/ell.h) */ };

/* A row sum is 0 if it is at most `zero_sum` times the sum of the absolute values. It is an error if it is
 * below minus `negative_sum` times that sum, which is far above the rounding errors of an assembly. */
static const double zero_sum = 1e-14, negative_sum = 1e-9;

/* Marks a coupling that the row with the lower id must provide. */
static const float missing = -INFINITY;

/* The matrix and the graph that is created from it. */
typedef struct source {
  const tc_linear_system *system;
  const tc_ell *R;
  tc_level_graph *graph;
} source;

/* ---- rows ---- */

static int32_t count_entries(const tc_ell *R, int32_t i) {
  int32_t count = 0;
  for (int64_t e = (int64_t)i * R->width; e < ((int64_t)i + 1) * R->width; e++) count += R->column[e] != i;
  return count;
}

static tc_status alloc_rows(const tc_ell *R, tc_level_graph *graph) {
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->id, R->columns));
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->excess, R->rows));
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->diagonal_sum, R->rows));
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->begin, R->rows + 1));
  graph->begin[0] = 0;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < R->rows; i++) graph->begin[i + 1] = count_entries(R, i);
  for (int32_t i = 0; i < R->rows; i++) graph->begin[i + 1] += graph->begin[i];
  TC_TRY(TC_POOL_ARRAY(&graph->memory, graph->column, graph->begin[R->rows]));
  return TC_POOL_ARRAY(&graph->memory, graph->coupling, graph->begin[R->rows]);
}

/* Returns the coupling that belongs to the off-diagonal entry `rate` in row i of R. */
static float compute_coupling(const source *s, int32_t i, double rate) {
  return (float)(-(s->system->volume[i] * (s->system->scale * rate)));
}

/* Returns the coupling of rows i and j. `rate` is the entry of row i of R in column j. */
static float find_coupling(const source *s, int32_t i, int32_t j, double rate) {
  const tc_ell *R = s->R;
  if (s->graph->id[i] < s->graph->id[j]) return compute_coupling(s, i, rate);
  if (j < R->rows)
    for (int64_t e = (int64_t)j * R->width; e < ((int64_t)j + 1) * R->width; e++)
      if (R->column[e] == i) return compute_coupling(s, j, R->value[e]);
  return rate == 0.0 ? 0.0F : missing;
}

/* Copies the off-diagonal entries of row i of R to column[] and rate[], sorted by the ids of the columns.
 * Returns their number. */
static int sort_entries(const source *s, int32_t i, int32_t *column, double *rate) {
  const tc_ell *R = s->R;
  const tc_gid *id = s->graph->id;
  int count = 0;
  for (int64_t e = (int64_t)i * R->width; e < ((int64_t)i + 1) * R->width; e++) {
    if (R->column[e] == i) continue;
    int at = count++;
    for (; at > 0 && id[column[at - 1]] > id[R->column[e]]; at--) {
      column[at] = column[at - 1];
      rate[at] = rate[at - 1];
    }
    column[at] = R->column[e];
    rate[at] = R->value[e];
  }
  return count;
}

/* Returns the excess of row i. If the row sum is negative beyond rounding or not finite, returns its ratio to
 * the diagonal, which is negative or NaN. */
static double compute_excess(const source *s, int32_t i, int count, const int32_t *column,
                             const double *rate) {
  const tc_gid *id = s->graph->id;
  const double own = s->R->diagonal[i], volume = s->system->volume[i], factor = volume * s->system->scale;
  double sum = 0.0, largest_sum = 0.0;
  int k = 0;
  for (; k < count && id[column[k]] < id[i]; k++) sum += rate[k];
  sum += own;
  for (; k < count; k++) sum += rate[k];
  for (k = 0; k < count; k++) largest_sum += fabs(rate[k]);
  largest_sum = fabs(factor) * (largest_sum + fabs(own));
  sum *= factor;
  const double diagonal = fabs(s->system->shift * volume + factor * own);
  if (!(sum >= -negative_sum * largest_sum && sum < INFINITY)) return sum / diagonal;
  const double excess = s->system->shift * volume + (sum <= zero_sum * largest_sum ? 0.0 : sum);
  return excess >= 0.0 ? excess : excess / diagonal;
}

static void fill_row(const source *s, int32_t i) {
  tc_level_graph *graph = s->graph;
  int32_t *const column = graph->column + graph->begin[i];
  float *const coupling = graph->coupling + graph->begin[i];
  double rate[width_max];
  const int count = sort_entries(s, i, column, rate);
  for (int k = 0; k < count; k++) coupling[k] = find_coupling(s, i, column[k], rate[k]);
  graph->excess[i] = compute_excess(s, i, count, column, rate);
}

/* ---- couplings of other ranks ---- */

/* Sets peer_of_ghost[ghosts] to the number of the peer that owns each ghost. */
static void find_peers(const tc_halo *halo, int32_t *peer_of_ghost) {
  for (int p = 0; p < halo->peers; p++)
    for (int32_t g = halo->recv_begin[p]; g < halo->recv_begin[p + 1]; g++) peer_of_ghost[g] = p;
}

/* Visits the couplings of owned rows to ghosts with higher ids. For each of them, advances at[peer] by two
 * numbers. Unless `number` is NULL, writes there the id of the row and the number of the ghost on its owner,
 * combined with the bits of the coupling. */
static void list_couplings(const tc_level_graph *graph, const int32_t *peer_of_ghost, int32_t *at,
                           tc_gid *number) {
  const tc_halo *halo = graph->halo;
  for (int32_t b = 0; b < halo->borders; b++) {
    const int32_t i = halo->border[b];
    for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++) {
      const int32_t g = graph->column[k] - graph->rows;
      if (g < 0 || graph->id[i] > graph->id[graph->column[k]]) continue;
      int32_t *const next = &at[peer_of_ghost[g]];
      if (number) {
        uint32_t bits;
        memcpy(&bits, &graph->coupling[k], sizeof bits);
        number[*next] = graph->id[i];
        number[*next + 1] = (tc_gid)tc_halo_ghost_local(halo, g) << 32 | (tc_gid)bits;
      }
      *next += 2;
    }
  }
}

static tc_status list_sent(const tc_level_graph *graph, tc_pool *memory, tc_sparse_exchange *sent) {
  const tc_halo *halo = graph->halo;
  int32_t *peer_of_ghost, *at;
  TC_TRY(TC_POOL_ARRAY(memory, peer_of_ghost, graph->ghosts));
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, at, halo->peers));
  TC_TRY(TC_POOL_ARRAY(memory, sent->begin, halo->peers + 1));
  sent->peers = halo->peers;
  sent->peer = halo->peer;
  find_peers(halo, peer_of_ghost);
  list_couplings(graph, peer_of_ghost, at, NULL);
  sent->begin[0] = 0;
  for (int p = 0; p < halo->peers; p++) {
    sent->begin[p + 1] = sent->begin[p] + at[p];
    at[p] = sent->begin[p];
  }
  TC_TRY(TC_POOL_ARRAY(memory, sent->number, sent->begin[halo->peers]));
  list_couplings(graph, peer_of_ghost, at, sent->number);
  return TC_OK;
}

/* Stores a received coupling of row i to the row with this id. Returns false if row i has no such entry. */
static bool store_coupling(tc_level_graph *graph, int32_t i, tc_gid id, uint32_t bits) {
  for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++) {
    if (graph->id[graph->column[k]] != id) continue;
    memcpy(&graph->coupling[k], &bits, sizeof bits);
    return true;
  }
  return false;
}

static tc_status missing_error(const tc_linear_system *system, int32_t i, tc_gid other) {
  return tc_status_create(TC_NUMERICAL,
                          "cell %lld: only one of the couplings to and from cell %lld exists: "
                          "use a symmetric matrix or ssor",
                          (long long)(system->id[i] + system->base), (long long)(other + system->base));
}

static tc_status store_received(const source *s, const tc_sparse_exchange *received) {
  for (int32_t n = 0; n < received->begin[received->peers]; n += 2) {
    const int32_t i = (int32_t)(received->number[n + 1] >> 32);
    const uint32_t bits = (uint32_t)received->number[n + 1];
    if (!store_coupling(s->graph, i, received->number[n], bits))
      return missing_error(s->system, i, received->number[n]);
  }
  return TC_OK;
}

static tc_status exchange_couplings(const source *s) {
  const tc_world *world = s->graph->world;
  tc_sparse_exchange sent = {0}, received = {0};
  tc_pool memory = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, list_sent(s->graph, &memory, &sent)));
  TC_GUARD(status, tc_sparse_exchange_run(world, &sent, &received));
  TC_GUARD(status, tc_world_agree(world, store_received(s, &received)));
cleanup:
  tc_sparse_exchange_free(&received);
  tc_pool_free(&memory);
  return status;
}

/* ---- checks and zeros ---- */

/* Returns the index of the first coupling of row i that is negative or not finite; -1 if there is none. */
static int64_t find_wrong_coupling(const tc_level_graph *graph, int32_t i) {
  for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++)
    if (!(graph->coupling[k] >= 0.0F && graph->coupling[k] < INFINITY)) return k;
  return -1;
}

static bool row_is_wrong(const tc_level_graph *graph, int32_t i) {
  return find_wrong_coupling(graph, i) >= 0 || !(graph->excess[i] >= 0.0);
}

/* Clears the sign of a NaN, which depends on the machine and would be printed. */
static double without_nan_sign(double value) { return isnan(value) ? fabs(value) : value; }

static tc_status row_error(const source *s, int32_t i) {
  const tc_level_graph *graph = s->graph;
  const long long cell = (long long)(graph->id[i] + s->system->base);
  const int64_t k = find_wrong_coupling(graph, i);
  if (k < 0)
    return tc_status_create(TC_NUMERICAL,
                            "cell %lld: row sum is %.2g of the diagonal: "
                            "check the boundary conditions of this cell",
                            cell, without_nan_sign(graph->excess[i]));
  const tc_gid other = graph->id[graph->column[k]];
  if (graph->coupling[k] == missing) return missing_error(s->system, i, other);
  return tc_status_create(TC_NUMERICAL,
                          "cell %lld: coupling to cell %lld is %.2g: "
                          "check tensor and geometry of both cells, or use ssor",
                          cell, (long long)(other + s->system->base),
                          without_nan_sign((double)graph->coupling[k]));
}

/* Collective. Returns the error of the wrong row with the lowest id, so that the message is the same for any
 * distribution. */
static tc_status check_rows(const source *s) {
  const tc_level_graph *graph = s->graph;
  tc_gid lowest = TC_GID_NONE;
#pragma omp parallel for schedule(static) reduction(min : lowest)
  for (int32_t i = 0; i < graph->rows; i++)
    if (row_is_wrong(graph, i) && graph->id[i] < lowest) lowest = graph->id[i];
  double lowest_of_all = (double)lowest;
  TC_TRY(tc_world_min(graph->world, &lowest_of_all, 1));
  tc_status status = TC_OK;
  if (lowest != TC_GID_NONE && (double)lowest == lowest_of_all)
    for (int32_t i = 0; i < graph->rows && !status; i++)
      if (graph->id[i] == lowest) status = row_error(s, i);
  return tc_world_agree(graph->world, status);
}

static bool has_zeros(const tc_level_graph *graph) {
  int64_t zeros = 0;
#pragma omp parallel for schedule(static) reduction(+ : zeros)
  for (int64_t k = 0; k < graph->begin[graph->rows]; k++) zeros += graph->coupling[k] == 0.0F;
  return zeros > 0;
}

static void remove_zeros(tc_level_graph *graph) {
  int64_t remaining = 0, first = 0;
  for (int32_t i = 0; i < graph->rows; i++) {
    const int64_t end = graph->begin[i + 1];
    for (int64_t k = first; k < end; k++) {
      if (graph->coupling[k] == 0.0F) continue;
      graph->column[remaining] = graph->column[k];
      graph->coupling[remaining++] = graph->coupling[k];
    }
    first = end;
    graph->begin[i + 1] = remaining;
  }
}

/* ---- creation ---- */

static tc_status fill_graph(const source *s) {
  const tc_linear_system *system = s->system;
  tc_level_graph *graph = s->graph;
  graph->all_rows = graph->rows;
  TC_TRY(tc_world_sum_int64(graph->world, &graph->all_rows, 1));
  TC_TRY(tc_world_agree(graph->world, alloc_rows(s->R, graph)));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < graph->rows; i++) graph->id[i] = system->id[i];
  TC_TRY(tc_neighbour_exchange_ghosts(graph->world, graph->halo, sizeof *graph->id, graph->id));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < graph->rows; i++) fill_row(s, i);
  TC_TRY(exchange_couplings(s));
  TC_TRY(check_rows(s));
  if (has_zeros(graph)) remove_zeros(graph);
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < graph->rows; i++) graph->diagonal_sum[i] = tc_level_graph_diagonal(graph, i);
  return TC_OK;
}

tc_status tc_level_zero_create(const tc_linear_system *system, const tc_ell *R, tc_level_graph **out) {
  tc_level_graph *graph = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->world, graph, 1));
  graph->world = system->world;
  graph->halo = system->halo;
  graph->ranks = system->world->ranks;
  graph->rows = R->rows;
  graph->ghosts = R->columns - R->rows;
  const source s = {system, R, graph};
  TC_RETURN_CREATED(fill_graph(&s), graph, tc_level_graph_destroy(&graph), out);
}
