/* ILU(0) with elimination by colour or by memory order. The factorisation copies the owned rows of F and the
 * rows of ghosts to a struct `factorisation`, eliminates all of them and copies the owned rows back. With
 * scope `global` all threads eliminate the rows of one colour. The ranks then exchange the eliminated rows
 * that other ranks have as ghosts, because rows of the next colours need these rows. Rows of one colour do
 * not couple, so the order within a colour does not matter. */
#include "linear/precondition/ilu0.h"

#include <omp.h>
#include <string.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "base/core/pool.h"
#include "comm/exchange/colour_exchange.h"
#include "comm/layout/neighbour_exchange.h"

/* Owned rows and ghost rows during the factorisation. Entries of a ghost row are ignored if this rank has no
 * such column. */
typedef struct factorisation {
  const tc_elimination_order *order;
  int32_t rows, columns;
  int width;
  int32_t *column; /* [columns][width] columns of each row; -1 if this rank has no such column */
  double *value;   /* [columns][width + 1] off-diagonal entries of each row, followed by the diagonal */
  uint8_t **entry_of_column; /* [threads][columns] for each thread and column: 1 + index of the entry in the
                      row that the thread is eliminating; 0 if that row has no such entry */
  int32_t *row_by_key;       /* [rows] owned rows in ascending order of their keys */
  int threads;
  tc_pool memory; /* owns the arrays of this struct */
} factorisation;

static double *row_values(const factorisation *f, int32_t row) {
  return f->value + (size_t)row * (size_t)(f->width + 1);
}

static const int32_t *row_columns(const factorisation *f, int32_t row) {
  return f->column + (size_t)row * (size_t)f->width;
}

static tc_status alloc_factor(const tc_ell *F, factorisation *f) {
  const size_t columns = (size_t)F->columns, width = (size_t)F->width;
  TC_TRY(TC_POOL_ARRAY(&f->memory, f->column, columns * width));
  TC_TRY(TC_POOL_ARRAY(&f->memory, f->value, columns * (width + 1)));
  TC_TRY(TC_POOL_ARRAY(&f->memory, f->row_by_key, F->rows));
  TC_TRY(TC_POOL_ARRAY_ZERO(&f->memory, f->entry_of_column, f->threads));
  for (int t = 0; t < f->threads; t++) TC_TRY(TC_POOL_ARRAY_ZERO(&f->memory, f->entry_of_column[t], columns));
  return TC_OK;
}

static void copy_entries(const tc_ell *F, factorisation *f) {
  memcpy(f->column, F->column, (size_t)F->rows * (size_t)F->width * sizeof *F->column);
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < F->rows; i++) {
    memcpy(row_values(f, i), F->value + (size_t)i * (size_t)F->width, (size_t)F->width * sizeof *F->value);
    row_values(f, i)[F->width] = F->diagonal[i];
  }
}

static void copy_factors(const factorisation *f, tc_ell *F) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < F->rows; i++) {
    memcpy(F->value + (size_t)i * (size_t)F->width, row_values(f, i), (size_t)F->width * sizeof *F->value);
    F->diagonal[i] = row_values(f, i)[F->width];
  }
}

/* Collective. Receives the column numbers of the ghost rows from their owners and converts them to local
 * columns of this rank. */
static tc_status receive_ghost_columns(factorisation *f) {
  const tc_linear_system *system = f->order->system;
  const tc_halo *halo = system->halo;
  const size_t width = (size_t)f->width, owned_entries = (size_t)f->rows * width,
               all_entries = (size_t)f->columns * width;
  const int rank = system->world->rank;
  tc_gid *position = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->world, position, all_entries));
  for (size_t e = 0; e < owned_entries; e++) {
    const int32_t j = f->column[e];
    position[e] = j < f->rows ? tc_distribution_position(halo->distribution, rank, j)
                              : halo->ghost_position[j - f->rows];
  }
  const tc_status status =
      tc_neighbour_exchange_ghosts(system->world, halo, width * sizeof *position, position);
  for (size_t e = owned_entries; e < all_entries && !status; e++)
    f->column[e] = tc_halo_find_column(halo, rank, position[e]);
  tc_free(position);
  return status;
}

/* Writes to `entry` the indices of the entries of row i whose column precedes the row in the elimination
 * order, by ascending key. Entries with equal keys remain in the order of the row. Returns the number of
 * indices written. */
static int list_preceding_entries(const factorisation *f, int32_t i, int *entry) {
  const int32_t *key = f->order->forward_key, *column = row_columns(f, i);
  int n = 0;
  for (int e = 0; e < f->width; e++) {
    int at = n;
    if (key[column[e]] >= key[i]) continue;
    for (; at > 0 && key[column[entry[at - 1]]] > key[column[e]]; at--) entry[at] = entry[at - 1];
    entry[at] = e;
    n++;
  }
  return n;
}

/* Subtracts row k, multiplied by `multiplier`, from the current row, value[]. Changes only entries that the
 * current row has and whose column follows k in the elimination order. */
static void subtract_row(const factorisation *f, int32_t k, double multiplier, const uint8_t *entry_of_column,
                         double *value) {
  const int32_t *key = f->order->forward_key, *column = row_columns(f, k);
  const double *pivot_row = row_values(f, k);
  for (int e = 0; e < f->width; e++) {
    if (column[e] < 0 || key[column[e]] <= key[k]) continue;
    const int at = entry_of_column[column[e]];
    if (at > 0) value[at - 1] -= multiplier * pivot_row[e];
  }
}

static void eliminate_row(const factorisation *f, int32_t i, uint8_t *entry_of_column) {
  const int32_t *column = row_columns(f, i);
  double *value = row_values(f, i);
  int entry[64];
  const int preceding_count = list_preceding_entries(f, i, entry);
  for (int e = 0; e < f->width; e++) entry_of_column[column[e]] = (uint8_t)(e + 1);
  entry_of_column[i] = (uint8_t)(f->width + 1);
  for (int n = 0; n < preceding_count; n++) {
    const int32_t k = column[entry[n]];
    subtract_row(f, k, value[entry[n]] / row_values(f, k)[f->width], entry_of_column, value);
  }
  for (int e = 0; e < f->width; e++) entry_of_column[column[e]] = 0;
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
  TC_GUARD(status, tc_colour_exchange_create(system->world, system->halo, order->colouring, f->width + 1,
                                             &ghost_exchange));
  for (int32_t c = 0, n = 0, stop; c < order->colours; c++, n = stop) {
    for (stop = n; stop < f->rows && order->forward_key[f->row_by_key[stop]] == c;) stop++;
#pragma omp parallel for schedule(static) num_threads(f->threads)
    for (int32_t k = n; k < stop; k++)
      eliminate_row(f, f->row_by_key[k], f->entry_of_column[omp_get_thread_num()]);
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
  TC_GUARD(status, tc_world_agree(world, alloc_factor(F, &f)));
  copy_entries(F, &f);
  if (is_global) {
    TC_GUARD(status, receive_ghost_columns(&f));
    TC_GUARD(status, eliminate_by_colour(&f));
  } else {
    for (int32_t i = 0; i < f.rows; i++) eliminate_row(&f, i, f.entry_of_column[0]);
  }
  copy_factors(&f, F);
cleanup:
  tc_pool_free(&f.memory);
  return status;
}
