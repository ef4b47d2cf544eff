/* Reproducible dot products. Adding and subtracting 1.5 2^52 grid units rounds each term to a coarse and a
 * fine grid. The bits of the two results are added as integers, which is exact in any order. After at most
 * 2^14 terms these sums are added to tc_dot.limb. The same pass also finds the largest exponent. */
#include "base/numeric/dot.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

enum { step_bits = 8, limb_bits = 32, half_bits = 48, limbs_bits = 96, at_once = 1 << 14 };

/* Value of `found` if there is no term. */
enum { none_found = TC_DOT_MIN - TC_DOT_WINDOW };

__extension__ typedef __int128 wide;

void tc_dot_init(int top, tc_dot *out) {
  const int low = top > TC_DOT_MIN ? top : TC_DOT_MIN;
  *out = (tc_dot){.top = low < TC_DOT_MAX ? low : TC_DOT_MAX, .found = none_found};
}

/* Grids for rounding terms. Adding 1.5 2^52 units to a number below 2^51 units rounds it to whole units and
 * leaves their number in the lowest bits. */
typedef struct grid {
  /* Each number is 1.5 2^52 units. A unit is 2^(8 top - 48) for `coarse` and 2^(8 top - 96) for `fine`. */
  double coarse, fine;
} grid;

/* Sums of bit patterns modulo 2^64. Each term contributes its number of units plus the bit pattern of 1.5
 * 2^52 units, which add_terms subtracts `terms` times. */
typedef struct cuts {
  uint64_t coarse, fine;
  uint64_t terms; /* number of terms, including the zeros that fill the last register */
  /* Largest of the terms' highest 16 bits without the sign: they contain the exponent and 4 binary digits.
   * Infinity and NaN are larger than all numbers. */
  int most;
} cuts;

#define CUT_ALL cut_all_baseline
#define TARGET
#define LANES 2
#ifdef __SSE2__
#define LARGER(a, b) ((shorts)_mm_max_epi16((__m128i)(a), (__m128i)(b)))
#else
#define LARGER(a, b) (((a) & ((a) > (b))) | ((b) & ~((a) > (b))))
#endif
#include "base/numeric/dot_simd.h"
#undef CUT_ALL
#undef TARGET
#undef LANES
#undef LARGER

#ifdef __SSE2__
#define CUT_ALL      cut_all_avx2
#define TARGET       __attribute__((target("avx2")))
#define LANES        4
#define LARGER(a, b) ((shorts)_mm256_max_epi16((__m256i)(a), (__m256i)(b)))
#include "base/numeric/dot_simd.h"
#endif

/* Calls the version of the function for the widest vector instructions that the processor has. */
static cuts cut_all(const grid *g, int32_t n, const double *weight, const double *x, const double *y) {
#ifdef __SSE2__
  if (__builtin_cpu_supports("avx2")) return cut_all_avx2(g, n, weight, x, y);
#endif
  return cut_all_baseline(g, n, weight, x, y);
}

/* Returns the value of tc_dot.found for a term whose highest 16 bits are `first`. A term below 2^-1022 is
 * ignored. */
static int find_bin(int first) {
  const int exponent = first >> 4; /* the number is at least 2^(exponent - 1023) */
  if (exponent == 0) return none_found;
  const int found = (exponent + 17) / step_bits - 129;
  return found > none_found ? found : none_found + 1;
}

/* Adds `units` units of size 2^(8 top - 96) to the limbs. */
static void add_units(tc_dot *dot, wide units) {
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
  const cuts c = cut_all(g, n, weight, x, y);
  const int64_t coarse = (int64_t)(c.coarse - c.terms * bits_of(g->coarse)),
                fine = (int64_t)(c.fine - c.terms * bits_of(g->fine));
  const int most = find_bin(c.most);
  if (most > dot->found) dot->found = most;
  add_units(dot, (wide)coarse * ((wide)1 << half_bits) + fine);
}

void tc_dot_add(tc_dot *dot, int32_t n, const double *weight, const double *x, const double *y) {
  const double coarse = ldexp(1.5, step_bits * dot->top + 52 - half_bits), fine = coarse * 0x1p-48;
  const grid g = {coarse, fine};
  for (int32_t from = 0; from < n; from += at_once) {
    const int32_t some = n - from < at_once ? n - from : at_once;
    add_terms(dot, &g, some, weight ? weight + from : NULL, x + from, y + from);
  }
}

void tc_dot_merge(tc_dot *dot, const tc_dot *part) {
  const wide base = (wide)1 << limb_bits;
  if (part->found > dot->found) dot->found = part->found;
  dot->limb[0] += part->limb[0];
  add_units(dot, (part->limb[1] * base + part->limb[2]) * base + part->limb[3]);
}

static bool is_number(const tc_dot *dot) { return dot->found > none_found && dot->found <= TC_DOT_MAX; }

bool tc_dot_is_in_window(const tc_dot *dot) {
  return !is_number(dot) || (dot->found <= dot->top && dot->found > dot->top - TC_DOT_WINDOW);
}

int tc_dot_bin(const tc_dot *dot) {
  const int last = (is_number(dot) ? dot->found : dot->top) + TC_DOT_WINDOW - 1;
  return last - (last & (TC_DOT_WINDOW - 1));
}

int tc_dot_next(const tc_dot *dot) {
  if (!is_number(dot)) return dot->top;
  if (!tc_dot_is_in_window(dot)) return tc_dot_bin(dot);
  if (dot->found == dot->top) return dot->top + 1;
  return dot->found == dot->top - TC_DOT_WINDOW + 1 ? dot->top - 1 : dot->top;
}

/* Converts the limbs as one integer, so that the result is rounded only once. If the integer cannot hold all
 * limbs, the last limb is below the rounding error of the other limbs. It is then replaced by a sticky bit,
 * which is 0 only if the limb is 0. */
double tc_dot_value(const tc_dot *dot) {
  if (dot->found <= none_found) return 0.0;
  if (dot->found > TC_DOT_MAX) return NAN;
  const wide base = (wide)1 << limb_bits;
  const bool fits = dot->limb[0] < 1 << 30 && dot->limb[0] >= -(1 << 30);
  const wide units = (dot->limb[0] * base + dot->limb[1]) * base + dot->limb[2];
  if (fits) return ldexp((double)(units * base + dot->limb[3]), step_bits * dot->top - limbs_bits);
  return ldexp((double)(units | (dot->limb[3] != 0)), step_bits * dot->top + limb_bits - limbs_bits);
}
