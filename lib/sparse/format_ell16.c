/* Format ell16: modified ELLPACK whose columns are stored as distances from the lowest column of a block of
 * 16 rows. The distances have 16 bits, which saves a sixth of the bytes of a row. Blocks that span more than
 * 65535 columns, mostly those with ghosts, store 32-bit distances. Creation computes the size of every block,
 * assigns offsets to the blocks and fills them with the threads that will use the rows. Sums are added as in
 * sparse/row_sum.h, so the product has the bits of format ell. */
#include <omp.h>

#include "base/core/memory.h"
#include "sparse/matrix.h"
#include "sparse/row_sum.h"

enum { block_rows = 16, rows_ahead = 32, line_bytes = 64 };

/* A block of rows. Its column distances are stored row after row in the array `distance_store`, beginning at
 * byte `offset`. The column of an entry is first_column + distance. */
typedef struct block {
  int64_t offset;
  int32_t first_column;
  int32_t distance_bytes; /* number of bytes of a distance: 2 or 4 */
} block;

typedef struct matrix {
  tc_matrix base;
  double *diagonal, *value;      /* diagonal and values of M = shift I + scale R, arranged as in tc_ell */
  block *block;                  /* [blocks] first column, size and offset of each block of rows */
  unsigned char *distance_store; /* [stored_bytes] distances of all blocks */
  int64_t stored_bytes;
} matrix;

static int32_t count_blocks(int32_t rows) { return rows / block_rows + (rows % block_rows > 0); }

static int32_t find_block_end(const tc_ell *R, int32_t b) {
  return R->rows - b * block_rows < block_rows ? R->rows : (b + 1) * block_rows;
}

static void measure_block(const tc_ell *R, int32_t b, block *out) {
  const size_t first = (size_t)b * block_rows * (size_t)R->width;
  const size_t last = (size_t)find_block_end(R, b) * (size_t)R->width;
  int32_t low = INT32_MAX, high = 0;
  for (size_t e = first; e < last; e++) {
    low = R->column[e] < low ? R->column[e] : low;
    high = R->column[e] > high ? R->column[e] : high;
  }
  *out = (block){.first_column = low, .distance_bytes = high - low > UINT16_MAX ? 4 : 2};
}

static void build_blocks(const tc_ell *R, matrix *m) {
  const int32_t blocks = count_blocks(R->rows);
#pragma omp parallel for schedule(static)
  for (int32_t b = 0; b < blocks; b++) measure_block(R, b, &m->block[b]);
  for (int32_t b = 0; b < blocks; b++) {
    m->block[b].offset = m->stored_bytes;
    m->stored_bytes +=
        (int64_t)(find_block_end(R, b) - b * block_rows) * R->width * m->block[b].distance_bytes;
  }
}

static void fill_row(const tc_ell *R, double shift, double scale, int32_t i, matrix *m) {
  const block *b = &m->block[i / block_rows];
  const size_t width = (size_t)R->width, begin = (size_t)i * width, offset = (size_t)(i % block_rows) * width;
  uint16_t *narrow = (uint16_t *)(void *)(m->distance_store + b->offset);
  int32_t *wide = (int32_t *)(void *)(m->distance_store + b->offset);
  m->diagonal[i] = tc_ell_combined(shift, scale, R->diagonal[i]);
  for (size_t k = 0; k < width; k++) {
    const int32_t distance = R->column[begin + k] - b->first_column;
    m->value[begin + k] = scale * R->value[begin + k];
    if (b->distance_bytes == 2)
      narrow[offset + k] = (uint16_t)distance;
    else
      wide[offset + k] = distance;
  }
}

/* Fills all blocks with OpenMP. The thread that will use a row fills it, and so touches its pages first. */
static void fill_blocks(const tc_ell *R, double shift, double scale, matrix *m) {
#pragma omp parallel
  {
    int32_t begin, end;
    tc_matrix_thread_rows(R->rows, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);
    for (int32_t i = begin; i < end; i++) fill_row(R, shift, scale, i, m);
  }
}

static void destroy_ell16(tc_matrix *M) {
  matrix *m = (matrix *)M;
  tc_free(m->diagonal);
  tc_free(m->value);
  tc_free(m->block);
  tc_free(m->distance_store);
  tc_free(m);
}

static tc_status create_ell16(const tc_ell *R, double shift, double scale, tc_matrix **out) {
  matrix *m = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(m, 1));
  TC_GUARD(status, TC_ALLOC(m->diagonal, R->rows));
  TC_GUARD(status, TC_ALLOC(m->value, (size_t)R->rows * (size_t)R->width));
  TC_GUARD(status, TC_ALLOC(m->block, count_blocks(R->rows)));
  build_blocks(R, m);
  TC_GUARD(status, TC_ALLOC(m->distance_store, m->stored_bytes));
  fill_blocks(R, shift, scale, m);
  *out = &m->base;
  return TC_OK;
cleanup:
  destroy_ell16(&m->base);
  return status;
}

/* Prefetches values and distances of the row that is `rows_ahead` rows later. sparse/ell_kernels.c explains
 * the reason. The block may end before that row, but the next block usually follows it in memory. */
__attribute__((always_inline)) static inline void prefetch_rows(int width, const double *value,
                                                                const void *distance, size_t bytes) {
  if (width < 16) return;
  const size_t ahead = (size_t)width * rows_ahead;
  for (int k = 0; k < width; k += line_bytes / (int)sizeof *value)
    tc_prefetch(value + k, ahead * sizeof *value);
  tc_prefetch(distance, ahead * bytes);
}

/* Hides from the compiler how a pointer was computed. Without this macro the compiler adds the base of the
 * block to each column, instead of adding it once to the pointer to x. */
#define HIDE_ORIGIN(pointer) __asm__("" : "+r"(pointer))

/* Defines a function that computes the rows begin .. end-1 of the product, which must be in one block, with
 * distances of the integer type `type`. y[0] is row `first`. It is inlined with a constant width. */
#define MULTIPLY_BLOCK(name, type)                                                                           \
  static inline void name(const matrix *m, int width, int32_t begin, int32_t end, const double *restrict x,  \
                          double *restrict y, int32_t first) {                                               \
    const block *b = &m->block[begin / block_rows];                                                          \
    const size_t row = (size_t)width;                                                                        \
    const type *distance =                                                                                   \
        (const type *)(const void *)(m->distance_store + b->offset) + (size_t)(begin % block_rows) * row;    \
    const double *value = m->value + (size_t)begin * row, *from = x + b->first_column;                       \
    HIDE_ORIGIN(from);                                                                                       \
    for (int32_t i = begin; i < end; i++, value += row, distance += row) {                                   \
      double sum;                                                                                            \
      prefetch_rows(width, value, distance, sizeof *distance);                                               \
      TC_ROW_SUM(sum, width, value, X_OF);                                                                   \
      y[i - first] = m->diagonal[i] * x[i] + sum;                                                            \
    }                                                                                                        \
  }
#define X_OF(k) from[distance[k]]
MULTIPLY_BLOCK(multiply_narrow, uint16_t)
MULTIPLY_BLOCK(multiply_wide, int32_t)
#undef X_OF

static inline void multiply_ell16(const matrix *m, int width, int32_t begin, int32_t end, const double *x,
                                  double *y) {
  for (int32_t i = begin, stop; i < end; i = stop) {
    stop = i - i % block_rows + block_rows < end ? i - i % block_rows + block_rows : end;
    if (m->block[i / block_rows].distance_bytes == 2)
      multiply_narrow(m, width, i, stop, x, y, begin);
    else
      multiply_wide(m, width, i, stop, x, y, begin);
  }
}

static void multiply_rows(const tc_matrix *M, int32_t begin, int32_t end, const double *x, double *y) {
  /* `m` is a local copy of the struct. Stores to y cannot change the copy, so the compiler need not load the
   * members again in each row. */
  const matrix m = *(const matrix *)M;
#define ROWS(w) multiply_ell16(&m, w, begin, end, x, y)
  TC_FOR_WIDTH(m.base.width, ROWS)
#undef ROWS
}

static void read_row(const tc_matrix *M, int32_t i, int32_t *column, double *value, double *diagonal) {
  const matrix *m = (const matrix *)M;
  const block *b = &m->block[i / block_rows];
  const int width = M->width, offset = i % block_rows * width;
  const uint16_t *narrow = (const uint16_t *)(const void *)(m->distance_store + b->offset) + offset;
  const int32_t *wide = (const int32_t *)(const void *)(m->distance_store + b->offset) + offset;
  for (int k = 0; k < width; k++) {
    column[k] = b->first_column + (b->distance_bytes == 2 ? narrow[k] : wide[k]);
    value[k] = m->value[(size_t)i * (size_t)width + (size_t)k];
  }
  *diagonal = m->diagonal[i];
}

/* Counts the pages of rows begin .. end-1 by NUMA placement. The distances of a block are counted completely
 * if any row of the block is in the range. */
static void locate_pages(const tc_matrix *M, int32_t begin, int32_t end, tc_numa_pages *sum) {
  const matrix *m = (const matrix *)M;
  const size_t rows = (size_t)(end - begin), width = (size_t)M->width;
  const int32_t first = begin / block_rows, last = count_blocks(end);
  tc_numa_pages_count(m->diagonal + begin, rows * sizeof *m->diagonal, sum);
  tc_numa_pages_count(m->value + (size_t)begin * width, rows * width * sizeof *m->value, sum);
  if (begin == end) return;
  tc_numa_pages_count(m->block + first, (size_t)(last - first) * sizeof *m->block, sum);
  const int64_t from = m->block[first].offset,
                to = last < count_blocks(M->rows) ? m->block[last].offset : m->stored_bytes;
  tc_numa_pages_count(m->distance_store + from, (size_t)(to - from), sum);
}

static double column_bytes(const tc_matrix *M) {
  return (double)((const matrix *)M)->stored_bytes + (double)sizeof(block) * count_blocks(M->rows);
}

const tc_format tc_format_ell16 = {
    .name = "ell16",
    .summary = "as ell, but columns are 16-bit distances in blocks of rows that span at most 65536 columns",
    .index_bytes = 2,
    .row_values = 3,
    .create = create_ell16,
    .destroy = destroy_ell16,
    .multiply_rows = multiply_rows,
    .row = read_row,
    .locate = locate_pages,
    .column_bytes = column_bytes,
};
