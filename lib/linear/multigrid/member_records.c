/* Exchange of the members whose aggregate belongs to another rank. A member is sent as a record of 64-bit
 * words: local number of the aggregate, id, excess, diagonal sum and number of entries. Three words for each
 * entry follow: id and place of the neighbour's aggregate, and the coupling. Members that remain on their
 * rank are not copied. */
#include <string.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "comm/layout/sparse_exchange.h"
#include "linear/multigrid/contraction_internal.h"

enum { head_words = 5, entry_words = 3 };

typedef struct records {
  const tc_level_graph *fine;
  const tc_aggregate *aggregate;
  const tc_row_place *place; /* [rows + ghosts] places of the aggregates */
  int32_t count;             /* number of rows to send */
  int32_t *row; /* [count] local numbers of these rows, in the order of the owners of their aggregates */
  tc_sparse_exchange sent, received;
  tc_pool memory; /* owns `row`; the lists own their arrays */
} records;

static tc_gid word_of_double(double value) {
  tc_gid word;
  memcpy(&word, &value, sizeof word);
  return word;
}

static double double_of_word(tc_gid word) {
  double value;
  memcpy(&value, &word, sizeof value);
  return value;
}

static bool is_sent(const records *r, int32_t i) {
  return r->place[i].owner >= 0 && r->place[i].owner != r->fine->world->rank;
}

/* True if this entry of row i couples two different aggregates. */
static bool is_between(const records *r, int32_t i, int64_t entry) {
  const tc_gid other = r->aggregate[r->fine->column[entry]].id;
  return other >= 0 && other != r->aggregate[i].id;
}

/* Lists the rows to send in the order of the owners of their aggregates. */
static tc_status list_rows(records *r) {
  int32_t *row = NULL, *owner = NULL, *order = NULL, sent = 0;
#pragma omp parallel for schedule(static) reduction(+ : sent)
  for (int32_t i = 0; i < r->fine->rows; i++) sent += is_sent(r, i);
  r->count = sent;
  TC_TRY(TC_POOL_ARRAY(&r->memory, row, r->count));
  TC_TRY(TC_POOL_ARRAY(&r->memory, owner, r->count));
  TC_TRY(TC_POOL_ARRAY(&r->memory, order, r->count));
  TC_TRY(TC_POOL_ARRAY(&r->memory, r->row, r->count));
  for (int32_t i = 0, count = 0; count < sent; i++) {
    if (!is_sent(r, i)) continue;
    row[count] = i;
    owner[count++] = r->place[i].owner;
  }
  TC_TRY(tc_sort_by_key(r->count, owner, r->fine->world->ranks - 1, order));
  for (int32_t k = 0; k < r->count; k++) r->row[k] = row[order[k]];
  return TC_OK;
}

static int64_t count_words(const records *r, int32_t i) {
  int64_t words = head_words;
  for (int64_t k = r->fine->begin[i]; k < r->fine->begin[i + 1]; k++)
    words += is_between(r, i, k) ? entry_words : 0;
  return words;
}

/* True if the record of row[k] is the first one for its receiver. */
static bool begins_list(const records *r, int32_t k) {
  return k == 0 || r->place[r->row[k]].owner != r->place[r->row[k - 1]].owner;
}

static tc_status count_lists(records *r) {
  tc_sparse_exchange *sent = &r->sent;
  int64_t words = 0;
  for (int32_t k = 0; k < r->count; k++) sent->peers += begins_list(r, k);
  TC_TRY(TC_ALLOC(sent->peer, sent->peers));
  TC_TRY(TC_ALLOC(sent->begin, sent->peers + 1));
  sent->begin[0] = 0;
  for (int32_t k = 0, p = 0; k < r->count; k++) {
    if (begins_list(r, k)) sent->peer[p++] = r->place[r->row[k]].owner;
    words += count_words(r, r->row[k]);
    if (words > INT32_MAX)
      return tc_status_create(TC_INTERNAL,
                              "multigrid: a rank sends 2^31 numbers or more to other ranks: use more ranks");
    sent->begin[p] = (int32_t)words;
  }
  return TC_ALLOC(sent->number, words);
}

/* Writes the record of row i from address `word` on and returns the address after it. */
static tc_gid *pack_row(const records *r, int32_t i, tc_gid *word) {
  const tc_level_graph *fine = r->fine;
  double excess = fine->excess[i];
  tc_gid *const entries = word + head_words;
  int64_t count = 0;
  for (int64_t k = fine->begin[i]; k < fine->begin[i + 1]; k++) {
    const int32_t j = fine->column[k];
    if (r->aggregate[j].id < 0) excess += (double)fine->coupling[k];
    if (!is_between(r, i, k)) continue;
    tc_gid *const entry = entries + entry_words * count++;
    entry[0] = r->aggregate[j].id;
    memcpy(&entry[1], &r->place[j], sizeof entry[1]);
    entry[2] = word_of_double((double)fine->coupling[k]);
  }
  word[0] = r->place[i].local;
  word[1] = fine->id[i];
  word[2] = word_of_double(excess);
  word[3] = word_of_double(fine->diagonal_sum[i]);
  word[4] = count;
  return entries + entry_words * count;
}

static tc_status pack(records *r) {
  TC_TRY(list_rows(r));
  TC_TRY(count_lists(r));
  tc_gid *word = r->sent.number;
  for (int32_t k = 0; k < r->count; k++) word = pack_row(r, r->row[k], word);
  return TC_OK;
}

/* ---- received records ---- */

static tc_status alloc_members(const tc_sparse_exchange *received, tc_pool *pool, tc_received_members *out) {
  const int32_t words = received->begin[received->peers];
  int32_t entries = 0;
  for (int32_t at = 0; at < words; out->count++) {
    const int32_t count = (int32_t)received->number[at + 4];
    entries += count;
    at += head_words + entry_words * count;
  }
  TC_TRY(TC_POOL_ARRAY(pool, out->aggregate, out->count));
  TC_TRY(TC_POOL_ARRAY(pool, out->id, out->count));
  TC_TRY(TC_POOL_ARRAY(pool, out->excess, out->count));
  TC_TRY(TC_POOL_ARRAY(pool, out->diagonal_sum, out->count));
  TC_TRY(TC_POOL_ARRAY(pool, out->begin, out->count + 1));
  TC_TRY(TC_POOL_ARRAY(pool, out->entry_id, entries));
  TC_TRY(TC_POOL_ARRAY(pool, out->entry_place, entries));
  return TC_POOL_ARRAY(pool, out->entry_coupling, entries);
}

static tc_status unpack(const tc_sparse_exchange *received, tc_pool *pool, tc_received_members *out) {
  TC_TRY(alloc_members(received, pool, out));
  const tc_gid *word = received->number;
  out->begin[0] = 0;
  for (int32_t m = 0; m < out->count; m++) {
    out->aggregate[m] = (int32_t)word[0];
    out->id[m] = word[1];
    out->excess[m] = double_of_word(word[2]);
    out->diagonal_sum[m] = double_of_word(word[3]);
    out->begin[m + 1] = out->begin[m] + (int32_t)word[4];
    word += head_words;
    for (int32_t e = out->begin[m]; e < out->begin[m + 1]; e++, word += entry_words) {
      out->entry_id[e] = word[0];
      memcpy(&out->entry_place[e], &word[1], sizeof word[1]);
      out->entry_coupling[e] = (float)double_of_word(word[2]);
    }
  }
  return TC_OK;
}

tc_status tc_member_records_exchange(const tc_level_graph *fine, const tc_aggregate *aggregate,
                                     const tc_row_place *place, tc_pool *pool, tc_received_members *out) {
  records r = {.fine = fine, .aggregate = aggregate, .place = place};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(fine->world, pack(&r)));
  TC_GUARD(status, tc_sparse_exchange_run(fine->world, &r.sent, &r.received));
  TC_GUARD(status, tc_world_agree(fine->world, unpack(&r.received, pool, out)));
cleanup:
  tc_sparse_exchange_free(&r.sent);
  tc_sparse_exchange_free(&r.received);
  tc_pool_free(&r.memory);
  return status;
}
