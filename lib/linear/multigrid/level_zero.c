/* Creation of level 0, the finest level (level_zero.h). The rows are filled in from the matrix, sorted by the
 * id of the column. A row computes its couplings to rows with higher ids, and copies the others from those
 * rows, so that both rows of a pair have the same bits. If the other row belongs to another rank, this rank
 * sends the coupling with a sparse exchange. The rows are then checked (level_zero_check.c), and couplings of
 * 0 are removed. */
#include "linear/multigrid/level_zero.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "comm/layout/neighbour_exchange.h"
#include "comm/layout/sparse_exchange.h"
#include "linear/multigrid/level_zero_internal.h"

/* Couplings are scaled if the binary exponent of the largest one has a larger absolute value than
 * `unscaled_exponent`. With smaller ones single precision has enough range for any usual contrast, and
 * existing results retain their bits. Scaled diagonals are below 2^(diagonal_exponent + 1). */
enum { unscaled_exponent = 64, diagonal_exponent = 100 };

/* A row sum is 0 if it is at most `zero_sum` times the sum of the absolute values. It is an error if it is
 * below minus `negative_sum` times that sum, which is far above the rounding errors of an assembly. */
static const double zero_sum = 1e-14, negative_sum = 1e-9;

typedef tc_level_source source;

/* ---- choice of the scale ---- */

/* Returns the exponent of the power of two by which the values of level 0 are divided so that they are in the
 * range of single precision. `coupling` and `diagonal` are the largest absolute values of couplings and
 * diagonals. */
static int choose_exponent(double coupling, double diagonal) {
  if (!(coupling > 0.0) || !isfinite(coupling) || !isfinite(diagonal)) return 0;
  const int exponent = ilogb(coupling),
            least = diagonal > 0.0 ? ilogb(diagonal) - diagonal_exponent : exponent;
  if (abs(exponent) <= unscaled_exponent) return 0;
  const int chosen = exponent > least ? exponent : least;
  if (exponent < 0 && chosen > 0) return 0;
  return chosen < DBL_MIN_EXP ? DBL_MIN_EXP : chosen; /* The factor 2^-exponent must be finite. */
}

/* Collective. Chooses the exponent of level 0 from maxima over all ranks, which are the same for any
 * distribution. */
static tc_status choose_scale(source *s) {
  const tc_ell *R = s->R;
  const tc_linear_system *system = s->system;
  double coupling = 0.0, diagonal = 0.0;
#pragma omp parallel for schedule(static) reduction(max : coupling, diagonal)
  for (int32_t i = 0; i < R->rows; i++) {
    const double volume = system->volume[i],
                 own = fabs(volume * (system->shift + system->scale * R->diagonal[i]));
    if (own > diagonal) diagonal = own;
    for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++) {
      const double value = fabs(volume * (system->scale * R->value[e]));
      if (value > coupling && R->column[e] != i) coupling = value;
    }
  }
  double largest[] = {coupling, diagonal};
  TC_TRY(tc_world_max(system->world, largest, 2));
  s->graph->exponent = choose_exponent(largest[0], largest[1]);
  s->factor = ldexp(1.0, -s->graph->exponent);
  return TC_OK;
}

/* ---- rows of this rank ---- */

static int32_t count_entries(const tc_ell *R, int32_t i) {
  int32_t count = 0;
  for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++) count += R->column[e] != i;
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
  return (float)(-(s->factor * (s->system->volume[i] * (s->system->scale * rate))));
}

/* Returns the index of the coupling of row i to the row with this id; -1 if there is none. The entries of row
 * i must be sorted by the ids of their columns. */
static int64_t find_by_id(const tc_level_graph *graph, int32_t i, tc_gid id) {
  int64_t low = graph->begin[i], high = graph->begin[i + 1];
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (graph->id[graph->column[middle]] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < graph->begin[i + 1] && graph->id[graph->column[low]] == id ? low : -1;
}

/* Returns the first entry of row i of R in column j, or the end of the row if there is none. The loop visits
 * all entries of the row, because rows are short and a processor could not predict an early exit. */
static size_t find_entry(const tc_ell *R, int32_t i, int32_t j) {
  const size_t begin = tc_ell_begin(R, i), end = tc_ell_end(R, i);
  size_t found = end;
  for (size_t e = end; e-- > begin;) found = R->column[e] == j ? e : found;
  return found;
}

/* Returns the coupling of rows i and j, which is computed in the row with the lower id. `rate` is the entry
 * of row i of R in column j. If row j has the lower id but is a ghost or has no entry in column i, the result
 * is tc_level_zero_missing, or 0 if `rate` is 0. */
static float find_coupling(const source *s, int32_t i, int32_t j, double rate) {
  const tc_ell *R = s->R;
  if (s->graph->id[i] < s->graph->id[j]) return compute_coupling(s, i, rate);
  if (s->rate && j < R->rows) {
    const int64_t k = find_by_id(s->graph, j, s->graph->id[i]);
    if (k >= 0) return compute_coupling(s, j, s->rate[k]);
  } else if (j < R->rows) {
    const size_t e = find_entry(R, j, i);
    if (e < tc_ell_end(R, j)) return compute_coupling(s, j, R->value[e]);
  }
  return rate == 0.0 ? 0.0F : tc_level_zero_missing;
}

/* Off-diagonal entry of a row. */
typedef struct row_entry {
  tc_gid id; /* id of the column */
  int32_t column;
  double rate;
} row_entry;

/* Compares two entries by the ids of their columns, for qsort. */
static int compare_ids(const void *a, const void *b) {
  const row_entry *x = a, *y = b;
  return (x->id > y->id) - (x->id < y->id);
}

/* Copies the off-diagonal entries of all rows to graph->column[] and s->rate[], sorted by the ids of the
 * columns of each row. Used for general rows (rows of different lengths), whose sorting needs memory and more
 * time. */
static tc_status sort_general_rows(const source *s) {
  const tc_ell *R = s->R;
  tc_level_graph *graph = s->graph;
  row_entry *entry = NULL;
  TC_TRY(TC_ALLOC(entry, R->width));
  for (int32_t i = 0; i < R->rows; i++) {
    size_t n = 0;
    for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++)
      if (R->column[e] != i) entry[n++] = (row_entry){graph->id[R->column[e]], R->column[e], R->value[e]};
    if (n > 0) qsort(entry, n, sizeof *entry, compare_ids);
    for (size_t k = 0; k < n; k++) {
      graph->column[graph->begin[i] + (int64_t)k] = entry[k].column;
      s->rate[graph->begin[i] + (int64_t)k] = entry[k].rate;
    }
  }
  tc_free(entry);
  return TC_OK;
}

/* Copies the off-diagonal entries of row i of R to column[] and rate[], sorted by the ids of the columns.
 * Returns their number. The position of an entry is the number of entries with smaller ids, which is counted
 * without branches. */
static int sort_entries(const source *s, int32_t i, int32_t *column, double *rate) {
  const tc_ell *R = s->R;
  tc_gid id[TC_ELL_WIDTH_MAX];
  size_t entry[TC_ELL_WIDTH_MAX];
  int count = 0;
  for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++) {
    if (R->column[e] == i) continue;
    entry[count] = e;
    id[count++] = s->graph->id[R->column[e]];
  }
  for (int k = 0; k < count; k++) {
    int place = 0;
    for (int other = 0; other < count; other++)
      place += (id[other] < id[k]) | ((id[other] == id[k]) & (other < k));
    column[place] = R->column[entry[k]];
    rate[place] = R->value[entry[k]];
  }
  return count;
}

/* Returns the scaled excess of row i, its row sum. If the row sum is negative beyond rounding or not finite,
 * returns its ratio to the diagonal, which is negative or NaN and is reported later. */
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
  return excess >= 0.0 ? s->factor * excess : excess / diagonal;
}

/* Fills in row i. Returns the number of couplings to rows of this rank with a higher id, minus the number of
 * couplings that the row has received from rows of this rank. */
static int fill_row(const source *s, int32_t i) {
  tc_level_graph *graph = s->graph;
  int32_t *const column = graph->column + graph->begin[i];
  float *const coupling = graph->coupling + graph->begin[i];
  double short_row[TC_ELL_WIDTH_MAX], *const rate = s->rate ? s->rate + graph->begin[i] : short_row;
  const int count = s->rate ? (int)(graph->begin[i + 1] - graph->begin[i]) : sort_entries(s, i, column, rate);
  int unmatched = 0;
  for (int k = 0; k < count; k++) {
    coupling[k] = find_coupling(s, i, column[k], rate[k]);
    if (column[k] >= graph->rows || coupling[k] == 0.0F || coupling[k] == tc_level_zero_missing) continue;
    unmatched += graph->id[i] < graph->id[column[k]] ? 1 : -1;
  }
  graph->excess[i] = compute_excess(s, i, count, column, rate);
  return unmatched;
}

/* ---- couplings computed by other ranks ---- */

/* Sets peer_of_ghost[ghosts] to the number of the peer that owns each ghost. */
static void find_peers(const tc_halo *halo, int32_t *peer_of_ghost) {
  for (int p = 0; p < halo->peers; p++)
    for (int32_t g = halo->recv_begin[p]; g < halo->recv_begin[p + 1]; g++) peer_of_ghost[g] = p;
}

/* Visits the couplings of owned rows to ghosts with higher ids, which this rank sends to the owners of the
 * ghosts. The send lists of the halo cannot be used: they contain the rows that other ranks read, and the
 * pattern may be asymmetric. Each coupling advances at[peer] by two numbers. Unless `number` is NULL, writes
 * these two numbers: the id of the row, and the number of the ghost on its owner combined with the bits of
 * the coupling. */
static void list_couplings(const tc_level_graph *graph, const int32_t *peer_of_ghost, int64_t *at,
                           tc_gid *number) {
  const tc_halo *halo = graph->halo;
  for (int32_t i = 0; halo->peers > 0 && i < graph->rows; i++)
    for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++) {
      const int32_t g = graph->column[k] - graph->rows;
      if (g < 0 || graph->id[i] > graph->id[graph->column[k]]) continue;
      int64_t *const next = &at[peer_of_ghost[g]];
      if (number) {
        uint32_t bits;
        memcpy(&bits, &graph->coupling[k], sizeof bits);
        number[*next] = graph->id[i];
        number[*next + 1] = (tc_gid)tc_halo_ghost_local(halo, g) << 32 | (tc_gid)bits;
      }
      *next += 2;
    }
}

static tc_status list_sent(const tc_level_graph *graph, tc_pool *memory, tc_sparse_exchange *sent) {
  const tc_halo *halo = graph->halo;
  int32_t *peer_of_ghost;
  int64_t *at, all = 0;
  TC_TRY(TC_POOL_ARRAY(memory, peer_of_ghost, graph->ghosts));
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, at, halo->peers));
  TC_TRY(TC_POOL_ARRAY(memory, sent->begin, halo->peers + 1));
  sent->peers = halo->peers;
  sent->peer = halo->peer;
  find_peers(halo, peer_of_ghost);
  list_couplings(graph, peer_of_ghost, at, NULL);
  for (int p = 0; p < halo->peers; p++) all += at[p];
  if (all > INT32_MAX)
    return tc_status_create(TC_INTERNAL, "multigrid: a rank sends 2^31 numbers or more: use more ranks");
  sent->begin[0] = 0;
  for (int p = 0; p < halo->peers; p++) {
    sent->begin[p + 1] = (int32_t)(sent->begin[p] + at[p]);
    at[p] = sent->begin[p];
  }
  TC_TRY(TC_POOL_ARRAY(memory, sent->number, sent->begin[halo->peers]));
  list_couplings(graph, peer_of_ghost, at, sent->number);
  return TC_OK;
}

/* Stores a received coupling of row i to the row with this id. Returns false if row i has no such entry. */
static bool store_coupling(tc_level_graph *graph, int32_t i, tc_gid id, float coupling) {
  const int64_t k = find_by_id(graph, i, id);
  if (k >= 0) graph->coupling[k] = coupling;
  return k >= 0;
}

static void store_received(source *s, const tc_sparse_exchange *received) {
  for (int32_t n = 0; n < received->begin[received->peers]; n += 2) {
    const int32_t i = (int32_t)(received->number[n + 1] >> 32);
    const uint32_t bits = (uint32_t)received->number[n + 1];
    float coupling;
    memcpy(&coupling, &bits, sizeof coupling);
    if (!store_coupling(s->graph, i, received->number[n], coupling) && coupling != 0.0F)
      tc_level_zero_add_lacking(s, s->graph->id[i], received->number[n]);
  }
}

static tc_status exchange_couplings(source *s) {
  const tc_world *world = s->graph->world;
  tc_sparse_exchange sent = {0}, received = {0};
  tc_pool memory = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, list_sent(s->graph, &memory, &sent)));
  TC_GUARD(status, tc_sparse_exchange_run(world, &sent, &received));
  store_received(s, &received);
cleanup:
  tc_sparse_exchange_free(&received);
  tc_pool_free(&memory);
  return status;
}

/* ---- removal of couplings of 0 ---- */

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

/* ---- creation of the graph ---- */

/* Fills the rows of the graph with all couplings that this rank can compute. */
static tc_status fill_rows(source *s, tc_pool *memory) {
  tc_level_graph *graph = s->graph;
  int64_t unmatched = 0;
  if (s->R->begin) {
    TC_TRY(TC_POOL_ARRAY(memory, s->rate, graph->begin[graph->rows]));
    TC_TRY(sort_general_rows(s));
  }
#pragma omp parallel for schedule(static) reduction(+ : unmatched)
  for (int32_t i = 0; i < graph->rows; i++) unmatched += fill_row(s, i);
  s->unmatched = unmatched;
  return TC_OK;
}

static tc_status fill_graph(source *s) {
  const tc_linear_system *system = s->system;
  tc_level_graph *graph = s->graph;
  graph->all_rows = graph->rows;
  TC_TRY(tc_world_sum_int64(graph->world, &graph->all_rows, 1));
  TC_TRY(tc_world_agree(graph->world, alloc_rows(s->R, graph)));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < graph->rows; i++) graph->id[i] = system->id[i];
  TC_TRY(tc_neighbour_exchange_ghosts(graph->world, graph->halo, sizeof *graph->id, graph->id));
  TC_TRY(choose_scale(s));
  tc_pool memory = {0};
  const tc_status status = tc_world_agree(graph->world, fill_rows(s, &memory));
  tc_pool_free(&memory);
  s->rate = NULL;
  TC_TRY(status);
  TC_TRY(exchange_couplings(s));
  TC_TRY(tc_level_zero_check(s));
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
  source s = {system, R, graph, .factor = 1.0, .lacking = {TC_GID_NONE, TC_GID_NONE}};
  TC_RETURN_CREATED(fill_graph(&s), graph, tc_level_graph_destroy(&graph), out);
}
