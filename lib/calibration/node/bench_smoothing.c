/* Benchmark of the smoother of multigrid cycles on an artificial level. The matrix of the level has the
 * locality of a mesh in reverse Cuthill-McKee order. For each k, the k-th entries of all rows couple the rows
 * in pairs, so that the pattern is symmetric, as the smoother requires. Half of the entries couple two rows
 * in the same block of 128 rows. The others couple rows of two blocks whose distance is at most the bandwidth
 * rows^(2/3). */
#include <math.h>

#include "base/core/memory.h"
#include "calibration/node/node_benches.h"
#include "linear/cycle/cycle_level.h"

enum { block_rows = 128, degree = 2 };

/* Shape of the artificial level. `window` is the number of blocks in one bandwidth rows^(2/3), rounded down
 * to a power of two. */
typedef struct level_shape {
  int32_t rows, window;
  int width;
} level_shape;

static level_shape find_shape(int width, size_t bytes) {
  const double rows = fmin((double)bytes / tc_smooth_row_bytes(width), INT32_MAX / width / 2.0);
  level_shape shape = {.window = 1, .width = width};
  while (2.0 * shape.window * block_rows <= pow(rows, 2.0 / 3.0)) shape.window *= 2;
  const int32_t unit = shape.window * block_rows, units = (int32_t)(rows / unit);
  shape.rows = units > 0 ? units * unit : unit;
  return shape;
}

/* Reverses the order of the bits of `local`, the number of a row in its block. Rows with consecutive numbers
 * are then coupled to rows in different cache lines. */
static int32_t reverse_bits(int32_t local) {
  int32_t out = 0;
  for (int32_t bit = 1; bit < block_rows; bit *= 2) out = 2 * out + ((local & bit) != 0);
  return out;
}

/* Returns the column of entry k of row i, which is the row paired with i. The pairing is symmetric, and no
 * row is paired with itself. An even k flips bits of the row's number in its block. An odd k also changes the
 * block, unless the window has only one block. */
static int32_t find_partner(const level_shape *shape, int32_t i, int k) {
  const int32_t local = i % block_rows, block = i / block_rows, mask = k / 2 + 1;
  if (k % 2 == 0 || shape->window == 1) return block * block_rows + (local ^ (k + 1));
  return (block ^ (mask % shape->window > 0 ? mask % shape->window : 1)) * block_rows + reverse_bits(local);
}

static tc_status alloc_graph(const level_shape *shape, tc_level_graph *g) {
  TC_TRY(TC_POOL_ARRAY(&g->memory, g->begin, (int64_t)shape->rows + 1));
  TC_TRY(TC_POOL_ARRAY(&g->memory, g->excess, shape->rows));
  TC_TRY(TC_POOL_ARRAY(&g->memory, g->column, (int64_t)shape->rows * shape->width));
  return TC_POOL_ARRAY(&g->memory, g->coupling, (int64_t)shape->rows * shape->width);
}

/* Fills in those members of the graph from which tc_cycle_level_create builds the level. The entries of a row
 * need not be sorted. */
static void fill_graph(const level_shape *shape, tc_level_graph *g) {
  g->begin[0] = 0;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < shape->rows; i++) {
    g->begin[i + 1] = ((int64_t)i + 1) * shape->width;
    g->excess[i] = 0.1;
    for (int k = 0; k < shape->width; k++) {
      g->column[(int64_t)i * shape->width + k] = find_partner(shape, i, k);
      g->coupling[(int64_t)i * shape->width + k] = 1.0F / (float)shape->width;
    }
  }
}

/* Collective. Creates the storage of the artificial level. The right-hand side is 1, so that the iterate
 * converges to a constant and values are never denormal. */
static tc_status create_level(tc_bench *bench, const level_shape *shape, tc_cycle_level **out) {
  const tc_halo none = {.owned = shape->rows};
  tc_level_graph graph = {.world = (tc_world *)bench->world, .halo = &none, .rows = shape->rows, .ranks = 1};
  tc_status status = tc_world_agree(bench->world, alloc_graph(shape, &graph));
  if (!status) fill_graph(shape, &graph);
  if (!status) status = tc_cycle_level_create(&graph, NULL, degree, out);
  tc_pool_free(&graph.memory);
  if (status) return status;
  float *const b = tc_cycle_level_b(*out);
  for (int32_t i = 0; i < shape->rows; i++) b[i] = 1.0F;
  return tc_cycle_level_smooth(*out, true);
}

/* Makes two smoothing steps from the current iterate, which take one pass through the rows. */
static tc_status run_smoothing(void *context) { return tc_cycle_level_smooth(context, false); }

tc_status tc_bench_smoothing(tc_bench *bench, int width, size_t bytes, tc_estimate *row_s) {
  const level_shape shape = find_shape(width, bytes);
  tc_cycle_level *level = NULL;
  tc_status status = create_level(bench, &shape, &level);
  if (!status) status = tc_bench_time_each(bench, run_smoothing, level, shape.rows, row_s);
  tc_cycle_level_destroy(&level);
  return status;
}
