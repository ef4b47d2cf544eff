/* Halo exchange of the 2D heat equation with one-sided gets. A rank packs its first and last column into its
 * window, then gets the columns of its horizontal and the rows of its vertical neighbours. Values of ranks on
 * the same node are copied through shared memory, those of other nodes through MPI. */
#include "halo.h"

#include "base/core/memory.h"
#include "base/core/timer.h"

/* Selects the first or last row, or the first or last column, of a block. */
typedef enum edge { FIRST, LAST } edge;

/* Returns the index at which array `array` begins in the window of the rank that owns block `b`. The window
 * contains array 0, array 1, first and last column of array 0, first and last column of array 1. `b` may also
 * be the block of a neighbour, which may have another size. */
static int64_t array_offset(const tc_heat2d_block *b, int array) {
  return array * ((int64_t)b->rows + 2) * ((int64_t)b->cols + 2);
}

static int64_t packed_offset(const tc_heat2d_block *b, int array, edge column) {
  return array_offset(b, 2) + (2 * array + (int)column) * (int64_t)b->rows;
}

static int64_t window_size(const tc_heat2d_block *b) { return packed_offset(b, 2, FIRST); }

/* Returns the index of row i and column k in the array of block `b`, halo included. It is idx(i, k) in
 * Listing 7 of Lagraviere et al. (2019). */
static int64_t cell_index(const tc_heat2d_block *b, int32_t i, int32_t k) {
  return i * ((int64_t)b->cols + 2) + k;
}

tc_status h2_halo_create(const tc_world *world, const tc_heat2d_grid *grid, h2_halo **out) {
  h2_halo *h = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, h, 1));
  h->grid = *grid;
  h->block = tc_heat2d_block_of(grid, world->rank);
  TC_GUARD(status, tc_world_agree(world, TC_ALLOC_ZERO(h->received_column, h->block.rows)));
  TC_GUARD(status, tc_window_create(world, window_size(&h->block), &h->window));
  *out = h;
  return TC_OK;
cleanup:
  h2_halo_destroy(&h);
  return status;
}

void h2_halo_destroy(h2_halo **halo) {
  if (!*halo) return;
  tc_window_destroy(&(*halo)->window);
  tc_free((*halo)->received_column);
  tc_free(*halo);
  *halo = NULL;
}

double *h2_halo_array(const h2_halo *h, int array) {
  return h->window->local + array_offset(&h->block, array);
}

/* Adds the seconds since *begin to the time of `part` and sets *begin to the current time. */
static void add_time(h2_times *times, h2_time part, double *begin) {
  const double now = tc_now_s();
  times->s[part] += now - *begin;
  *begin = now;
}

static void pack_column(const h2_halo *h, int array, edge column) {
  const double *phi = h2_halo_array(h, array);
  const int32_t k = column == FIRST ? 1 : h->block.cols;
  double *packed = h->window->local + packed_offset(&h->block, array, column);
  for (int32_t i = 0; i < h->block.rows; i++) packed[i] = phi[cell_index(&h->block, i + 1, k)];
}

static void unpack_column(const h2_halo *h, int array, int32_t k) {
  double *phi = h2_halo_array(h, array);
  for (int32_t i = 0; i < h->block.rows; i++) phi[cell_index(&h->block, i + 1, k)] = h->received_column[i];
}

/* Copies `count` values from position `offset` of the window of `rank` to `value`, like UPC's upc_memget. The
 * values are complete on return. */
static tc_status get_values(const h2_halo *h, int rank, int64_t offset, double *value, int32_t count) {
  TC_TRY(tc_window_get(h->window, rank, offset, value, count, NULL));
  return h->window->node_pointer[rank] ? TC_OK : tc_window_flush(h->window);
}

/* Gets the packed column `edge_of_neighbour` (first or last) of array `array` of a neighbour and unpacks it
 * into column k of this rank's array. */
static tc_status get_column(const h2_halo *h, int array, int neighbour, edge edge_of_neighbour, int32_t k,
                            h2_times *times, double *begin) {
  if (neighbour < 0) return TC_OK;
  const tc_heat2d_block b = tc_heat2d_block_of(&h->grid, neighbour);
  TC_TRY(get_values(h, neighbour, packed_offset(&b, array, edge_of_neighbour), h->received_column, b.rows));
  add_time(times, H2_TIME_GET, begin);
  unpack_column(h, array, k);
  add_time(times, H2_TIME_UNPACK, begin);
  return TC_OK;
}

/* Gets the first or the last row (`edge_of_neighbour`) of array `array` of a neighbour into row i of this
 * rank's array. */
static tc_status get_row(const h2_halo *h, int array, int neighbour, edge edge_of_neighbour, int32_t i) {
  if (neighbour < 0) return TC_OK;
  const tc_heat2d_block b = tc_heat2d_block_of(&h->grid, neighbour);
  const int32_t row = edge_of_neighbour == FIRST ? 1 : b.rows;
  return get_values(h, neighbour, array_offset(&b, array) + cell_index(&b, row, 1),
                    h2_halo_array(h, array) + cell_index(&h->block, i, 1), b.cols);
}

tc_status h2_halo_exchange(h2_halo *h, int array, h2_times *times) {
  double begin = tc_now_s();
  *times = (h2_times){0};
  if (h->block.left >= 0) pack_column(h, array, FIRST);
  if (h->block.right >= 0) pack_column(h, array, LAST);
  add_time(times, H2_TIME_PACK, &begin);
  TC_TRY(tc_window_barrier(h->window, NULL));
  add_time(times, H2_TIME_BARRIER, &begin);
  TC_TRY(get_column(h, array, h->block.left, LAST, 0, times, &begin));
  TC_TRY(get_column(h, array, h->block.right, FIRST, h->block.cols + 1, times, &begin));
  TC_TRY(get_row(h, array, h->block.up, LAST, 0));
  TC_TRY(get_row(h, array, h->block.down, FIRST, h->block.rows + 1));
  add_time(times, H2_TIME_GET, &begin);
  /* Open MPI answers gets from other nodes only while the target is inside MPI. The barrier therefore
   * prevents a rank from computing before all ranks have their values. Within a node no answer is needed. */
  if (tc_window_spans_nodes(h->window)) TC_TRY(tc_window_barrier(h->window, NULL));
  add_time(times, H2_TIME_BARRIER, &begin);
  return TC_OK;
}
