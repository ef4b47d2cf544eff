/* Exchange of transposed entries between ranks. Entries in columns of ghosts are sent in an order that sender
 * and receiver can both derive, so a message contains values only. The sender sorts its entries by ghost,
 * then by row. The receiver has these ghosts as rows to send, in the same order, so it sorts its own entries
 * by row in the order of sending, then by ghost. */
#include "linear/rows/transposed_entries.h"

#include "base/containers/search.h"
#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "comm/layout/neighbour_exchange.h"

/* An entry in a column of a ghost. */
typedef struct ghost_entry {
  int64_t entry;
  int32_t row;
  int peer; /* index of the owner of the ghost among the peers */
} ghost_entry;

typedef struct ghost_entries {
  int32_t count;
  ghost_entry *sent; /* [count] entries in columns of ghosts, sorted by ghost, then by row */
  int32_t *received; /* [count] for each received value, index in `sent` of the entry whose transpose it is */
  int32_t *peer_begin; /* [peers + 1] first entry for each peer, in `sent` and in `received` */
  double *sent_value, *received_value;
} ghost_entries;

static tc_status asymmetric_error(tc_gid row) {
  return tc_status_create(TC_INTERNAL,
                          "row %lld has an entry without a transposed entry: please report this as a bug",
                          (long long)row);
}

/* Returns the entry of a row in an owned column; -1 if there is none. Bisection reads an id in each step, so
 * short rows are searched from the beginning. */
static int64_t find_entry(const tc_sparse_rows *rows, const tc_gid *id, int32_t row, int32_t column) {
  enum { short_row = 64 };
  const int32_t *const columns = rows->column + rows->begin[row];
  const int length = (int)(rows->begin[row + 1] - rows->begin[row]);
  int at = 0;
  if (length <= short_row)
    while (at < length && columns[at] != column) at++;
  else
    TC_SEARCH(at, length, id[columns[at]] < id[column]);
  return at < length && columns[at] == column ? rows->begin[row] + at : -1;
}

/* Sets the transposed entries of all entries in owned columns. Returns an error if one is missing. */
static tc_status transpose_owned(const tc_sparse_rows *rows, const tc_gid *id, double *transposed) {
  int32_t bad_row = -1;
#pragma omp parallel for schedule(static) reduction(max : bad_row)
  for (int32_t i = 0; i < rows->rows; i++)
    for (int64_t k = rows->begin[i]; k < rows->begin[i + 1]; k++) {
      if (rows->column[k] >= rows->rows) continue;
      const int64_t mirror = find_entry(rows, id, rows->column[k], i);
      if (mirror >= 0)
        transposed[k] = rows->value[mirror];
      else if (i > bad_row)
        bad_row = i;
    }
  return bad_row < 0 ? TC_OK : asymmetric_error(id[bad_row]);
}

/* Lists the entries in columns of ghosts, in the order of the rows, and the ghost of each entry. Returns
 * their number. The arrays may be NULL to count only. */
static int32_t list_entries(const tc_sparse_rows *rows, ghost_entry *list, int32_t *ghost) {
  int32_t n = 0;
  for (int32_t i = 0; i < rows->rows; i++)
    for (int64_t k = rows->begin[i]; k < rows->begin[i + 1]; k++) {
      if (rows->column[k] < rows->rows) continue;
      if (list) list[n] = (ghost_entry){k, i, -1};
      if (ghost) ghost[n] = rows->column[k] - rows->rows;
      n++;
    }
  return n;
}

static tc_status sort_by_ghost(const tc_halo *halo, const tc_sparse_rows *rows, ghost_entries *g) {
  ghost_entry *list = NULL;
  int32_t *ghost = NULL, *order = NULL, n = 0;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(list, g->count));
  TC_GUARD(status, TC_ALLOC(ghost, g->count));
  TC_GUARD(status, TC_ALLOC(order, g->count));
  list_entries(rows, list, ghost);
  TC_GUARD(status, tc_sort_by_key(g->count, ghost, halo->ghosts, order));
  for (int peer = 0; peer < halo->peers; peer++) {
    g->peer_begin[peer] = n;
    for (; n < g->count && ghost[order[n]] < halo->recv_begin[peer + 1]; n++) {
      g->sent[n] = list[order[n]];
      g->sent[n].peer = peer;
    }
  }
  g->peer_begin[halo->peers] = n;
cleanup:
  tc_free(list);
  tc_free(ghost);
  tc_free(order);
  return status;
}

/* Sets g->received: sorts the entries by the position of their row in the halo's list of rows to send.
 * `position` is scratch for this position of each entry. */
static tc_status sort_by_row(const tc_halo *halo, const tc_gid *id, ghost_entries *g, int32_t *position) {
  for (int32_t n = 0; n < g->count; n++) {
    const ghost_entry *e = &g->sent[n];
    const int32_t *const row = halo->send_index + halo->send_begin[e->peer];
    const int32_t count = halo->send_begin[e->peer + 1] - halo->send_begin[e->peer];
    int at;
    TC_SEARCH(at, count, row[at] < e->row);
    if (at == count || row[at] != e->row) return asymmetric_error(id[e->row]);
    position[n] = halo->send_begin[e->peer] + at;
  }
  return tc_sort_by_key(g->count, position, halo->send_begin[halo->peers], g->received);
}

static tc_status list_ghost_entries(const tc_halo *halo, const tc_sparse_rows *rows, const tc_gid *id,
                                    ghost_entries *g) {
  int32_t *position = NULL;
  tc_status status = TC_OK;
  g->count = list_entries(rows, NULL, NULL);
  TC_GUARD(status, TC_ALLOC(g->sent, g->count));
  TC_GUARD(status, TC_ALLOC(g->received, g->count));
  TC_GUARD(status, TC_ALLOC(g->peer_begin, halo->peers + 1));
  TC_GUARD(status, TC_ALLOC(g->sent_value, g->count));
  TC_GUARD(status, TC_ALLOC(g->received_value, g->count));
  TC_GUARD(status, TC_ALLOC(position, g->count));
  TC_GUARD(status, sort_by_ghost(halo, rows, g));
  TC_GUARD(status, sort_by_row(halo, id, g, position));
cleanup:
  tc_free(position);
  return status;
}

static tc_status exchange_entries(const tc_world *world, const tc_halo *halo, const tc_sparse_rows *rows,
                                  ghost_entries *g, double *transposed) {
  for (int32_t n = 0; n < g->count; n++) g->sent_value[n] = rows->value[g->sent[n].entry];
  const tc_neighbour_segments send = tc_halo_segments(halo, g->peer_begin, g->sent_value),
                              receive = tc_halo_segments(halo, g->peer_begin, g->received_value);
  TC_TRY(tc_neighbour_segments_check(world, send, receive));
  TC_TRY(tc_neighbour_exchange_run_once(world, sizeof *g->sent_value, send, receive));
  for (int32_t n = 0; n < g->count; n++) transposed[g->sent[g->received[n]].entry] = g->received_value[n];
  return TC_OK;
}

tc_status tc_transposed_entries(const tc_world *world, const tc_halo *halo, const tc_sparse_rows *rows,
                                const tc_gid *id, double *transposed) {
  ghost_entries g = {.count = 0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, transpose_owned(rows, id, transposed)));
  TC_GUARD(status, tc_world_agree(world, list_ghost_entries(halo, rows, id, &g)));
  TC_GUARD(status, exchange_entries(world, halo, rows, &g, transposed));
cleanup:
  tc_free(g.sent);
  tc_free(g.received);
  tc_free(g.peer_begin);
  tc_free(g.sent_value);
  tc_free(g.received_value);
  return status;
}
