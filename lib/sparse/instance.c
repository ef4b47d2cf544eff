/* Constructed instances. Each block (symmetric) or row (directed) has its own random stream, so threads may
 * build blocks in any order. A symmetric block is the union of two random Hamiltonian cycles. The second
 * cycle is drawn row by row and started over when no unconnected row is found. */
#include "sparse/instance.h"

#include <stdbool.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"

/* State of a stream of random numbers, which are the hashes of a counter. */
typedef struct random_stream {
  uint64_t counter;
} random_stream;

static random_stream create_stream(uint64_t seed, uint64_t stream) {
  return (random_stream){tc_hash_mix(tc_hash_mix(seed) ^ stream)};
}

/* Returns a random number from 0 to n-1. */
static int32_t draw_number(random_stream *c, int32_t n) {
  return (int32_t)(((tc_hash_mix(c->counter++) >> 32) * (uint64_t)n) >> 32);
}

static int32_t count_blocks(int32_t rows, int32_t block) {
  return rows / block + (rows % block >= TC_INSTANCE_MIN);
}

int32_t tc_instance_block_end(int32_t rows, int32_t block, int32_t begin) {
  return rows - begin - block < TC_INSTANCE_MIN ? rows : begin + block;
}

static void sort_columns(int32_t *column, int degree) {
  for (int k = 1; k < degree; k++) {
    const int32_t moving = column[k];
    int j = k;
    for (; j > 0 && column[j - 1] > moving; j--) column[j] = column[j - 1];
    column[j] = moving;
  }
}

/* Swaps order[from] with one of the elements order[from] .. order[n-1], chosen at random. */
static void shuffle_element(random_stream *c, int32_t n, int32_t from, int32_t *order) {
  const int32_t other = from + draw_number(c, n - from), swapped = order[from];
  order[from] = order[other];
  order[other] = swapped;
}

/* Connects the rows that are adjacent in the cycle order[0], order[1], .. order[n-1], order[0]: stores the
 * two neighbours of each row as its entries number `at` and at + 1. */
static void connect_cycle(int32_t n, const int32_t *order, int at, int32_t *column) {
  for (int32_t k = 0; k < n; k++) {
    int32_t *row = column + (size_t)order[k] * TC_INSTANCE_DEGREE + at;
    row[0] = order[k > 0 ? k - 1 : n - 1];
    row[1] = order[k < n - 1 ? k + 1 : 0];
  }
}

static bool are_connected(const int32_t *column, int32_t i, int32_t j) {
  const int32_t *row = column + (size_t)i * TC_INSTANCE_DEGREE;
  return row[0] == j || row[1] == j;
}

/* Draws a second cycle in `order` that shares no edge with the first one, which is stored in `column`.
 * Returns false if the drawing fails, because no row can follow or the closing edge belongs to the first
 * cycle. */
static bool draw_second_cycle(random_stream *c, int32_t n, const int32_t *column, int32_t *order) {
  enum { attempts_max = 32 };
  for (int32_t k = 1; k < n; k++) {
    int attempts = attempts_max;
    do {
      if (attempts-- == 0) return false;
      shuffle_element(c, n, k, order);
    } while (are_connected(column, order[k - 1], order[k]));
  }
  return !are_connected(column, order[n - 1], order[0]);
}

/* Stores the neighbours of the rows begin .. end-1 of one block. `order` is scratch memory with one element
 * per row of the block. */
static void fill_block(random_stream c, int32_t begin, int32_t end, int32_t *order, int32_t *column) {
  const int32_t n = end - begin;
  for (int32_t k = 0; k < n; k++) order[k] = begin + k;
  for (int32_t k = 0; k < n - 1; k++) shuffle_element(&c, n, k, order);
  connect_cycle(n, order, 0, column);
  while (!draw_second_cycle(&c, n, column, order)) {}
  connect_cycle(n, order, 2, column);
  for (int32_t i = begin; i < end; i++)
    sort_columns(column + (size_t)i * TC_INSTANCE_DEGREE, TC_INSTANCE_DEGREE);
}

tc_status tc_instance_symmetric(int32_t rows, int32_t block, uint64_t seed, int32_t *column) {
  const int32_t blocks = count_blocks(rows, block);
  int32_t *order = NULL;
  TC_TRY(TC_ALLOC(order, rows));
#pragma omp parallel for schedule(static)
  for (int32_t b = 0; b < blocks; b++) {
    const int32_t begin = b * block;
    fill_block(create_stream(seed, (uint64_t)b), begin, tc_instance_block_end(rows, block, begin),
               order + begin, column);
  }
  tc_free(order);
  return TC_OK;
}

void tc_instance_directed(int32_t rows, int32_t block, int degree, uint64_t seed, int32_t *column) {
  const int32_t last = count_blocks(rows, block) - 1;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < rows; i++) {
    const int32_t begin = (i / block < last ? i / block : last) * block;
    const int32_t candidates = tc_instance_block_end(rows, block, begin) - begin - 1;
    int32_t *row = column + (size_t)i * (size_t)degree;
    random_stream c = create_stream(seed, (uint64_t)i);
    for (int k = 0; k < degree; k++) {
      row[k] = begin + draw_number(&c, candidates);
      row[k] += row[k] >= i;
    }
    sort_columns(row, degree);
  }
}
