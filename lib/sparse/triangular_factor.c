/* Builds a triangular factor and solves with it. Building decides the order in which the rows are solved and
 * copies the entries. Rows are collected in batches, as far as possible in ascending (or descending) order,
 * each together with the rows it needs. A batch is sorted by level and by number of entries. The level of a
 * row is the length of the longest chain of rows of the batch that must be solved before it. Runs of rows
 * with equal level and equal number of entries are therefore long, and the data of a batch stay in the
 * second-level cache. */
#include "sparse/triangular_factor.h"

#include <string.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "base/core/pool.h"
#include "sparse/matrix.h"
#include "sparse/row_sum.h"

/* ---- building of the factor ---- */

enum { batch_rows = 2048 };

typedef struct builder {
  const tc_ell *A;
  const tc_triangular_factor_options *options;
  tc_triangular_factor *t;
  int32_t begin, end; /* the thread whose rows are currently scheduled owns the rows begin .. end-1 */
  /* Three arrays [rows]. `batch` is the number of the batch of each row; 0 while the row is in no batch.
   * `level` is the number of rows in the longest chain of rows of the batch that must precede the row.
   * `pairs` is half the number of the row's entries, rounded up. */
  int32_t *batch, *level, *pairs;
  /* `batches` is the number of the current batch, counted from 1. The array t->row had `batch_begin` elements
   * at the start of the batch and has `ordered_rows` elements now. */
  int32_t batches, batch_begin, ordered_rows;
  /* [rows] border rows (is_border) of each thread, from the thread's first row on, sorted by key */
  int32_t *border;
  int32_t *border_next, *border_end; /* [threads] remaining part of the thread's rows in `border` */
  int64_t entries;
  int32_t *key, *order, *sorted; /* [rows] scratch arrays for sorting a batch */
  tc_pool memory;                /* owns the arrays of this struct */
} builder;

static bool precedes_row(const builder *b, int32_t j, int32_t i) {
  return b->options->key[j] < b->options->key[i];
}

static bool is_owned_row(const builder *b, int32_t j) { return j >= b->begin && j < b->end; }

/* Adds row i to the current batch, after the rows of the same thread whose results it needs. Does nothing if
 * the row is already in a batch. The recursion is at most as deep as the number of different keys. */
static void schedule_row(builder *b, int32_t i) {
  int32_t level = 0;
  if (b->batch[i]) return;
  for (size_t e = tc_ell_begin(b->A, i), end = tc_ell_end(b->A, i); e < end; e++) {
    const int32_t j = b->A->column[e];
    if (!is_owned_row(b, j) || !precedes_row(b, j, i)) continue;
    schedule_row(b, j);
    if (b->batch[j] == b->batches && b->level[j] >= level) level = b->level[j] + 1;
  }
  b->batch[i] = b->batches;
  b->level[i] = level;
  if (b->pairs[i] > 0 || b->options->leading_factor) b->t->row[b->ordered_rows++] = i;
}

/* Appends a run of `rows` rows, which begin at index `first` of the array t->row and have `entries` entries
 * each. */
static tc_status add_run(builder *b, int32_t first, int32_t rows, int entries) {
  const tc_triangular_factor_run run = {first, rows, entries, b->entries};
  TC_TRY(TC_ARRAY_ADD(&b->t->run, &run));
  b->entries += (int64_t)rows * entries;
  return TC_OK;
}

/* Number of pairs of a row as a sorting key. Longer rows share one key, because keys of rows of any length
 * would not fit into 32 bits. */
static int32_t pairs_key(const builder *b, int32_t row) {
  const int32_t largest = TC_ELL_WIDTH_MAX / 2 + 1;
  return b->pairs[row] < largest ? b->pairs[row] : largest;
}

/* Ends the current batch: sorts its rows by level and number of entries, and divides them into runs. */
static tc_status close_batch(builder *b) {
  const int32_t n = b->ordered_rows - b->batch_begin, level_stride = TC_ELL_WIDTH_MAX / 2 + 2;
  int32_t *row = b->t->row + b->batch_begin, largest = 0;
  for (int32_t k = 0; k < n; k++) {
    b->key[k] = b->level[row[k]] * level_stride + pairs_key(b, row[k]);
    if (b->key[k] > largest) largest = b->key[k];
  }
  TC_TRY(tc_sort_by_key(n, b->key, largest, b->order));
  for (int32_t k = 0; k < n; k++) b->sorted[k] = row[b->order[k]];
  if (n > 0) memcpy(row, b->sorted, (size_t)n * sizeof *row);
  for (int32_t k = 0, stop; k < n; k = stop) {
    const int32_t key = b->key[b->order[k]], pairs = b->pairs[row[k]];
    for (stop = k; stop < n && b->key[b->order[stop]] == key && b->pairs[row[stop]] == pairs;) stop++;
    TC_TRY(add_run(b, b->batch_begin + k, stop - k, 2 * b->pairs[row[k]]));
  }
  b->batch_begin = b->ordered_rows;
  return TC_OK;
}

/* True if row i is a border row: it is coupled with a row of another thread or rank that belongs to the
 * triangle. */
static bool is_border(const builder *b, int32_t i) {
  for (size_t e = tc_ell_begin(b->A, i), end = tc_ell_end(b->A, i); e < end; e++)
    if (!is_owned_row(b, b->A->column[e]) && b->options->key[b->A->column[e]] != INT32_MAX) return true;
  return false;
}

/* Returns row number n, counted from 0, in the order in which rows are added to batches. */
static int32_t get_row(const builder *b, int32_t n) {
  return b->options->is_backward ? b->end - 1 - n : b->begin + n;
}

/* Selects the thread whose rows are scheduled from now on. */
static void select_thread(builder *b, int thread) {
  tc_matrix_thread_rows(b->A->rows, thread, b->t->threads, &b->begin, &b->end);
}

/* Lists the border rows of the selected thread by key. Rows with equal keys remain in the order of get_row.
 * Searching all rows in each step would take too long, because the number of keys may be that of the rows. */
static tc_status list_border(builder *b, int thread) {
  int32_t count = 0, *const row = b->sorted, *const list = b->border + b->begin;
  for (int32_t n = 0; n < b->end - b->begin; n++) {
    const int32_t i = get_row(b, n);
    if (b->options->key[i] >= b->options->keys || !is_border(b, i)) continue;
    b->key[count] = b->options->key[i];
    row[count++] = i;
  }
  TC_TRY(tc_sort_by_key(count, b->key, b->options->keys, b->order));
  for (int32_t k = 0; k < count; k++) list[k] = row[b->order[k]];
  b->border_next[thread] = b->begin;
  b->border_end[thread] = b->begin + count;
  return TC_OK;
}

static tc_status list_borders(builder *b) {
  for (int thread = 0; thread < b->t->threads && b->options->keys > 0; thread++) {
    select_thread(b, thread);
    TC_TRY(list_border(b, thread));
  }
  return TC_OK;
}

static tc_status schedule_border(builder *b, int step, int thread) {
  int32_t *const next = &b->border_next[thread];
  b->batches++;
  for (; *next < b->border_end[thread] && b->options->key[b->border[*next]] == step; ++*next)
    schedule_row(b, b->border[*next]);
  return close_batch(b);
}

static tc_status schedule_other_rows(builder *b) {
  for (int32_t n = 0; n < b->end - b->begin; n++) {
    if (n % batch_rows == 0) b->batches++;
    schedule_row(b, get_row(b, n));
    if (n % batch_rows == batch_rows - 1) TC_TRY(close_batch(b));
  }
  return close_batch(b);
}

static tc_status order_rows(builder *b) {
  tc_triangular_factor *t = b->t;
  TC_TRY(list_borders(b));
  for (int s = 0; s < t->steps; s++)
    for (int thread = 0; thread < t->threads; thread++) {
      t->begin[s * t->threads + thread] = t->run.count;
      select_thread(b, thread);
      TC_TRY(s < b->options->keys ? schedule_border(b, s, thread) : schedule_other_rows(b));
    }
  t->begin[t->steps * t->threads] = t->run.count;
  return TC_OK;
}

static void count_pairs(builder *b) {
  for (int32_t i = 0; i < b->A->rows; i++) {
    int32_t entries = 0;
    for (size_t e = tc_ell_begin(b->A, i), end = tc_ell_end(b->A, i); e < end; e++)
      entries += precedes_row(b, b->A->column[e], i);
    b->pairs[i] = (entries + 1) / 2;
  }
}

/* Copies the entries of row i that belong to the triangle to `value` and `column`. Adds a padding entry if
 * their number is odd; `entries` is the padded number. */
static void fill_row(const builder *b, int32_t i, int entries, double *value, int32_t *column) {
  int n = 0;
  for (size_t e = tc_ell_begin(b->A, i), end = tc_ell_end(b->A, i); e < end; e++) {
    if (!precedes_row(b, b->A->column[e], i)) continue;
    value[n] = b->options->scale[i] * b->A->value[e];
    column[n++] = b->A->column[e];
  }
  if (n == entries) return;
  value[n] = 0.0;
  column[n] = column[n - 1];
}

/* Fills the factor. The thread that will solve a row fills it, and so touches its pages first. */
static void fill_factor(const builder *b) {
  tc_triangular_factor *t = b->t;
#pragma omp parallel for schedule(static, 1) num_threads(t->threads)
  for (int thread = 0; thread < t->threads; thread++)
    for (int s = 0; s < t->steps; s++)
      for (int32_t r = t->begin[s * t->threads + thread]; r < t->begin[s * t->threads + thread + 1]; r++) {
        const tc_triangular_factor_run *run = &t->run.item[r];
        for (int32_t n = 0; n < run->rows; n++) {
          const int64_t entry = run->entry_begin + (int64_t)n * run->entries;
          const int32_t i = t->row[run->first + n];
          if (t->leading_factor) t->leading_factor[run->first + n] = b->options->leading_factor[i];
          fill_row(b, i, run->entries, t->value + entry, t->column + entry);
        }
      }
}

static tc_status build_factor(builder *b) {
  tc_triangular_factor *t = b->t;
  const int32_t rows = b->A->rows;
  TC_TRY(TC_POOL_ARRAY(&t->memory, t->begin, t->steps * t->threads + 1));
  TC_TRY(TC_POOL_ARRAY(&t->memory, t->row, rows));
  TC_TRY(TC_POOL_ARRAY_ZERO(&b->memory, b->batch, rows));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->level, rows));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->pairs, rows));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->key, rows));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->order, rows));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->sorted, rows));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->border, b->options->keys > 0 ? rows : 0));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->border_next, t->threads));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->border_end, t->threads));
  count_pairs(b);
  TC_TRY(order_rows(b));
  if (b->options->leading_factor) TC_TRY(TC_POOL_ARRAY(&t->memory, t->leading_factor, rows));
  TC_TRY(TC_POOL_ARRAY(&t->memory, t->value, b->entries));
  TC_TRY(TC_POOL_ARRAY(&t->memory, t->column, b->entries));
  fill_factor(b);
  return TC_OK;
}

tc_status tc_triangular_factor_create(const tc_ell *A, const tc_triangular_factor_options *options,
                                      tc_triangular_factor **out) {
  tc_triangular_factor *t = NULL;
  TC_TRY(TC_ALLOC_ZERO(t, 1));
  t->steps = options->keys + 1;
  t->threads = options->threads;
  builder b = {.A = A, .options = options, .t = t};
  const tc_status status = build_factor(&b);
  tc_pool_free(&b.memory);
  TC_RETURN_CREATED(status, t, tc_triangular_factor_destroy(&t), out);
}

/* ---- solving with the factor ---- */

/* Prefetch distances in bytes, for values and for columns. sparse/ell_kernels.c explains why prefetching
 * helps. */
enum { values_ahead = 4096, columns_ahead = 2048, doubles_per_line = 8 };

/* Solves the rows of one run, each with `entries` entries. The function is inlined with a constant `entries`,
 * so that the compiler can unroll the loop over them. */
__attribute__((always_inline)) static inline void solve_run(const tc_triangular_factor *t,
                                                            const tc_triangular_factor_run *run, int entries,
                                                            const double *r, double *y) {
  const int32_t *row = t->row + run->first, *column = t->column + run->entry_begin;
  const double *value = t->value + run->entry_begin,
               *leading = t->leading_factor ? t->leading_factor + run->first : NULL;
  for (int32_t n = 0; n < run->rows; n++, value += entries, column += entries) {
    const int32_t i = row[n];
    tc_pair sum = {0.0, 0.0};
    if (entries >= doubles_per_line) tc_prefetch(value, values_ahead);
    if (entries >= 2 * doubles_per_line) tc_prefetch(value + doubles_per_line, values_ahead);
    if (entries >= doubles_per_line) tc_prefetch(column, columns_ahead);
    for (int k = 0; k < entries; k += 2)
      sum += tc_pair_load(value + k) * (tc_pair){y[column[k]], y[column[k + 1]]};
    y[i] = (leading ? leading[n] * r[i] : y[i]) - (sum[0] + sum[1]);
  }
}

static void solve_run_by_width(const tc_triangular_factor *t, const tc_triangular_factor_run *run,
                               const double *r, double *y) {
  switch (run->entries) {
  case 0: solve_run(t, run, 0, r, y); break;
  case 2: solve_run(t, run, 2, r, y); break;
  case 4: solve_run(t, run, 4, r, y); break;
  case 6: solve_run(t, run, 6, r, y); break;
  case 8: solve_run(t, run, 8, r, y); break;
  case 10: solve_run(t, run, 10, r, y); break;
  case 12: solve_run(t, run, 12, r, y); break;
  default: solve_run(t, run, run->entries, r, y);
  }
}

void tc_triangular_factor_solve(const tc_triangular_factor *t, int step, const double *r, double *y) {
  const int32_t *run_begin = t->begin + step * t->threads;
  if (run_begin[t->threads] == run_begin[0]) return;
#pragma omp parallel for schedule(static, 1) num_threads(t->threads)
  for (int thread = 0; thread < t->threads; thread++)
    for (int32_t n = run_begin[thread]; n < run_begin[thread + 1]; n++)
      solve_run_by_width(t, &t->run.item[n], r, y);
}

void tc_triangular_factor_destroy(tc_triangular_factor **triangle) {
  if (*triangle) TC_ARRAY_FREE(&(*triangle)->run);
  TC_POOL_DESTROY_OWNER(triangle);
}
