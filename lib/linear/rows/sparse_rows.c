#include "linear/rows/sparse_rows.h"

#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "sparse/matrix.h"

enum { block_entries = 4096 };

/* Block of entries of consecutive rows, in a list of the blocks of a thread. Blocks are small enough for the
 * heap, which provides the memory of freed blocks again without page faults. */
typedef struct entry_block {
  struct entry_block *next;
  int32_t count;
  int32_t column[block_entries];
  double value[block_entries];
} entry_block;

/* Rows first .. last-1, which one thread computes. */
typedef struct thread_rows {
  int32_t first, last;
  tc_row_terms terms;
  entry_block *block, *last_block;
  tc_status failure; /* first allocation failure; the other rows are then not computed */
} thread_rows;

static void alloc_terms(int32_t columns, thread_rows *t) {
  t->failure = TC_ALLOC(t->terms.column, columns);
  if (!t->failure) t->failure = TC_ALLOC(t->terms.value, columns);
  if (!t->failure) t->failure = TC_ALLOC_ZERO(t->terms.slot, columns);
}

static tc_status add_block(thread_rows *t) {
  entry_block *block = NULL;
  TC_TRY(TC_ALLOC(block, 1));
  block->next = NULL;
  block->count = 0;
  if (t->last_block)
    t->last_block->next = block;
  else
    t->block = block;
  t->last_block = block;
  return TC_OK;
}

/* Moves the entries of the row that the thread has just computed to the thread's list of blocks. */
static tc_status store_row(thread_rows *t) {
  const tc_row_terms *terms = &t->terms;
  for (int32_t k = 0, n; k < terms->count; k += n) {
    if (!t->last_block || t->last_block->count == block_entries) TC_TRY(add_block(t));
    entry_block *block = t->last_block;
    const int32_t space = block_entries - block->count, rest = terms->count - k;
    n = rest < space ? rest : space;
    memcpy(block->column + block->count, terms->column + k, (size_t)n * sizeof *block->column);
    memcpy(block->value + block->count, terms->value + k, (size_t)n * sizeof *block->value);
    block->count += n;
  }
  for (int32_t k = 0; k < terms->count; k++) terms->slot[terms->column[k]] = 0;
  t->terms.count = 0;
  return TC_OK;
}

/* Computes the rows of a thread, and stores the number of entries of row i in begin[i+1]. */
static void compute_rows(thread_rows *t, tc_row_function *add_terms, const void *ctx, int64_t *begin) {
  for (int32_t i = t->first; i < t->last && !t->failure; i++) {
    add_terms(ctx, i, &t->terms);
    begin[i + 1] = t->terms.count;
    t->failure = store_row(t);
  }
}

/* Converts the numbers of entries in begin[i+1] to the beginnings of the rows, and allocates the entries. */
static tc_status alloc_entries(tc_sparse_rows *out) {
  out->begin[0] = 0;
  for (int32_t i = 0; i < out->rows; i++) out->begin[i + 1] += out->begin[i];
  TC_TRY(TC_ALLOC(out->column, out->begin[out->rows]));
  return TC_ALLOC(out->value, out->begin[out->rows]);
}

/* If `out` is not NULL, copies the entries of the thread's rows to it. Then frees the memory of the
 * thread. */
static void free_thread_rows(thread_rows *t, tc_sparse_rows *out) {
  int64_t at = out ? out->begin[t->first] : 0;
  while (t->block) {
    entry_block *block = t->block;
    if (out) {
      memcpy(out->column + at, block->column, (size_t)block->count * sizeof *block->column);
      memcpy(out->value + at, block->value, (size_t)block->count * sizeof *block->value);
    }
    at += block->count;
    t->block = block->next;
    tc_free(block);
  }
  tc_free(t->terms.column);
  tc_free(t->terms.value);
  tc_free(t->terms.slot);
}

tc_status tc_sparse_rows_build(int32_t rows, int32_t columns, tc_row_function *add_terms, const void *ctx,
                               tc_sparse_rows *out) {
  tc_status failure = TC_OK;
  *out = (tc_sparse_rows){.rows = rows};
  TC_TRY(TC_ALLOC(out->begin, (int64_t)rows + 1));
#pragma omp parallel
  {
    thread_rows t = {.block = NULL};
    tc_matrix_thread_rows(rows, omp_get_thread_num(), omp_get_num_threads(), &t.first, &t.last);
    alloc_terms(columns, &t);
    compute_rows(&t, add_terms, ctx, out->begin);
#pragma omp critical(tc_sparse_rows)
    failure = tc_status_first(failure, t.failure);
#pragma omp barrier
#pragma omp single
    if (!failure) failure = alloc_entries(out);
    free_thread_rows(&t, failure ? NULL : out);
  }
  if (failure) tc_sparse_rows_free(out);
  return failure;
}

tc_status tc_sparse_rows_alloc(int32_t rows, const int64_t *begin, tc_sparse_rows *out) {
  tc_status status = TC_OK;
  *out = (tc_sparse_rows){.rows = rows};
  TC_GUARD(status, TC_ALLOC(out->begin, (int64_t)rows + 1));
  memcpy(out->begin, begin, ((size_t)rows + 1) * sizeof *begin);
  TC_GUARD(status, TC_ALLOC(out->column, begin[rows]));
  TC_GUARD(status, TC_ALLOC(out->value, begin[rows]));
cleanup:
  if (status) tc_sparse_rows_free(out);
  return status;
}

/* Sorts the n entries of a row by key[n]. Most rows have about twenty entries, so the last steps of Shell's
 * sort, which are insertion sorts, do most of the work. Its long steps protect rows with thousands of entries
 * from quadratic time. */
static void sort_row(int64_t n, tc_gid *key, int32_t *column, double *value) {
  int64_t step = 1;
  while (step < n / 9) step = 3 * step + 1;
  for (; step > 0; step /= 3)
    for (int64_t k = step; k < n; k++) {
      const tc_gid moved_key = key[k];
      const int32_t moved_column = column[k];
      const double moved_value = value[k];
      int64_t at = k;
      for (; at >= step && key[at - step] > moved_key; at -= step) {
        key[at] = key[at - step];
        column[at] = column[at - step];
        value[at] = value[at - step];
      }
      key[at] = moved_key;
      column[at] = moved_column;
      value[at] = moved_value;
    }
}

/* Sorts the rows of the calling thread by id[] of their columns. The ids of a row are copied first, because
 * each is compared several times. */
static tc_status sort_thread_rows(const tc_sparse_rows *rows, const tc_gid *id) {
  int32_t first, last;
  int64_t longest = 0;
  tc_gid *key = NULL;
  tc_matrix_thread_rows(rows->rows, omp_get_thread_num(), omp_get_num_threads(), &first, &last);
  for (int32_t i = first; i < last; i++) {
    const int64_t length = rows->begin[i + 1] - rows->begin[i];
    longest = length > longest ? length : longest;
  }
  TC_TRY(TC_ALLOC(key, longest));
  for (int32_t i = first; i < last; i++) {
    const int64_t begin = rows->begin[i], length = rows->begin[i + 1] - begin;
    for (int64_t k = 0; k < length; k++) key[k] = id[rows->column[begin + k]];
    sort_row(length, key, rows->column + begin, rows->value + begin);
  }
  tc_free(key);
  return TC_OK;
}

tc_status tc_sparse_rows_sort(tc_sparse_rows *rows, const tc_gid *id) {
  tc_status failure = TC_OK;
#pragma omp parallel
  {
    const tc_status status = sort_thread_rows(rows, id);
#pragma omp critical(tc_sparse_rows)
    failure = tc_status_first(failure, status);
  }
  return failure;
}

void tc_sparse_rows_free(tc_sparse_rows *rows) {
  tc_free(rows->begin);
  tc_free(rows->column);
  tc_free(rows->value);
  *rows = (tc_sparse_rows){.rows = 0};
}
