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

/* Pairs of a matrix entry on this rank and its mirrored entry on another rank. The entry is in an owned row
 * and the column of a ghost. The owner of the ghost has the mirrored entry. The pairs are sorted by ghost,
 * then by row. */
typedef struct pairs {
  int32_t count;
  int64_t *entry;      /* [count] indices of the entries in A, in the order of sending: by ghost, then row */
  int32_t *row;        /* [count] rows of these entries */
  int32_t *peer;       /* [count] index of the ghost's owner among the peers of the halo */
  int32_t *peer_begin; /* [peers+1] index in `entry` of the first pair of each peer */
  int32_t *received_pair; /* [count] for each received value, the index of the pair to which it belongs;
                             values are received by peer, then row, then ghost */
  double *sent_value, *received_value;
  tc_pool memory; /* owns the arrays of this struct */
} pairs;

static tc_status asymmetric_error(const tc_ell *A, int32_t row, int32_t column) {
  return tc_status_create(TC_INTERNAL,
                          "row %d has an entry in column %d of %d, but no mirror entry: please report this "
                          "as a bug",
                          (int)row, (int)column, (int)A->columns);
}

/* An entry whose column is a ghost. */
typedef struct ghost_entry {
  int64_t entry; /* index in A */
  int32_t row;
} ghost_entry;

/* Returns the number of entries of A in columns of ghosts. Stores these entries in list[] and the numbers of
 * their ghosts in ghost[]. Either array may be NULL. */
static int32_t list_ghost_entries(const tc_ell *A, ghost_entry *list, int32_t *ghost) {
  int32_t n = 0;
  for (int32_t i = 0; i < A->rows; i++)
    for (size_t e = tc_ell_begin(A, i), end = tc_ell_end(A, i); e < end; e++) {
      if (A->column[e] < A->rows) continue;
      if (list) list[n] = (ghost_entry){(int64_t)e, i};
      if (ghost) ghost[n] = A->column[e] - A->rows;
      n++;
    }
  return n;
}

/* Fills in the members entry, row, peer and peer_begin of `p`: sorts the pairs by ghost, then row. The pairs
 * are then also sorted by peer, because ghosts are numbered by peer. */
static tc_status sort_by_ghost(const tc_halo *halo, const tc_ell *A, pairs *p) {
  ghost_entry *list = NULL;
  int32_t *ghost = NULL, *order = NULL, n = 0;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(list, p->count));
  TC_GUARD(status, TC_ALLOC(ghost, p->count));
  TC_GUARD(status, TC_ALLOC(order, p->count));
  list_ghost_entries(A, list, ghost);
  TC_GUARD(status, tc_sort_by_key(p->count, ghost, halo->ghosts, order));
  for (int peer = 0; peer < halo->peers; peer++) {
    p->peer_begin[peer] = n;
    for (; n < p->count && ghost[order[n]] < halo->recv_begin[peer + 1]; n++) {
      p->entry[n] = list[order[n]].entry;
      p->row[n] = list[order[n]].row;
      p->peer[n] = peer;
    }
  }
  p->peer_begin[halo->peers] = n;
cleanup:
  tc_free(list);
  tc_free(ghost);
  tc_free(order);
  return status;
}

/* Returns the index of `row` in the part of halo->send_index that belongs to a peer; -1 if the row is not
 * sent to this peer. */
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
  int32_t *send_position = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(send_position, p->count));
  for (int32_t n = 0; n < p->count; n++) {
    send_position[n] = find_sent_row(halo, p->peer[n], p->row[n]);
    if (send_position[n] < 0) TC_GUARD(status, asymmetric_error(A, p->row[n], A->column[p->entry[n]]));
  }
  TC_GUARD(status, tc_sort_by_key(p->count, send_position, halo->send_begin[halo->peers], p->received_pair));
cleanup:
  tc_free(send_position);
  return status;
}

static tc_status create_pairs(const tc_halo *halo, const tc_ell *A, pairs *p) {
  p->count = list_ghost_entries(A, NULL, NULL);
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->entry, p->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->row, p->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->peer, p->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->peer_begin, halo->peers + 1));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->received_pair, p->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->sent_value, p->count));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->received_value, p->count));
  TC_TRY(sort_by_ghost(halo, A, p));
  return sort_by_row(halo, A, p);
}

/* Returns the index of the entry of A in a row and a column; -1 if there is none. */
static int64_t find_entry(const tc_ell *A, int32_t row, int32_t column) {
  for (size_t e = tc_ell_begin(A, row), end = tc_ell_end(A, row); e < end; e++)
    if (A->column[e] == column) return (int64_t)e;
  return -1;
}

/* Computes row i of the adjoint, except for the columns of ghosts. Padding entries refer to column i and are
 * skipped. Returns false if an entry a_ij of an owned column j has no mirrored entry a_ji. */
static bool transpose_row(const tc_ell *A, const double *volume, int32_t i, tc_ell *out) {
  bool has_mirrors = true;
  out->diagonal[i] = A->diagonal[i];
  for (size_t e = tc_ell_begin(A, i), end = tc_ell_end(A, i); e < end; e++) {
    const int32_t j = out->column[e] = A->column[e];
    if (j == i || j >= A->rows) continue;
    const int64_t mirror = find_entry(A, j, i);
    has_mirrors &= mirror >= 0;
    if (mirror >= 0) out->value[e] = volume[j] * A->value[mirror] / volume[i];
  }
  return has_mirrors;
}

/* Entries of A sorted by column, without the columns of ghosts. The entries in column j are entry[begin[j]]
 * .. entry[begin[j + 1] - 1]. */
typedef struct column_lists {
  /* `begin` has the elements [rows + 1]; `entry` has one element for each entry in columns of owned rows,
   * padding included */
  int64_t *begin, *entry;
  int32_t *row;   /* rows of these entries */
  int64_t *place; /* [columns] index of the entry of the current row in each column; -1 if it has none */
  tc_pool memory; /* owns the arrays of this struct */
} column_lists;

static tc_status create_column_lists(const tc_ell *A, column_lists *c) {
  const size_t entries = tc_ell_entries(A);
  TC_TRY(TC_POOL_ARRAY_ZERO(&c->memory, c->begin, A->rows + 2));
  for (size_t e = 0; e < entries; e++)
    if (A->column[e] < A->rows) c->begin[A->column[e] + 2]++;
  for (int32_t j = 0; j < A->rows; j++) c->begin[j + 2] += c->begin[j + 1];
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->entry, c->begin[A->rows + 1]));
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->row, c->begin[A->rows + 1]));
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->place, A->columns));
  for (int32_t j = 0; j < A->columns; j++) c->place[j] = -1;
  for (int32_t i = 0; i < A->rows; i++)
    for (size_t e = tc_ell_begin(A, i), end = tc_ell_end(A, i); e < end; e++) {
      if (A->column[e] >= A->rows) continue;
      const int64_t at = c->begin[A->column[e] + 1]++;
      c->entry[at] = (int64_t)e;
      c->row[at] = i;
    }
  return TC_OK;
}

/* Variant of transpose_row for general rows. It finds the mirrored entries in the list of column i. Searching
 * each mirrored entry in its row would take time proportional to the square of the length of rows, which may
 * be large. */
static bool transpose_general_row(const tc_ell *A, const double *volume, int32_t i, column_lists *c,
                                  tc_ell *out) {
  int64_t mirrors_missing = 0;
  out->diagonal[i] = A->diagonal[i];
  for (size_t e = tc_ell_begin(A, i), end = tc_ell_end(A, i); e < end; e++) {
    const int32_t j = out->column[e] = A->column[e];
    if (j == i) continue;
    c->place[j] = (int64_t)e;
    mirrors_missing += j < A->rows;
  }
  for (int64_t n = c->begin[i]; n < c->begin[i + 1]; n++) {
    const int32_t j = c->row[n];
    if (j == i || c->place[j] < 0) continue;
    out->value[c->place[j]] = volume[j] * A->value[c->entry[n]] / volume[i];
    mirrors_missing--;
  }
  for (size_t e = tc_ell_begin(A, i), end = tc_ell_end(A, i); e < end; e++) c->place[A->column[e]] = -1;
  return mirrors_missing == 0;
}

static tc_status transpose_general_rows(const tc_ell *A, const double *volume, tc_ell *out) {
  column_lists c = {0};
  tc_status status = create_column_lists(A, &c);
  for (int32_t i = 0; i < A->rows && !status; i++)
    if (!transpose_general_row(A, volume, i, &c, out)) status = asymmetric_error(A, i, i);
  tc_pool_free(&c.memory);
  return status;
}

static tc_status transpose_owned(const tc_ell *A, const double *volume, tc_ell *out) {
  int32_t bad_row = -1;
  if (A->begin) return transpose_general_rows(A, volume, out);
#pragma omp parallel for schedule(static) reduction(max : bad_row)
  for (int32_t i = 0; i < A->rows; i++)
    if (!transpose_row(A, volume, i, out) && i > bad_row) bad_row = i;
  return bad_row < 0 ? TC_OK : asymmetric_error(A, bad_row, bad_row);
}

/* Collective. Exchanges the entries in columns of ghosts and stores them in `out`. Before sending, each entry
 * is multiplied by the volume of the entry's row, so that no volumes are sent. */
static tc_status transpose_ghost_entries(const tc_world *world, const tc_halo *halo, const tc_ell *A,
                                         const double *volume, const pairs *p, tc_ell *out) {
  for (int32_t n = 0; n < p->count; n++) p->sent_value[n] = volume[p->row[n]] * A->value[p->entry[n]];
  const tc_neighbour_segments send = tc_halo_segments(halo, p->peer_begin, p->sent_value),
                              receive = tc_halo_segments(halo, p->peer_begin, p->received_value);
  TC_TRY(tc_neighbour_segments_check(world, send, receive));
  TC_TRY(tc_neighbour_exchange_run_once(world, sizeof *p->sent_value, send, receive));
  for (int32_t n = 0; n < p->count; n++) {
    const int32_t pair = p->received_pair[n];
    out->value[p->entry[pair]] = p->received_value[n] / volume[p->row[pair]];
  }
  return TC_OK;
}

tc_status tc_adjoint_create(const tc_world *world, const tc_halo *halo, const tc_ell *A, const double *volume,
                            tc_ell **out) {
  tc_ell *adjoint = NULL;
  pairs p = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, tc_ell_create_like(A, A->columns, &adjoint)));
  TC_GUARD(status, tc_world_agree(world, transpose_owned(A, volume, adjoint)));
  TC_GUARD(status, tc_world_agree(world, create_pairs(halo, A, &p)));
  TC_GUARD(status, transpose_ghost_entries(world, halo, A, volume, &p, adjoint));
  *out = adjoint;
  adjoint = NULL;
cleanup:
  tc_pool_free(&p.memory);
  tc_ell_destroy(&adjoint);
  return status;
}

/* Returns the largest absolute entry of the rows of V A on this rank, where V is the diagonal matrix of the
 * volumes. */
static double find_largest_entry(const tc_ell *A, const double *volume) {
  double largest = 0.0;
  for (int32_t i = 0; i < A->rows; i++) {
    double row_max = fabs(A->diagonal[i]);
    for (size_t e = tc_ell_begin(A, i), end = tc_ell_end(A, i); e < end; e++)
      row_max = fmax(row_max, fabs(A->value[e]));
    largest = fmax(largest, volume[i] * row_max);
  }
  return largest;
}

static double square(double x) { return x * x; }

/* Indices of two sums of squares: of the entries of V A - V A* (skew_sum), and of V A (all_sum). Each entry
 * is divided by the largest absolute entry of V A before it is squared, so each term is at most 4, except for
 * rounding. */
enum { skew_sum, all_sum, sum_count };
static void add_squares(const tc_ell *A, const tc_ell *adjoint, const double *volume, double largest,
                        tc_sum *sum) {
  for (int32_t i = 0; i < A->rows; i++) {
    tc_sum_add(&sum[all_sum], square(volume[i] * A->diagonal[i] / largest));
    for (size_t e = tc_ell_begin(A, i), end = tc_ell_end(A, i); e < end; e++) {
      tc_sum_add(&sum[all_sum], square(volume[i] * A->value[e] / largest));
      tc_sum_add(&sum[skew_sum], square(volume[i] * (A->value[e] - adjoint->value[e]) / largest));
    }
  }
}

tc_status tc_adjoint_compute_skewness(const tc_world *world, const tc_ell *A, const tc_ell *adjoint,
                                      const double *volume, double *out) {
  double largest = find_largest_entry(A, volume);
  tc_sum sum[sum_count];
  *out = 0.0;
  TC_TRY(tc_world_max(world, &largest, 1));
  if (largest == 0.0) return TC_OK;
  for (int s = 0; s < sum_count; s++) sum[s] = tc_sum_init(8.0);
  add_squares(A, adjoint, volume, largest, sum);
  TC_TRY(tc_world_sums(world, sum_count, sum));
  *out = sqrt(tc_sum_value(&sum[skew_sum]) / tc_sum_value(&sum[all_sum]));
  return TC_OK;
}
