/* Adjoint and asymmetry of a distributed matrix. An entry whose column is an owned row is mirrored locally.
 * An entry whose column is a ghost is sent to the owner of the ghost in one neighbour exchange. Sender and
 * receiver sort these entries in the same order, so that values are sent without row and column numbers. The
 * asymmetry sums squares with reproducible sums (base/numeric/sum.h). */
#include "comm/layout/transpose.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "base/core/pool.h"
#include "comm/layout/neighbour_exchange.h"

/* Pairs: the entries of owned rows whose column is a ghost. The owner of the ghost has the mirrored entry.
 * Each rank sends its entries ordered by the row of the other rank, then by its own row. give[] and take[]
 * contain the sent and the received values. */
typedef struct pairs {
  int32_t count;
  int64_t *entry; /* [count] indices of the entries in A, in the order of sending: by ghost, then row */
  int32_t *peer;  /* [count] index of the ghost's owner among the peers of the halo */
  int32_t *from;  /* [peers+1] index in `entry` of the first pair of each peer */
  int32_t *taken; /* [count] pair whose mirrored entry is the k-th received value: by peer, row, ghost */
  double *give, *take;
  tc_pool memory; /* owns the arrays of this struct */
} pairs;

static tc_status asymmetric_error(const tc_ell *A, int32_t row, int32_t column) {
  return tc_status_create(TC_INTERNAL,
                          "row %d has an entry in column %d of %d, but no mirror entry: please report this "
                          "as a bug",
                          (int)row, (int)column, (int)A->columns);
}

static int32_t row_of(const tc_ell *A, int64_t entry) { return (int32_t)(entry / A->width); }

static int64_t entry_count(const tc_ell *A) { return (int64_t)A->rows * A->width; }

/* Returns the number of entries of A in columns of ghosts. Stores the indices of these entries in found[] and
 * the numbers of their ghosts in ghost[]. Either array may be NULL. */
static int32_t list_ghosts(const tc_ell *A, int64_t *found, int32_t *ghost) {
  int32_t n = 0;
  for (int64_t e = 0; e < entry_count(A); e++) {
    if (A->column[e] < A->rows) continue;
    if (found) found[n] = e;
    if (ghost) ghost[n] = A->column[e] - A->rows;
    n++;
  }
  return n;
}

/* Fills in the members entry, peer and from of `p`: sorts the pairs by ghost, then row. The pairs are then
 * also sorted by peer, because ghosts are numbered by peer. */
static tc_status sort_by_ghost(const tc_halo *halo, const tc_ell *A, pairs *p) {
  int64_t *found = NULL;
  int32_t *ghost = NULL, *order = NULL, n = 0;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(found, p->count));
  TC_GUARD(status, TC_ALLOC(ghost, p->count));
  TC_GUARD(status, TC_ALLOC(order, p->count));
  list_ghosts(A, found, ghost);
  TC_GUARD(status, tc_sort_by_key(p->count, ghost, halo->ghosts, order));
  for (int peer = 0; peer < halo->peers; peer++) {
    p->from[peer] = n;
    for (; n < p->count && ghost[order[n]] < halo->recv_begin[peer + 1]; n++) {
      p->entry[n] = found[order[n]];
      p->peer[n] = peer;
    }
  }
  p->from[halo->peers] = n;
cleanup:
  tc_free(found);
  tc_free(ghost);
  tc_free(order);
  return status;
}

/* Returns the index in halo->send_index at which `row` is sent to a peer; -1 if the peer does not need the
 * row. */
static int32_t find_sent_row(const tc_halo *halo, int peer, int32_t row) {
  int32_t low = halo->send_begin[peer], high = halo->send_begin[peer + 1];
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (halo->send_index[middle] < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low < halo->send_begin[peer + 1] && halo->send_index[low] == row ? low : -1;
}

static tc_status sort_by_row(const tc_halo *halo, const tc_ell *A, pairs *p) {
  int32_t *place = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(place, p->count));
  for (int32_t n = 0; n < p->count; n++) {
    place[n] = find_sent_row(halo, p->peer[n], row_of(A, p->entry[n]));
    if (place[n] < 0) TC_GUARD(status, asymmetric_error(A, row_of(A, p->entry[n]), A->column[p->entry[n]]));
  }
  TC_GUARD(status, tc_sort_by_key(p->count, place, halo->send_begin[halo->peers], p->taken));
cleanup:
  tc_free(place);
  return status;
}

static tc_status create_pairs(const tc_halo *halo, const tc_ell *A, pairs *p) {
  p->count = list_ghosts(A, NULL, NULL);
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->entry, p->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->peer, p->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->from, halo->peers + 1));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->taken, p->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->give, p->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->take, p->count));
  TC_TRY(sort_by_ghost(halo, A, p));
  return sort_by_row(halo, A, p);
}

/* Returns the index of the entry of A in a row and a column; -1 if there is none. */
static int64_t find_entry(const tc_ell *A, int32_t row, int32_t column) {
  const int64_t first = (int64_t)row * A->width;
  for (int64_t e = first; e < first + A->width; e++)
    if (A->column[e] == column) return e;
  return -1;
}

/* Computes row i of the adjoint, except for the columns of ghosts. Padding entries refer to column i and are
 * skipped. Returns false if an entry a_ij of an owned column j has no mirrored entry a_ji. */
static bool transpose_row(const tc_ell *A, const double *volume, int32_t i, tc_ell *out) {
  bool found = true;
  out->diagonal[i] = A->diagonal[i];
  for (int64_t e = (int64_t)i * A->width; e < ((int64_t)i + 1) * A->width; e++) {
    const int32_t j = out->column[e] = A->column[e];
    if (j == i || j >= A->rows) continue;
    const int64_t mirror = find_entry(A, j, i);
    found &= mirror >= 0;
    if (mirror >= 0) out->value[e] = volume[j] * A->value[mirror] / volume[i];
  }
  return found;
}

static tc_status transpose_own(const tc_ell *A, const double *volume, tc_ell *out) {
  int32_t worst = -1;
#pragma omp parallel for schedule(static) reduction(max : worst)
  for (int32_t i = 0; i < A->rows; i++)
    if (!transpose_row(A, volume, i, out) && i > worst) worst = i;
  return worst < 0 ? TC_OK : asymmetric_error(A, worst, worst);
}

/* Collective. Exchanges the entries in columns of ghosts and stores them in `out`. Before sending, each entry
 * is multiplied by the volume of the entry's row, so that no volumes are sent. */
static tc_status transpose_pairs(const tc_world *world, const tc_halo *halo, const tc_ell *A,
                                 const double *volume, const pairs *p, tc_ell *out) {
  for (int32_t n = 0; n < p->count; n++) p->give[n] = volume[row_of(A, p->entry[n])] * A->value[p->entry[n]];
  const tc_neighbour_segments give = tc_halo_segments(halo, p->from, p->give),
                              take = tc_halo_segments(halo, p->from, p->take);
  TC_TRY(tc_neighbour_segments_check(world, give, take));
  TC_TRY(tc_neighbour_exchange_once(world, sizeof *p->give, give, take));
  for (int32_t n = 0; n < p->count; n++) {
    const int64_t entry = p->entry[p->taken[n]];
    out->value[entry] = p->take[n] / volume[row_of(A, entry)];
  }
  return TC_OK;
}

tc_status tc_adjoint_create(const tc_world *world, const tc_halo *halo, const tc_ell *A, const double *volume,
                            tc_ell **out) {
  tc_ell *adjoint = NULL;
  pairs p = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, tc_ell_create(A->rows, A->columns, A->width, &adjoint)));
  TC_GUARD(status, tc_world_agree(world, transpose_own(A, volume, adjoint)));
  TC_GUARD(status, tc_world_agree(world, create_pairs(halo, A, &p)));
  TC_GUARD(status, transpose_pairs(world, halo, A, volume, &p, adjoint));
  *out = adjoint;
  adjoint = NULL;
cleanup:
  tc_pool_free(&p.memory);
  tc_ell_destroy(&adjoint);
  return status;
}

/* Returns the largest absolute entry of the rows of V A on this rank, where V is the diagonal matrix of the
 * volumes. */
static double largest_entry(const tc_ell *A, const double *volume) {
  double largest = 0.0;
  for (int32_t i = 0; i < A->rows; i++) {
    double row = fabs(A->diagonal[i]);
    for (int64_t e = (int64_t)i * A->width; e < ((int64_t)i + 1) * A->width; e++)
      row = fmax(row, fabs(A->value[e]));
    largest = fmax(largest, volume[i] * row);
  }
  return largest;
}

static double square_of(double x) { return x * x; }

/* Two sums of squares: of the entries of V A - V A* (`skew`) and of V A (`all`), each entry divided by
 * `largest`, the largest absolute entry of V A. A divided entry of the difference is at most 2, so each term
 * is at most 4, except for rounding. */
enum { skew, all, sums };
static void add_squares(const tc_ell *A, const tc_ell *adjoint, const double *volume, double largest,
                        tc_sum *sum) {
  for (int32_t i = 0; i < A->rows; i++) {
    tc_sum_add(&sum[all], square_of(volume[i] * A->diagonal[i] / largest));
    for (int64_t e = (int64_t)i * A->width; e < ((int64_t)i + 1) * A->width; e++) {
      tc_sum_add(&sum[all], square_of(volume[i] * A->value[e] / largest));
      tc_sum_add(&sum[skew], square_of(volume[i] * (A->value[e] - adjoint->value[e]) / largest));
    }
  }
}

tc_status tc_adjoint_skewness(const tc_world *world, const tc_ell *A, const tc_ell *adjoint,
                              const double *volume, double *out) {
  double largest = largest_entry(A, volume);
  tc_sum sum[sums];
  *out = 0.0;
  TC_TRY(tc_world_max(world, &largest, 1));
  if (largest == 0.0) return TC_OK;
  for (int s = 0; s < sums; s++) sum[s] = tc_sum_init(8.0);
  add_squares(A, adjoint, volume, largest, sum);
  TC_TRY(tc_world_sums(world, sums, sum));
  *out = sqrt(tc_sum_value(&sum[skew]) / tc_sum_value(&sum[all]));
  return TC_OK;
}
