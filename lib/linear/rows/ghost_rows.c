/* Exchange of rows of ghosts (ghost_rows.h). A message contains the rows in the order of the receiver's
 * ghosts, which are numbered by owner. Each row consists of the number of entries and the entries. */
#include "linear/rows/ghost_rows.h"

#include "base/core/memory.h"
#include "comm/layout/sparse_exchange.h"

static int64_t row_length(const tc_sparse_rows *rows, int32_t row) {
  return rows->begin[row + 1] - rows->begin[row];
}

/* Counts the numbers that this rank sends to each peer: the rows of this rank that are ghosts of the peer. */
static tc_status count_words(const tc_halo *halo, const tc_sparse_rows *rows, tc_sparse_exchange *sent) {
  TC_TRY(TC_ALLOC(sent->peer, halo->peers));
  TC_TRY(TC_ALLOC_ZERO(sent->begin, halo->peers + 1));
  for (int p = 0; p < halo->peers; p++) {
    int64_t words = sent->begin[sent->peers];
    if (halo->send_begin[p] == halo->send_begin[p + 1]) continue;
    for (int32_t s = halo->send_begin[p]; s < halo->send_begin[p + 1]; s++)
      words += 1 + TC_ROW_ENTRY_WORDS * row_length(rows, halo->send_index[s]);
    if (words > INT32_MAX)
      return tc_status_create(TC_INTERNAL, "multigrid: a rank sends 2^31 numbers or more: use more ranks");
    sent->peer[sent->peers++] = halo->peer[p];
    sent->begin[sent->peers] = (int32_t)words;
  }
  return TC_OK;
}

static tc_status write_rows(const tc_halo *halo, const tc_sparse_rows *rows, const tc_row_numbers *numbers,
                            tc_sparse_exchange *sent) {
  TC_TRY(count_words(halo, rows, sent));
  TC_TRY(TC_ALLOC(sent->number, sent->begin[sent->peers]));
  int64_t at = 0;
  for (int32_t s = 0; s < halo->send_begin[halo->peers]; s++) {
    const int32_t row = halo->send_index[s];
    sent->number[at++] = row_length(rows, row);
    for (int64_t k = rows->begin[row]; k < rows->begin[row + 1]; k++, at += TC_ROW_ENTRY_WORDS)
      tc_row_numbers_write(numbers, rows->column[k], rows->value[k], &sent->number[at]);
  }
  return TC_OK;
}

/* Allocates the rows of the ghosts with the lengths in the received lists. */
static tc_status alloc_rows(int32_t ghosts, const tc_gid *word, tc_sparse_rows *out) {
  int64_t *begin = NULL, at = 0;
  TC_TRY(TC_ALLOC(begin, (int64_t)ghosts + 1));
  begin[0] = 0;
  for (int32_t g = 0; g < ghosts; g++) {
    begin[g + 1] = begin[g] + word[at];
    at += 1 + TC_ROW_ENTRY_WORDS * word[at];
  }
  const tc_status status = tc_sparse_rows_alloc(ghosts, begin, out);
  tc_free(begin);
  return status;
}

static tc_status read_rows(const tc_halo *halo, const tc_gid *word, tc_row_numbers *numbers,
                           tc_sparse_rows *out) {
  TC_TRY(alloc_rows(halo->ghosts, word, out));
  int64_t at = 0;
  for (int32_t g = 0; g < halo->ghosts; g++) {
    at++;
    for (int64_t k = out->begin[g]; k < out->begin[g + 1]; k++, at += TC_ROW_ENTRY_WORDS)
      TC_TRY(tc_row_numbers_read(numbers, &word[at], &out->column[k], &out->value[k]));
  }
  return TC_OK;
}

tc_status tc_ghost_rows_create(const tc_world *world, const tc_halo *halo, const tc_sparse_rows *rows,
                               tc_row_numbers *numbers, tc_sparse_rows *out) {
  tc_sparse_exchange sent = {0}, received = {0};
  tc_status status = TC_OK;
  *out = (tc_sparse_rows){.rows = 0};
  TC_GUARD(status, tc_world_agree(world, write_rows(halo, rows, numbers, &sent)));
  TC_GUARD(status, tc_sparse_exchange_run(world, &sent, &received));
  TC_GUARD(status, tc_world_agree(world, read_rows(halo, received.number, numbers, out)));
cleanup:
  tc_sparse_exchange_free(&sent);
  tc_sparse_exchange_free(&received);
  if (status) tc_sparse_rows_free(out);
  return status;
}
