/* ILU(0) with elimination by colour or by memory order. The factorisation copies the owned rows of F and the
 * rows of ghosts to a struct `factorisation`, eliminates all of them and copies the owned rows back. With
 * scope `global` all threads eliminate the rows of one colour. The ranks then exchange the eliminated rows
 * that other ranks have as ghosts, because rows of the next colours need these rows. Rows of one colour do
 * not couple, so the order within a colour does not matter. */
#include "linear/precondition/ilu0.h"

#include <omp.h>
#include <stdlib.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "base/core/pool.h"
#include "comm/exchange/colour_exchange.h"
#include "comm/layout/entry_halo.h"
#include "comm/layout/neighbour_exchange.h"

enum {
  /* A search for a column in a long row costs at most as much as reading this number of entries. */
  search_cost = 32
};

/* An entry whose column precedes its row in the elimination order. */
typedef struct preceding_entry {
  int32_t key; /* key of the column */
  int entry;   /* index of the entry in the row */
} preceding_entry;

/* An entry of a long row, which has more than TC_ELL_WIDTH_MAX entries. */
typedef struct column_entry {
  int32_t column;
  int entry; /* index of the entry in the row */
} column_entry;

/* Owned rows and ghost rows during the factorisation. Entries of a ghost row are ignored if this rank has no
 * such column. The off-diagonal entries of row i begin at row_begin(f, i). */
typedef struct factorisation {
  const tc_elimination_order *order;
  int32_t rows, columns;
  int width;
  /* For general rows (rows of different lengths): [columns + 1] first entry of each row and ghost row
   * (sparse/row_range.h), NULL otherwise. With scope `rank` ghost rows have no entries. */
  int64_t *begin;
  tc_entry_halo *halo; /* halo of the values of general rows with scope `global`; NULL otherwise */
  int32_t *column;     /* columns of the entries of each row; -1 if this rank has no such column */
  /* For general rows, entries of each row with more than TC_ELL_WIDTH_MAX entries, by ascending columns, from
   * index row_begin(f, i) on. NULL for other matrices */
  column_entry *sorted;
  double *value; /* off-diagonal entries of each row, followed by the diagonal: row_values(f, i) */
  /* [threads][columns] for each thread and column: 1 + index of the entry of this column in the row that the
   * thread is eliminating; 0 if that row has no such entry */
  int32_t **entry_of_column;
  preceding_entry **preceding; /* [threads][width] scratch for the list of preceding entries */
  int32_t *row_by_key;         /* [rows] owned rows in ascending order of their keys */
  int threads;
  tc_pool memory; /* owns the arrays of this struct */
} factorisation;

static size_t row_begin(const factorisation *f, int32_t row) { return tc_row_begin(f->begin, f->width, row); }

static int row_length(const factorisation *f, int32_t row) {
  return f->begin ? (int)(f->begin[row + 1] - f->begin[row]) : f->width;
}

static double *row_values(const factorisation *f, int32_t row) {
  return f->value + row_begin(f, row) + (size_t)row;
}

static const int32_t *row_columns(const factorisation *f, int32_t row) {
  return f->column + row_begin(f, row);
}

static tc_status alloc_factor(const tc_ell *F, factorisation *f) {
  const size_t columns = (size_t)F->columns, entries = row_begin(f, F->columns);
  TC_TRY(TC_POOL_ARRAY(&f->memory, f->column, entries));
  TC_TRY(TC_POOL_ARRAY(&f->memory, f->value, entries + columns));
  TC_TRY(TC_POOL_ARRAY(&f->memory, f->row_by_key, F->rows));
  TC_TRY(TC_POOL_ARRAY_ZERO(&f->memory, f->entry_of_column, f->threads));
  TC_TRY(TC_POOL_ARRAY_ZERO(&f->memory, f->preceding, f->threads));
  for (int t = 0; t < f->threads; t++) {
    TC_TRY(TC_POOL_ARRAY_ZERO(&f->memory, f->entry_of_column[t], columns));
    TC_TRY(TC_POOL_ARRAY(&f->memory, f->preceding[t], F->width));
  }
  return TC_OK;
}

static void copy_entries(const tc_ell *F, factorisation *f) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < F->rows; i++) {
    const size_t begin = row_begin(f, i);
    double *const value = row_values(f, i);
    const int length = row_length(f, i);
    for (int k = 0; k < length; k++) {
      f->column[begin + (size_t)k] = F->column[begin + (size_t)k];
      value[k] = F->value[begin + (size_t)k];
    }
    value[length] = F->diagonal[i];
  }
}

static void copy_factors(const factorisation *f, tc_ell *F) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < F->rows; i++) {
    const double *const value = row_values(f, i);
    const int length = row_length(f, i);
    for (int k = 0; k < length; k++) F->value[row_begin(f, i) + (size_t)k] = value[k];
    F->diagonal[i] = value[length];
  }
}

/* ---- lengths and columns of ghost rows ---- */

/* Collective with scope `global`. Sets f->begin from the lengths of owned rows and, with scope `global`,
 * those of ghost rows, and f->halo. */
static tc_status find_lengths(const tc_ell *F, bool is_global, factorisation *f) {
  const tc_linear_system *system = f->order->system;
  const tc_world *world = system->world;
  int32_t *length = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, TC_POOL_ARRAY_ZERO(&f->memory, length, F->columns)));
  TC_GUARD(status, tc_world_agree(world, TC_POOL_ARRAY(&f->memory, f->begin, F->columns + 1)));
  for (int32_t i = 0; i < F->rows; i++) length[i] = tc_ell_length(F, i);
  if (is_global) TC_GUARD(status, tc_neighbour_exchange_ghosts(world, system->halo, sizeof *length, length));
  f->begin[0] = 0;
  for (int32_t i = 0; i < F->columns; i++) {
    length[i] += 1; /* the diagonal */
    f->begin[i + 1] = f->begin[i] + length[i];
  }
  if (is_global)
    TC_GUARD(status, tc_world_agree(world, tc_entry_halo_create(system->halo, f->order->colouring, f->begin,
                                                                &f->halo)));
  /* f->begin counts entries without the diagonals, so the diagonals of the rows before row i are
   * subtracted. */
  for (int32_t i = 0; i <= F->columns; i++) f->begin[i] -= i;
cleanup:
  return status;
}

static tc_gid find_position(const factorisation *f, int32_t column) {
  const tc_linear_system *system = f->order->system;
  return column < f->rows ? tc_distribution_position(system->halo->distribution, system->world->rank, column)
                          : system->halo->ghost_position[column - f->rows];
}

/* Collective. Receives the column numbers of the ghost rows from their owners and converts them to local
 * columns of this rank. */
static tc_status receive_ghost_columns(factorisation *f) {
  const tc_linear_system *system = f->order->system;
  const tc_halo *halo = system->halo;
  const size_t width = (size_t)f->width, owned_entries = row_begin(f, f->rows),
               all_entries = row_begin(f, f->columns);
  tc_gid *position = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->world, position, all_entries));
  for (size_t e = 0; e < owned_entries; e++) position[e] = find_position(f, f->column[e]);
  const tc_status status =
      tc_neighbour_exchange_ghosts(system->world, halo, width * sizeof *position, position);
  for (size_t e = owned_entries; e < all_entries && !status; e++)
    f->column[e] = tc_halo_find_column(halo, system->world->rank, position[e]);
  tc_free(position);
  return status;
}

/* Collective. Variant of receive_ghost_columns for general rows, whose halo contains the diagonals too. */
static tc_status receive_general_columns(factorisation *f) {
  const tc_linear_system *system = f->order->system;
  tc_gid *position = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->world, position, row_begin(f, f->columns) + (size_t)f->columns));
  for (int32_t i = 0; i < f->rows; i++) {
    tc_gid *const row = position + row_begin(f, i) + (size_t)i;
    for (int k = 0; k < row_length(f, i); k++) row[k] = find_position(f, row_columns(f, i)[k]);
    row[row_length(f, i)] = find_position(f, i);
  }
  const tc_status status =
      tc_neighbour_exchange_ghosts(system->world, &f->halo->halo, sizeof *position, position);
  for (int32_t i = f->rows; i < f->columns && !status; i++) {
    const tc_gid *const row = position + row_begin(f, i) + (size_t)i;
    for (int k = 0; k < row_length(f, i); k++)
      f->column[row_begin(f, i) + (size_t)k] = tc_halo_find_column(system->halo, system->world->rank, row[k]);
  }
  tc_free(position);
  return status;
}

/* ---- elimination of rows ---- */

/* Comparison for qsort: by ascending key of the column, then by the index of the entry. */
static int compare_preceding(const void *a, const void *b) {
  const preceding_entry *x = a, *y = b;
  return x->key == y->key ? x->entry - y->entry : x->key < y->key ? -1 : 1;
}

/* Writes to `list` the entries of row i whose column precedes the row in the elimination order, by ascending
 * key. Entries with equal keys remain in the order of the row. Returns their number. */
static int list_preceding_entries(const factorisation *f, int32_t i, preceding_entry *list) {
  const int32_t *key = f->order->forward_key, *column = row_columns(f, i);
  const int length = row_length(f, i);
  const bool is_long = length > TC_ELL_WIDTH_MAX;
  int n = 0;
  for (int e = 0; e < length; e++) {
    int at = n;
    if (key[column[e]] >= key[i]) continue;
    for (; !is_long && at > 0 && list[at - 1].key > key[column[e]]; at--) list[at] = list[at - 1];
    list[at] = (preceding_entry){key[column[e]], e};
    n++;
  }
  if (is_long && n > 0) qsort(list, (size_t)n, sizeof *list, compare_preceding);
  return n;
}

static int compare_columns(const void *a, const void *b) {
  const column_entry *x = a, *y = b;
  return (x->column > y->column) - (x->column < y->column);
}

/* Fills f->sorted with the entries of the long rows. */
static tc_status sort_long_rows(factorisation *f) {
  TC_TRY(TC_POOL_ARRAY(&f->memory, f->sorted, row_begin(f, f->columns)));
#pragma omp parallel for schedule(static) num_threads(f->threads)
  for (int32_t i = 0; i < f->columns; i++) {
    column_entry *const list = f->sorted + row_begin(f, i);
    const int length = row_length(f, i);
    if (length <= TC_ELL_WIDTH_MAX) continue;
    for (int e = 0; e < length; e++) list[e] = (column_entry){row_columns(f, i)[e], e};
    qsort(list, (size_t)length, sizeof *list, compare_columns);
  }
  return TC_OK;
}

/* Returns the index of the entry of the long row k in a column; -1 if there is none. */
static int find_entry(const factorisation *f, int32_t k, int32_t column) {
  const column_entry key = {column, 0}, *const found =
                                            bsearch(&key, f->sorted + row_begin(f, k),
                                                    (size_t)row_length(f, k), sizeof key, compare_columns);
  return found ? found->entry : -1;
}

/* Subtracts a multiple of the long row k from the short row i, as subtract_row does. Searches row k for the
 * columns of row i instead of reading all entries of row k, because many rows may need a multiple of the same
 * long row. */
static void subtract_long_row(const factorisation *f, int32_t i, int32_t k, double multiplier,
                              double *value) {
  const int32_t *key = f->order->forward_key, *column = row_columns(f, i);
  const int length = row_length(f, i);
  for (int e = 0; e <= length; e++) {
    const int32_t c = e < length ? column[e] : i;
    if ((e < length && c == i) || key[c] <= key[k]) continue;
    const int at = find_entry(f, k, c);
    if (at >= 0) value[e] -= multiplier * row_values(f, k)[at];
  }
}

/* Subtracts row k, multiplied by `multiplier`, from the current row, value[]. Changes only entries that the
 * current row has and whose column follows k in the elimination order. */
static void subtract_row(const factorisation *f, int32_t k, double multiplier, const int32_t *entry_of_column,
                         double *value) {
  const int32_t *key = f->order->forward_key, *column = row_columns(f, k);
  const double *pivot_row = row_values(f, k);
  const int length = row_length(f, k);
  for (int e = 0; e < length; e++) {
    if (column[e] < 0 || key[column[e]] <= key[k]) continue;
    const int at = entry_of_column[column[e]];
    if (at > 0) value[at - 1] -= multiplier * pivot_row[e];
  }
}

/* Eliminates row i; called by thread number `thread`. */
static void eliminate_row(const factorisation *f, int32_t i, int thread) {
  const int32_t *column = row_columns(f, i);
  const int length = row_length(f, i);
  double *value = row_values(f, i);
  int32_t *entry_of_column = f->entry_of_column[thread];
  preceding_entry *list = f->preceding[thread];
  const int preceding_count = list_preceding_entries(f, i, list);
  for (int e = 0; e < length; e++) entry_of_column[column[e]] = e + 1;
  entry_of_column[i] = length + 1;
  for (int n = 0; n < preceding_count; n++) {
    const int32_t k = column[list[n].entry];
    const double multiplier = value[list[n].entry] / row_values(f, k)[row_length(f, k)];
    if (row_length(f, k) > TC_ELL_WIDTH_MAX && row_length(f, k) / search_cost > length)
      subtract_long_row(f, i, k, multiplier, value);
    else
      subtract_row(f, k, multiplier, entry_of_column, value);
  }
  for (int e = 0; e < length; e++) entry_of_column[column[e]] = 0;
  entry_of_column[i] = 0;
}

/* Collective. For each colour, eliminates its rows concurrently and then updates their ghosts on other
 * ranks. */
static tc_status eliminate_by_colour(const factorisation *f) {
  const tc_elimination_order *order = f->order;
  const tc_linear_system *system = order->system;
  tc_colour_exchange *ghost_exchange = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(system->world, tc_sort_by_key(f->rows, order->forward_key, order->colours,
                                                                f->row_by_key)));
  TC_GUARD(status, f->halo ? tc_colour_exchange_create(system->world, &f->halo->halo, &f->halo->colouring, 1,
                                                       &ghost_exchange)
                           : tc_colour_exchange_create(system->world, system->halo, order->colouring,
                                                       f->width + 1, &ghost_exchange));
  for (int32_t c = 0, n = 0, stop; c < order->colours; c++, n = stop) {
    for (stop = n; stop < f->rows && order->forward_key[f->row_by_key[stop]] == c;) stop++;
#pragma omp parallel for schedule(static) num_threads(f->threads)
    for (int32_t k = n; k < stop; k++) eliminate_row(f, f->row_by_key[k], omp_get_thread_num());
    TC_GUARD(status, tc_colour_exchange_run(ghost_exchange, c, f->value, NULL));
  }
cleanup:
  tc_colour_exchange_destroy(&ghost_exchange);
  return status;
}

tc_status tc_ilu0_factorise(const tc_elimination_order *order, tc_ell *F) {
  const bool is_global = order->colours > 0;
  factorisation f = {.order = order,
                     .rows = F->rows,
                     .columns = F->columns,
                     .width = F->width,
                     .threads = is_global ? omp_get_max_threads() : 1};
  const tc_world *world = order->system->world;
  tc_status status = TC_OK;
  if (F->begin) TC_GUARD(status, find_lengths(F, is_global, &f));
  TC_GUARD(status, tc_world_agree(world, alloc_factor(F, &f)));
  copy_entries(F, &f);
  if (is_global) TC_GUARD(status, F->begin ? receive_general_columns(&f) : receive_ghost_columns(&f));
  if (F->begin) TC_GUARD(status, tc_world_agree(world, sort_long_rows(&f)));
  if (is_global) {
    TC_GUARD(status, eliminate_by_colour(&f));
  } else {
    for (int32_t i = 0; i < f.rows; i++) eliminate_row(&f, i, 0);
  }
  copy_factors(&f, F);
cleanup:
  tc_entry_halo_destroy(&f.halo);
  tc_pool_free(&f.memory);
  return status;
}
