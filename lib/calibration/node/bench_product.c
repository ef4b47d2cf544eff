/* Benchmarks of rows of the product. The artificial matrix has the locality of a mesh in reverse
 * Cuthill-McKee order. Its columns are computed from a hash. The entries of each row sum to 1, so that values
 * neither grow nor decay in repeated products. Three kinds of products are timed: products with a matrix in a
 * storage format, products that read all values of x through pointers to the segments of two ranks, and
 * products in which only some runs of rows read x through pointers. */
#include "calibration/node/bench_product.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "comm/access/node_rows.h"
#include "comm/memory/window.h"
#include "comm/world/mpi_world.h"
#include "machine/parameters/params.h"
#include "sparse/ell_kernels.h"

#define TC_PHASE "measuring products"

/* Sizes of the products through pointers: number of consecutive columns that belong to the same rank, and
 * number of values of x in shared memory, which other ranks can read. */
enum { stripe_columns = 1024, front_values = 1 << 16 };

/* Largest distance of a column number from i, i - size or i + size, where i is the row number and `size` the
 * number of rows in a level (mesh_levels). */
enum { max_column_offset = 64 };

/* If the matrix has at least `min_sampled_rows` rows, only the reads of `sampled_entries` entries are
 * counted. The sampled counts deviate by less than 2 % from counts of all entries. */
enum { min_sampled_rows = 3 << 17, sampled_entries = 1 << 18 };

typedef struct product {
  tc_ell R;
  tc_matrix *M;  /* matrix R in the storage format to measure */
  double *x, *y; /* private vectors, which are swapped after each product */
} product;

/* Product whose x is read through pointers. Only the first `front_values` values of x, its front, are in
 * shared memory, so that little space in /dev/shm is needed. Columns beyond the front are replaced by columns
 * in the front. After each product x and y are swapped, and so are their fronts x_front and y_front. */
typedef struct pointer_product {
  tc_ell M;                     /* matrix without column numbers; `location` replaces them */
  tc_location *location;        /* [rows][width] locations of the columns */
  double *x, *y;                /* private vectors */
  tc_window *x_front, *y_front; /* [front_values] shared copies of the fronts of x and y */
} pointer_product;

uint32_t tc_bench_hash_index(uint32_t n) {
  n = (n ^ (n >> 16)) * UINT32_C(0x7feb352d);
  n = (n ^ (n >> 15)) * UINT32_C(0x846ca68b);
  return n ^ (n >> 16);
}

/* Shape of a mesh in reverse Cuthill-McKee order. A level is a set of consecutive rows that are coupled only
 * to each other and to the rows of the levels before and after it. */
typedef struct mesh_levels {
  int32_t rows, size; /* `rows` is the number of rows of the mesh, `size` the number of rows in each level */
  int width;
} mesh_levels;

static mesh_levels init_levels(int32_t rows, int width) {
  return (mesh_levels){rows, (int32_t)pow(rows, 2.0 / 3.0), width};
}

/* Returns the column of entry k of row i. It is near i, i - l->size or i + l->size. A column outside the
 * matrix is replaced by the first or the last one. */
static int32_t compute_column(const mesh_levels *l, int32_t i, int k) {
  const int32_t offset = (int32_t)(tc_bench_hash_index((uint32_t)i * (uint32_t)l->width + (uint32_t)k) %
                                   (2 * max_column_offset)) -
                         max_column_offset;
  const int64_t column = (int64_t)i + (k % 3 - 1) * (int64_t)l->size + offset;
  return column < 0 ? 0 : column < l->rows ? (int32_t)column : l->rows - 1;
}

/* Creates the artificial matrix with its values, but without column numbers. */
static tc_ell create_matrix_values(tc_bench *bench, int width, size_t bytes) {
  const double rows = (double)bytes / tc_row_bytes(width) + 1.0;
  tc_ell M = {.width = width, .rows = (int32_t)fmin(rows, INT32_MAX / width)};
  M.columns = M.rows;
  tc_bench_reset(bench);
  M.value = tc_bench_alloc_filled(bench, (size_t)M.rows * (size_t)width, 0.5 / width);
  M.diagonal = tc_bench_alloc_filled(bench, (size_t)M.rows, 0.5);
  return M;
}

static void fill_columns(const mesh_levels *l, int32_t rows, int32_t *column) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < rows; i++)
    for (int k = 0; k < l->width; k++)
      column[(size_t)i * (size_t)l->width + (size_t)k] = compute_column(l, i, k);
}

tc_ell tc_bench_matrix(tc_bench *bench, int width, size_t bytes) {
  tc_ell R = create_matrix_values(bench, width, bytes);
  const mesh_levels l = init_levels(R.rows, width);
  R.column = tc_bench_alloc(bench, (size_t)R.rows * (size_t)width * sizeof *R.column);
  fill_columns(&l, R.rows, R.column);
  return R;
}

/* If there are many rows, only a sample of rows from the third level on is counted. The rows of the two
 * preceding levels have read all cache lines that such a row needs, so all these rows have about the same
 * counts. */
tc_status tc_bench_matrix_reuse(int32_t rows, int width, tc_reuse *out) {
  const mesh_levels l = init_levels(rows, width);
  const bool is_sampled = rows >= min_sampled_rows;
  const int32_t interval = tc_reuse_sampling_interval(rows),
                begin = is_sampled ? 2 * l.size + 2 * max_column_offset : 0,
                end = is_sampled ? begin + interval * (sampled_entries / width) : rows;
  tc_ell_pattern pattern = {end, is_sampled ? end + l.size + max_column_offset : rows, width, NULL, NULL};
  int32_t *column = NULL;
  TC_TRY(TC_ALLOC(column, (size_t)end * (size_t)width));
  fill_columns(&l, end, column);
  pattern.column = column;
  const tc_status status = tc_reuse_count_part(&pattern, begin, interval, tc_reuse_row_bytes(width), out);
  if (is_sampled) out->rows *= (double)rows / (rows - l.size);
  tc_free(column);
  return status;
}

static product create_product(tc_bench *bench, int width, size_t bytes) {
  product p = {.R = tc_bench_matrix(bench, width, bytes)};
  p.x = tc_bench_alloc_filled(bench, (size_t)p.R.rows, 1.0);
  p.y = tc_bench_alloc_filled(bench, (size_t)p.R.rows, 1.0);
  return p;
}

static tc_status run_product(void *context) {
  product *p = context;
  double *swap = p->x;
  tc_matrix_multiply(p->M, p->x, p->y);
  p->x = p->y;
  p->y = swap;
  return TC_OK;
}

tc_status tc_bench_row(tc_bench *bench, const tc_format *format, int width, size_t bytes,
                       tc_estimate *row_s) {
  product p = create_product(bench, width, bytes);
  /* With this shift the product of the matrix and a vector of ones is a vector of ones. */
  const double shift = format->form == TC_ROW_FORM_DIFFERENCE ? 1.0 : 0.0;
  tc_status status = tc_world_agree(bench->world, tc_matrix_create(format, &p.R, shift, 1.0, &p.M));
  if (!status) status = tc_bench_time_each(bench, run_product, &p, p.R.rows, row_s);
  tc_matrix_destroy(&p.M);
  return status;
}

/* Returns the next rank in cyclic order that shares memory with this one, or this rank if there is none. */
static int next_shm_rank(const tc_world *world) {
  int next = world->rank;
  do {
    next = (next + 1) % world->ranks;
  } while (world->shm_group_of_rank[next] != world->shm_group_of_rank[world->rank]);
  return next;
}

static pointer_product create_pointer_product(tc_bench *bench, int width, size_t bytes) {
  pointer_product p = {.M = create_matrix_values(bench, width, bytes)};
  const int owner[2] = {bench->world->rank, next_shm_rank(bench->world)};
  const mesh_levels l = init_levels(p.M.rows, width);
  p.location = tc_bench_alloc(bench, (size_t)p.M.rows * (size_t)width * sizeof *p.location);
  p.x = tc_bench_alloc_filled(bench, (size_t)p.M.rows, 1.0);
  p.y = tc_bench_alloc_filled(bench, (size_t)p.M.rows, 1.0);
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < p.M.rows; i++)
    for (int k = 0; k < width; k++) {
      const int32_t column = compute_column(&l, i, k);
      p.location[(size_t)i * (size_t)width + (size_t)k] =
          (tc_location){owner[column / stripe_columns % 2], column % front_values};
    }
  return p;
}

static void multiply_node_rows(const pointer_product *p, const tc_node_rows_input *x) {
#pragma omp parallel
  {
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const int32_t begin = (int32_t)(p->M.rows * thread / threads),
                  end = (int32_t)(p->M.rows * (thread + 1) / threads);
    tc_node_rows_multiply(x, p->location + (int64_t)begin * p->M.width, begin, end, p->y);
  }
}

static void swap_vectors(pointer_product *p) {
  double *vector = p->x;
  tc_window *window = p->x_front;
  p->x = p->y;
  p->y = vector;
  p->x_front = p->y_front;
  p->y_front = window;
}

static tc_status run_pointer_product(void *context) {
  pointer_product *p = context;
  const tc_world *world = p->x_front->world;
  const tc_node_rows_input x = {&p->M, world->rank, p->x, p->x_front->node_pointer};
  multiply_node_rows(p, &x);
  memcpy(p->y_front->local, p->y,
         (size_t)(p->M.rows < front_values ? p->M.rows : front_values) * sizeof *p->y);
  swap_vectors(p);
  return TC_MPI(world, MPI_Barrier(tc_world_node_comm(world)));
}

tc_status tc_bench_pointer_row(tc_bench *bench, int width, size_t bytes, double barrier_s,
                               tc_estimate *row_s) {
  pointer_product p = create_pointer_product(bench, width, bytes);
  tc_estimate seconds;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_window_create(bench->world, front_values, &p.x_front));
  TC_GUARD(status, tc_window_create(bench->world, front_values, &p.y_front));
  TC_GUARD(status, tc_bench_time(bench, run_pointer_product, &p, &seconds));
  seconds.value = fmax(seconds.value - barrier_s, 0.0);
  *row_s = tc_estimate_per_unit(p.M.rows, seconds);
cleanup:
  tc_window_destroy(&p.y_front);
  tc_window_destroy(&p.x_front);
  return status;
}

/* ---- runs of rows through pointers ---- */

/* Runs of the second product are `long_scale` times as long, so that this product has only few switches
 * between runs and plain rows. */
enum { long_scale = 16 };

/* Product in which some runs of consecutive rows read x through pointers. */
typedef struct mixed_product {
  tc_ell R;
  const double *x;
  double *y;
  const tc_node_rows_input *pointer_input;
  int32_t runs;
  /* `begin`: [runs] first row of each run; `plain_begin`: [runs + 1] first of the plain rows (rows outside
   * runs) that precede each run or follow the last run */
  int32_t *begin, *plain_begin;
  tc_location *location; /* [rows in runs][width] locations of the columns of the rows in runs */
  int32_t *slot;         /* [runs] index of the first row of each run in `location` */
} mixed_product;

/* Computes the rows with the functions that the access `fine` uses (comm/access/row_reach.c). */
static tc_status run_mixed_product(void *context) {
  const mixed_product *p = context;
#pragma omp parallel
  {
    const int threads = omp_get_num_threads(), thread = omp_get_thread_num();
    int32_t first, end;
    tc_matrix_thread_rows(p->runs, thread, threads, &first, &end);
    for (int32_t r = first; r < end; r++) {
      const tc_location *location = p->location + (size_t)p->slot[r] * (size_t)p->R.width;
      tc_ell_multiply_rows(&p->R, p->plain_begin[r], p->begin[r], p->x, p->y + p->plain_begin[r]);
      tc_node_rows_multiply(p->pointer_input, location, p->begin[r], p->plain_begin[r + 1], p->y);
    }
    if (thread == threads - 1)
      tc_ell_multiply_rows(&p->R, p->plain_begin[end], p->R.rows, p->x, p->y + p->plain_begin[end]);
  }
  return TC_OK;
}

/* Returns an array with the segment of x of each rank. Only the entry of this rank is set, because the
 * benchmark reads no other entry. */
static double **create_segments(tc_bench *bench, double *x) {
  double **segment = tc_bench_alloc(bench, (size_t)bench->world->ranks * sizeof *segment);
  segment[bench->world->rank] = x;
  return segment;
}

/* These two functions choose the number of rows of a run and the number of plain rows before it. Both are
 * irregular, because the branch prediction of a processor would learn regular numbers. With a scale of 1, a
 * run has 1 to 3 rows. The number of plain rows is 1 to 4 or, in one of eight cases, 1 to 64. These numbers
 * are typical of meshes whose cells are ordered in blocks of 64, where rows through pointers are frequent in
 * some blocks and absent in others. */
static int32_t choose_run_rows(int32_t run, int32_t scale) {
  static const int32_t rows[] = {1, 1, 1, 1, 1, 2, 2, 3};
  return scale * rows[tc_bench_hash_index(2 * (uint32_t)run) % (sizeof rows / sizeof *rows)];
}

static int32_t choose_plain_rows(int32_t run, int32_t scale) {
  const uint32_t hash = tc_bench_hash_index(2 * (uint32_t)run + 1), most = hash % 8 == 0 ? 64 : 4;
  return scale * (1 + (int32_t)(hash / 8 % most));
}

static void choose_runs(tc_bench *bench, int32_t scale, mixed_product *p) {
  const int32_t rows = p->R.rows, width = p->R.width;
  const size_t most = (size_t)(rows / (2 * scale)) + 1;
  int32_t slots = 0;
  p->begin = tc_bench_alloc(bench, most * sizeof *p->begin);
  p->plain_begin = tc_bench_alloc(bench, (most + 1) * sizeof *p->plain_begin);
  p->slot = tc_bench_alloc(bench, most * sizeof *p->slot);
  p->location = tc_bench_alloc(bench, (size_t)rows / 2 * (size_t)width * sizeof *p->location);
  p->plain_begin[0] = p->runs = 0;
  for (int32_t run = 0;; p->runs = ++run) {
    const int32_t begin = p->plain_begin[run] + choose_plain_rows(run, scale),
                  end = begin + choose_run_rows(run, scale);
    if (end > rows || slots + end - begin > rows / 2) break;
    p->begin[run] = begin;
    p->plain_begin[run + 1] = end;
    p->slot[run] = slots;
    for (int32_t e = begin * width; e < end * width; e++)
      p->location[slots * width + e - begin * width] = (tc_location){bench->world->rank, p->R.column[e]};
    slots += end - begin;
  }
}

tc_status tc_bench_pointer_run(tc_bench *bench, size_t bytes, tc_estimate *run_s) {
  const double min_s = 1e-10; /* lower limit in seconds; a result of 0 would mean unknown */
  const product base = create_product(bench, 4, bytes);
  const tc_node_rows_input input = {&base.R, bench->world->rank, base.x, create_segments(bench, base.x)};
  mixed_product mixed = {.R = base.R, .x = base.x, .y = base.y, .pointer_input = &input}, separate = mixed;
  tc_estimate seconds;
  choose_runs(bench, 1, &mixed);
  choose_runs(bench, long_scale, &separate);
  TC_TRY(tc_bench_time_difference(bench, run_mixed_product, &mixed, &separate, &seconds));
  *run_s = tc_estimate_per_unit(mixed.runs - separate.runs, seconds);
  run_s->value = fmax(run_s->value, min_s);
  return TC_OK;
}
