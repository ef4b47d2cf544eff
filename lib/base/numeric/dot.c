/* Reproducible dot products. Adding 1.5 2^52 units of a grid to a term rounds the term to this grid. Each
 * term is rounded to a coarse grid, and the remainder to a fine grid. The bit patterns of the two results are
 * added as integers, which is exact in any order. After at most 2^14 terms these integer sums are added to
 * tc_dot.limb. The same pass also finds the largest exponent of a term. */
#include "base/numeric/dot.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

enum { step_bits = 8, limb_bits = 32, half_bits = 48, all_limbs_bits = 96, terms_max = 1 << 14 };

/* value of `largest_bin` if the sum has no term */
enum { no_bin = TC_DOT_MIN - TC_DOT_WINDOW };

__extension__ typedef __int128 int128;

void tc_dot_init(int top, tc_dot *out) {
  const int low = top > TC_DOT_MIN ? top : TC_DOT_MIN;
  *out = (tc_dot){.top = low < TC_DOT_MAX ? low : TC_DOT_MAX, .largest_bin = no_bin};
}

/* Grids to which terms are rounded. Adding 1.5 2^52 units to a number below 2^51 units rounds the number to
 * whole units. The lowest bits of the result are then the number of units. */
typedef struct grid {
  /* Each number is 1.5 2^52 units. A unit is 2^(8 top - 48) for `coarse` and 2^(8 top - 96) for `fine`. */
  double coarse, fine;
} grid;

/* Sums of bit patterns modulo 2^64. Each term contributes its number of units plus the bit pattern of 1.5
 * 2^52 units. add_terms subtracts this pattern once for each of the `terms` terms. */
typedef struct rounded_sums {
  uint64_t coarse, fine;
  uint64_t terms; /* number of terms, including the zeros that fill the last register */
  /* Maximum over the terms of the highest 16 bits of a term without its sign bit, which contain the exponent
   * and 4 binary digits. The bits of infinity and NaN are larger than those of all numbers. */
  int largest;
} rounded_sums;

#define SUM_ROUNDED sum_rounded_baseline
#define TARGET
#define LANES 2
#ifdef __SSE2__
#define LARGER(a, b) ((shorts)_mm_max_epi16((__m128i)(a), (__m128i)(b)))
#else
#define LARGER(a, b) (((a) & ((a) > (b))) | ((b) & ~((a) > (b))))
#endif
#include "base/numeric/dot_simd.h"
#undef SUM_ROUNDED
#undef TARGET
#undef LANES
#undef LARGER

#ifdef __SSE2__
#define SUM_ROUNDED  sum_rounded_avx2
#define TARGET       __attribute__((target("avx2")))
#define LANES        4
#define LARGER(a, b) ((shorts)_mm256_max_epi16((__m256i)(a), (__m256i)(b)))
#include "base/numeric/dot_simd.h"
#endif

/* Calls the version of the function for the widest vector instructions that the processor has. */
static rounded_sums sum_rounded(const grid *g, int32_t n, const double *weight, const double *x,
                                const double *y) {
#ifdef __SSE2__
  if (__builtin_cpu_supports("avx2")) return sum_rounded_avx2(g, n, weight, x, y);
#endif
  return sum_rounded_baseline(g, n, weight, x, y);
}

/* Returns the value of tc_dot.largest_bin for a term whose highest 16 bits are `first`. A term below 2^-1022
 * is ignored. */
static int find_bin(int first) {
  const int exponent = first >> 4; /* the number is at least 2^(exponent - 1023) */
  if (exponent == 0) return no_bin;
  const int bin = (exponent + 17) / step_bits - 129;
  return bin > no_bin ? bin : no_bin + 1;
}

/* Adds `units` units of size 2^(8 top - 96) to the limbs. */
static void add_units(tc_dot *dot, int128 units) {
  for (int k = TC_DOT_LIMBS - 1; k > 0; k--) {
    units += dot->limb[k];
    dot->limb[k] = (int64_t)((uint64_t)units & UINT32_MAX);
    units >>= limb_bits;
  }
  dot->limb[0] += (int64_t)units;
}

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* Adds at most 2^14 terms, so that the sum of their coarse units, each at most 2^48, does not overflow. */
static void add_terms(tc_dot *dot, const grid *g, int32_t n, const double *weight, const double *x,
                      const double *y) {
  const rounded_sums c = sum_rounded(g, n, weight, x, y);
  const int64_t coarse = (int64_t)(c.coarse - c.terms * bits_of(g->coarse)),
                fine = (int64_t)(c.fine - c.terms * bits_of(g->fine));
  const int largest_bin = find_bin(c.largest);
  if (largest_bin > dot->largest_bin) dot->largest_bin = largest_bin;
  add_units(dot, (int128)coarse * ((int128)1 << half_bits) + fine);
}

void tc_dot_add(tc_dot *dot, int32_t n, const double *weight, const double *x, const double *y) {
  const double coarse = ldexp(1.5, step_bits * dot->top + 52 - half_bits), fine = coarse * 0x1p-48;
  const grid g = {coarse, fine};
  for (int32_t from = 0; from < n; from += terms_max) {
    const int32_t count = n - from < terms_max ? n - from : terms_max;
    add_terms(dot, &g, count, weight ? weight + from : NULL, x + from, y + from);
  }
}

void tc_dot_merge(tc_dot *dot, const tc_dot *other) {
  const int128 base = (int128)1 << limb_bits;
  if (other->largest_bin > dot->largest_bin) dot->largest_bin = other->largest_bin;
  dot->limb[0] += other->limb[0];
  add_units(dot, (other->limb[1] * base + other->limb[2]) * base + other->limb[3]);
}

static bool has_finite_terms(const tc_dot *dot) {
  return dot->largest_bin > no_bin && dot->largest_bin <= TC_DOT_MAX;
}

bool tc_dot_is_in_window(const tc_dot *dot) {
  return !has_finite_terms(dot) ||
         (dot->largest_bin <= dot->top && dot->largest_bin > dot->top - TC_DOT_WINDOW);
}

int tc_dot_bin_top(const tc_dot *dot) {
  const int last = (has_finite_terms(dot) ? dot->largest_bin : dot->top) + TC_DOT_WINDOW - 1;
  return last - (last & (TC_DOT_WINDOW - 1));
}

int tc_dot_next_top(const tc_dot *dot) {
  if (!has_finite_terms(dot)) return dot->top;
  if (!tc_dot_is_in_window(dot)) return tc_dot_bin_top(dot);
  if (dot->largest_bin == dot->top) return dot->top + 1;
  return dot->largest_bin == dot->top - TC_DOT_WINDOW + 1 ? dot->top - 1 : dot->top;
}

/* Converts the limbs as one integer, so that the result is rounded only once. If the integer cannot hold all
 * limbs, a sticky bit (set if the last limb is not 0) replaces the last limb, which is below the rounding
 * error. */
double tc_dot_value(const tc_dot *dot) {
  if (dot->largest_bin <= no_bin) return 0.0;
  if (dot->largest_bin > TC_DOT_MAX) return NAN;
  const int128 base = (int128)1 << limb_bits;
  const bool fits_all_limbs = dot->limb[0] < 1 << 30 && dot->limb[0] >= -(1 << 30);
  const int128 units = (dot->limb[0] * base + dot->limb[1]) * base + dot->limb[2];
  if (fits_all_limbs)
    return ldexp((double)(units * base + dot->limb[3]), step_bits * dot->top - all_limbs_bits);
  return ldexp((double)(units | (dot->limb[3] != 0)), step_bits * dot->top + limb_bits - all_limbs_bits);
}
