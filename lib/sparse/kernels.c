#include "sparse/kernels.h"

#include "base/memory.h"

/* Two values of x in one 128-bit register (load low, load high) beat both the compiler's vector gathers,
 * which are slow on current processors, and four scalar sums. The baseline instruction set suffices, so the
 * same binary gives the same bits on every node of a mixed cluster. */
typedef double pair __attribute__((vector_size(16)));
typedef double loose_pair __attribute__((vector_size(16), aligned(8)));

static inline pair load(const double *value) { return *(const loose_pair *)value; }
static inline pair gather(const double *x, const int32_t *column) {
  return (pair){x[column[0]], x[column[1]]};
}

static inline double row_sum(int width, const double *value, const int32_t *column, const double *x) {
  pair even = {0.0, 0.0}, odd = {0.0, 0.0};
  for (int k = 0; k < width; k += 4) {
    even += load(value + k) * gather(x, column + k);
    odd += load(value + k + 2) * gather(x, column + k + 2);
  }
  pair sum = even + odd;
  return sum[0] + sum[1];
}

/* Hardware prefetchers stop at page ends; asking for the matrix this far ahead (in rows of width 16: 4 KiB of
 * values) made the product 1.4 to 1.6 times faster out of cache and cost nothing in cache. Rows of width 4
 * gained nothing. */
enum { rows_ahead = 32, doubles_a_line = 8, indices_a_line = 16 };

static inline void prefetch(int width, const double *value, const int32_t *column) {
  if (width < 2 * doubles_a_line) return;
  const size_t ahead = (size_t)width * rows_ahead;
  for (int k = 0; k < width; k += doubles_a_line) tc_prefetch(value + k, ahead * sizeof *value);
  for (int k = 0; k < width; k += indices_a_line) tc_prefetch(column + k, ahead * sizeof *column);
}

/* Inlined with a constant width, so that the loop over a row is unrolled. */
static inline void multiply_row(const tc_ell *ell, int width, int32_t i, const double *restrict x,
                                double *restrict y) {
  const double *value = ell->value + (size_t)i * (size_t)width;
  const int32_t *column = ell->column + (size_t)i * (size_t)width;
  prefetch(width, value, column);
  y[i] = ell->diagonal[i] * x[i] + row_sum(width, value, column, x);
}

/* One instance per width in use: the compiler wants a constant. LOOP is the head of the loop over rows i. */
#define FOR_WIDTH(ell, loop)                                                                                 \
  switch ((ell)->width) {                                                                                    \
  case 4: loop multiply_row(ell, 4, i, x, y); break;                                                         \
  case 16: loop multiply_row(ell, 16, i, x, y); break;                                                       \
  default: loop multiply_row(ell, (ell)->width, i, x, y);                                                    \
  }

void tc_ell_multiply(const tc_ell *ell, const double *x, double *y) {
  const tc_ell m = *ell; /* a local copy: the compiler need not fear that storing y changes the matrix */
  FOR_WIDTH(&m, _Pragma("omp parallel for schedule(static)") for (int32_t i = 0; i < m.rows; i++))
}

void tc_ell_multiply_rows(const tc_ell *ell, int32_t begin, int32_t end, const double *x, double *y) {
  const tc_ell m = *ell;
  FOR_WIDTH(&m, for (int32_t i = begin; i < end; i++))
}
