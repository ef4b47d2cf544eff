/* Order in which the terms of a row of a product are added. This file is the only definition of the order.
 * Every format includes it, and so do the accesses that read remote values during the product and the program
 * `kernels`. All of them therefore give the same bits for any format, strategy and number of ranks. */
#ifndef TC_SPARSE_ROW_SUM_H
#define TC_SPARSE_ROW_SUM_H

#include <stddef.h>

/* Two values in one 128-bit register, loaded one by one into its lower and upper half. This is faster than
 * four scalar sums, and faster than the compiler's vector gathers, which are slow on current processors. It
 * needs only the baseline instruction set, so the same binary gives the same bits on every node of a mixed
 * cluster. */
typedef double tc_pair __attribute__((vector_size(16)));
typedef double tc_loose_pair __attribute__((vector_size(16), aligned(8)));

static inline tc_pair tc_pair_load(const double *value) { return *(const tc_loose_pair *)value; }

/* Sets sum = value[0] X(0) + value[1] X(1) + .. with `width` terms; `width` is a multiple of 4. X(k) is a
 * macro or function that returns the value of x in term k. Term k is added to the partial sum s0, s1, s2 or
 * s3 with the number k modulo 4, and the result is (s0 + s2) + (s1 + s3). */
#define TC_ROW_SUM(sum, width, value, X)                                                                     \
  do {                                                                                                       \
    tc_pair even_ = {0.0, 0.0}, odd_ = {0.0, 0.0};                                                           \
    for (int k_ = 0; k_ < (width); k_ += 4) {                                                                \
      even_ += tc_pair_load((value) + k_) * (tc_pair){X(k_), X(k_ + 1)};                                     \
      odd_ += tc_pair_load((value) + k_ + 2) * (tc_pair){X(k_ + 2), X(k_ + 3)};                              \
    }                                                                                                        \
    even_ += odd_;                                                                                           \
    (sum) = even_[0] + even_[1];                                                                             \
  } while (0)

/* Returns the sum of value[k] (x[k] - less) over k = 0 .. width-1, added in the order of TC_ROW_SUM. In
 * matrix form `less` is 0.0, whose subtraction does not change the bits of a value. */
static inline double tc_row_sum(int width, const double *value, const double *x, double less) {
  double sum;
/* All terms that TC_ROW_SUM reads are defined, because `width` is a multiple of 4. */
#define TC_FETCHED(k) (x[k] - less) // NOLINT(clang-analyzer-core.UndefinedBinaryOperatorResult)
  TC_ROW_SUM(sum, width, value, TC_FETCHED);
#undef TC_FETCHED
  return sum;
}

/* Sum of a row whose terms are added in several parts, in the order of TC_ROW_SUM. Zero-initialise, add parts
 * that have a multiple of 4 terms each, and call tc_part_sum_value. */
typedef struct tc_part_sum {
  tc_pair even, odd;
} tc_part_sum;

static inline void tc_part_sum_add(tc_part_sum *sum, int terms, const double *value, const double *x,
                                   double less) {
  const tc_pair subtrahend = {less, less};
  for (int k = 0; k < terms; k += 4) {
    sum->even += tc_pair_load(value + k) * (tc_pair_load(x + k) - subtrahend);
    sum->odd += tc_pair_load(value + k + 2) * (tc_pair_load(x + k + 2) - subtrahend);
  }
}

static inline double tc_part_sum_value(const tc_part_sum *sum) {
  const tc_pair both = sum->even + sum->odd;
  return both[0] + both[1];
}

/* Executes LOOP(w), a loop over rows of width w, with a constant w for the common widths 4 and 16 and with
 * `width` for all others. The compiler needs the constant to unroll the sum of a row. */
#define TC_FOR_WIDTH(width, LOOP)                                                                            \
  switch (width) {                                                                                           \
  case 4: LOOP(4); break;                                                                                    \
  case 16: LOOP(16); break;                                                                                  \
  default: LOOP(width);                                                                                      \
  }

#endif
