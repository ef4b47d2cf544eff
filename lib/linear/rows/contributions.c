/* Exchange of contributions (contributions.h). A fine row is sent once to each rank that owns coarse rows to
 * which it contributes. The record of a row has a header, the numbers of these coarse rows on the receiver
 * with their weights, and the entries of the row of K P. */
#include "linear/rows/contributions.h"

#include <string.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "comm/layout/sparse_exchange.h"

/* Numbers in the header of a record: id and local number of the fine row, numbers of weights and of entries,
 * and the value y. Each weight has two numbers. */
enum { header_id, header_row, header_weights, header_entries, header_y, header_words, weight_words = 2 };

/* Ranks that receive contributions of rows of this rank. */
typedef struct receivers {
  int32_t *peer_of_remote; /* [remote coarse rows] index of the owner among the peers; -1 for rows that are no
                              columns of P */
  int64_t *end;            /* [peers] end of the records that have been counted or written for each peer */
  int32_t *last_row;       /* [peers] last fine row with a record for each peer */
  tc_sparse_exchange sent;
} receivers;

static int64_t row_length(const tc_sparse_rows *rows, int32_t row) {
  return rows->begin[row + 1] - rows->begin[row];
}

static tc_gid double_bits(double value) {
  tc_gid bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static double bits_double(tc_gid bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Returns the index of the peer that owns a coarse row; -1 if this rank owns it. */
static int find_peer(const receivers *r, const tc_row_numbers *coarse, int32_t number) {
  return number < coarse->owned ? -1 : r->peer_of_remote[number - coarse->owned];
}

/* Lists in rising order the owners of the remote coarse rows that are columns of P. `order` contains the
 * remote rows sorted by owner. */
static void list_peers(const bool *is_column, const tc_row_numbers *coarse, const int32_t *order,
                       receivers *r) {
  for (int32_t n = 0; n < coarse->remote.count; n++) {
    const int32_t remote = order[n], number = coarse->owned + remote;
    const int owner = tc_row_numbers_place(coarse, number).owner;
    r->peer_of_remote[remote] = -1;
    if (!is_column[number]) continue;
    if (r->sent.peers == 0 || r->sent.peer[r->sent.peers - 1] != owner) r->sent.peer[r->sent.peers++] = owner;
    r->peer_of_remote[remote] = r->sent.peers - 1;
  }
}

static tc_status find_peers(const tc_world *world, const tc_sparse_rows *P, const tc_row_numbers *coarse,
                            receivers *r) {
  const int32_t count = coarse->remote.count;
  int32_t *owner = NULL, *order = NULL;
  bool *is_column = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(owner, count));
  TC_GUARD(status, TC_ALLOC(order, count));
  TC_GUARD(status, TC_ALLOC(r->peer_of_remote, count));
  TC_GUARD(status, TC_ALLOC(r->sent.peer, count < world->ranks ? count : world->ranks));
  for (int32_t k = 0; k < count; k++) owner[k] = tc_row_numbers_place(coarse, coarse->owned + k).owner;
  TC_GUARD(status, tc_sort_by_key(count, owner, world->ranks, order));
  TC_GUARD(status, tc_row_numbers_find_columns(coarse, P, &is_column));
  list_peers(is_column, coarse, order, r);
cleanup:
  tc_free(owner);
  tc_free(order);
  tc_free(is_column);
  return status;
}

/* Returns the number of weights that the record of a fine row for a peer contains: entries of P in coarse
 * rows of the peer. */
static int64_t count_weights(const receivers *r, const tc_row_numbers *coarse, const tc_sparse_rows *P,
                             int32_t row, int peer) {
  int64_t weights = 0;
  for (int64_t k = P->begin[row]; k < P->begin[row + 1]; k++)
    weights += find_peer(r, coarse, P->column[k]) == peer;
  return weights;
}

static void write_record(const receivers *r, const tc_contributions *own, const tc_row_numbers *fine,
                         const tc_row_numbers *coarse, int32_t row, int peer, int64_t weights, tc_gid *word) {
  const tc_sparse_rows *P = &own->P, *product = &own->product;
  word[header_id] = tc_row_numbers_id(fine, row);
  word[header_row] = row;
  word[header_weights] = weights;
  word[header_entries] = row_length(product, row);
  word[header_y] = double_bits(own->y[row]);
  word += header_words;
  for (int64_t k = P->begin[row]; k < P->begin[row + 1]; k++) {
    if (find_peer(r, coarse, P->column[k]) != peer) continue;
    *word++ = tc_row_numbers_place(coarse, P->column[k]).local;
    *word++ = double_bits(P->value[k]);
  }
  for (int64_t k = product->begin[row]; k < product->begin[row + 1]; k++, word += TC_ROW_ENTRY_WORDS)
    tc_row_numbers_write(coarse, product->column[k], product->value[k], word);
}

/* Adds the lengths of the records for each peer to r->end[]. If `writes` is true, also writes the records. */
static void list_records(receivers *r, const tc_contributions *own, const tc_row_numbers *fine,
                         const tc_row_numbers *coarse, bool writes) {
  for (int p = 0; p < r->sent.peers; p++) r->last_row[p] = -1;
  for (int32_t row = 0; row < own->P.rows; row++)
    for (int64_t k = own->P.begin[row]; k < own->P.begin[row + 1]; k++) {
      const int peer = find_peer(r, coarse, own->P.column[k]);
      if (peer < 0 || r->last_row[peer] == row) continue;
      r->last_row[peer] = row;
      const int64_t weights = count_weights(r, coarse, &own->P, row, peer);
      if (writes) write_record(r, own, fine, coarse, row, peer, weights, &r->sent.number[r->end[peer]]);
      r->end[peer] +=
          header_words + weight_words * weights + TC_ROW_ENTRY_WORDS * row_length(&own->product, row);
    }
}

static tc_status write_records(const tc_world *world, const tc_contributions *own, const tc_row_numbers *fine,
                               const tc_row_numbers *coarse, receivers *r) {
  int64_t words = 0;
  TC_TRY(find_peers(world, &own->P, coarse, r));
  TC_TRY(TC_ALLOC_ZERO(r->end, r->sent.peers));
  TC_TRY(TC_ALLOC(r->last_row, r->sent.peers));
  TC_TRY(TC_ALLOC(r->sent.begin, r->sent.peers + 1));
  list_records(r, own, fine, coarse, false);
  r->sent.begin[0] = 0;
  for (int p = 0; p < r->sent.peers; p++) {
    const int64_t begin = words;
    words += r->end[p];
    if (words > INT32_MAX)
      return tc_status_create(TC_INTERNAL, "multigrid: a rank sends 2^31 numbers or more: use more ranks");
    r->sent.begin[p + 1] = (int32_t)words;
    r->end[p] = begin;
  }
  TC_TRY(TC_ALLOC(r->sent.number, words));
  list_records(r, own, fine, coarse, true);
  return TC_OK;
}

/* Counts the received rows and their entries, and allocates *out. */
static tc_status alloc_received(const tc_sparse_exchange *lists, tc_contributions *out) {
  int32_t rows = 0;
  int64_t *weights = NULL, *entries = NULL;
  const tc_gid *const end = lists->number + lists->begin[lists->peers], *word;
  tc_status status = TC_OK;
  for (word = lists->number; word < end; rows++)
    word += header_words + weight_words * word[header_weights] + TC_ROW_ENTRY_WORDS * word[header_entries];
  TC_GUARD(status, TC_ALLOC(out->y, rows));
  TC_GUARD(status, TC_ALLOC(weights, (int64_t)rows + 1));
  TC_GUARD(status, TC_ALLOC(entries, (int64_t)rows + 1));
  weights[0] = entries[0] = 0;
  word = lists->number;
  for (int32_t r = 0; r < rows; r++) {
    weights[r + 1] = weights[r] + word[header_weights];
    entries[r + 1] = entries[r] + word[header_entries];
    word += header_words + weight_words * word[header_weights] + TC_ROW_ENTRY_WORDS * word[header_entries];
  }
  TC_GUARD(status, tc_sparse_rows_alloc(rows, weights, &out->P));
  TC_GUARD(status, tc_sparse_rows_alloc(rows, entries, &out->product));
cleanup:
  tc_free(weights);
  tc_free(entries);
  return status;
}

/* Reads the record of received row r, which rank `sender` owns, and advances *word to the next record. */
static tc_status read_record(const tc_gid **word, int sender, int32_t r, tc_row_numbers *fine,
                             tc_row_numbers *coarse, tc_contributions *out) {
  const tc_gid *at = *word;
  int32_t number;
  TC_TRY(tc_row_numbers_add(fine, (tc_row_place){sender, (int32_t)at[header_row]}, at[header_id], &number));
  out->y[r] = bits_double(at[header_y]);
  at += header_words;
  for (int64_t k = out->P.begin[r]; k < out->P.begin[r + 1]; k++, at += weight_words) {
    out->P.column[k] = (int32_t)at[0];
    out->P.value[k] = bits_double(at[1]);
  }
  for (int64_t k = out->product.begin[r]; k < out->product.begin[r + 1]; k++, at += TC_ROW_ENTRY_WORDS)
    TC_TRY(tc_row_numbers_read(coarse, at, &out->product.column[k], &out->product.value[k]));
  *word = at;
  return TC_OK;
}

static tc_status read_records(const tc_sparse_exchange *lists, tc_row_numbers *fine, tc_row_numbers *coarse,
                              tc_contributions *out) {
  TC_TRY(alloc_received(lists, out));
  int32_t r = 0;
  for (int p = 0; p < lists->peers; p++) {
    const tc_gid *word = lists->number + lists->begin[p], *const end = lists->number + lists->begin[p + 1];
    while (word < end) TC_TRY(read_record(&word, lists->peer[p], r++, fine, coarse, out));
  }
  return TC_OK;
}

tc_status tc_contributions_exchange(const tc_world *world, const tc_contributions *own, tc_row_numbers *fine,
                                    tc_row_numbers *coarse, tc_contributions *received) {
  receivers r = {.end = NULL};
  tc_sparse_exchange lists = {0};
  tc_status status = TC_OK;
  *received = (tc_contributions){.y = NULL};
  TC_GUARD(status, tc_world_agree(world, write_records(world, own, fine, coarse, &r)));
  TC_GUARD(status, tc_sparse_exchange_run(world, &r.sent, &lists));
  TC_GUARD(status, tc_world_agree(world, read_records(&lists, fine, coarse, received)));
cleanup:
  tc_free(r.peer_of_remote);
  tc_free(r.end);
  tc_free(r.last_row);
  tc_sparse_exchange_free(&r.sent);
  tc_sparse_exchange_free(&lists);
  if (status) tc_contributions_free(received);
  return status;
}

void tc_contributions_free(tc_contributions *contributions) {
  tc_free(contributions->y);
  tc_sparse_rows_free(&contributions->P);
  tc_sparse_rows_free(&contributions->product);
  *contributions = (tc_contributions){.y = NULL};
}
