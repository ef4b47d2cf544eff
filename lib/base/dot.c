#include "base/dot.h"

#include <math.h>
#include <stddef.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { bin_bits = 32, half_bits = 48, limbs_bits = 96, at_once = 1 << 14 };

__extension__ typedef __int128 wide;

/* Two terms in a register, and their bits (sparse/row.h tells why). */
typedef double pair __attribute__((vector_size(16)));
typedef double loose_pair __attribute__((vector_size(16), aligned(8)));
typedef uint64_t words __attribute__((vector_size(16)));
typedef int16_t shorts __attribute__((vector_size(16)));

static pair load(const double *value) { return *(const loose_pair *)value; }

void tc_dot_start(int bin, tc_dot *out) {
  const int low = bin > TC_DOT_LEAST_BIN ? bin : TC_DOT_LEAST_BIN;
  *out = (tc_dot){.bin = low < TC_DOT_MOST_BIN ? low : TC_DOT_MOST_BIN, .found = TC_DOT_LEAST_BIN - 1};
}

/* What terms are cut with. Adding 1.5 2^52 units to a number below 2^51 of them rounds it to whole units, and
 * leaves their number in the lowest bits. */
typedef struct grid {
  pair coarse, fine; /* 1.5 2^52 units of 2^-48 and of 2^-96 of 2^(32 bin) */
} grid;

/* Sums of bits, modulo 2^64: of the numbers of units, and as often of 1.5 2^52 itself. */
typedef struct cuts {
  words coarse, fine;
  shorts most; /* the largest of the terms' highest 16 bits without the sign: exponent and 4 digits, in every
                  fourth; infinity and NaN are larger than all numbers */
} cuts;

static shorts larger(shorts a, shorts b) {
#ifdef __SSE2__
  return (shorts)_mm_max_epi16((__m128i)a, (__m128i)b);
#else
  const shorts first = a > b;
  return (a & first) | (b & ~first);
#endif
}

static void cut(cuts *c, const grid *g, pair term) {
  const words magnitude = {INT64_MAX, INT64_MAX};
  c->most = larger((shorts)((words)term & magnitude), c->most);
  const pair coarse = term + g->coarse;
  const pair fine = term - (coarse - g->coarse) + g->fine;
  c->coarse += (words)coarse;
  c->fine += (words)fine;
}

static cuts cut_all(const grid *g, int32_t n, const double *weight, const double *x, const double *y) {
  cuts c = {.most = {0}};
  int32_t i = 0;
  if (weight)
    for (; i < n - 1; i += 2) cut(&c, g, load(weight + i) * (load(x + i) * load(y + i)));
  else
    for (; i < n - 1; i += 2) cut(&c, g, load(x + i) * load(y + i));
  if (i < n) cut(&c, g, (pair){(weight ? weight[i] : 1.0) * (x[i] * y[i]), 0.0});
  return c;
}

/* The bin of numbers that begin with these 16 bits. All that is below 2^-1022 counts as nothing. */
static int bin_of(int top) {
  const int exponent = top >> 4; /* 2^(exponent - 1023) and more */
  if (exponent == 0) return TC_DOT_LEAST_BIN - 1;
  const int bin = (exponent + 1057) / bin_bits - 64;
  return bin > TC_DOT_LEAST_BIN ? bin : TC_DOT_LEAST_BIN;
}

/* Adds units of 2^-96 of 2^(32 bin). */
static void carry(tc_dot *dot, wide units) {
  for (int k = TC_DOT_LIMBS - 1; k > 0; k--) {
    units += dot->limb[k];
    dot->limb[k] = (int64_t)((uint64_t)units & UINT32_MAX);
    units >>= bin_bits;
  }
  dot->limb[0] += (int64_t)units;
}

/* At most 2^14 terms: the number of coarse units of each is 2^48 at most, so that of all has room. */
static void add(tc_dot *dot, const grid *g, int32_t n, const double *weight, const double *x,
                const double *y) {
  const cuts c = cut_all(g, n, weight, x, y);
  const uint64_t times = (uint64_t)n + (n & 1);
  const words none = (words)(pair){g->coarse[0], g->fine[0]};
  const int64_t coarse = (int64_t)(c.coarse[0] + c.coarse[1] - times * none[0]);
  const int64_t fine = (int64_t)(c.fine[0] + c.fine[1] - times * none[1]);
  const int most = bin_of(c.most[3] > c.most[7] ? c.most[3] : c.most[7]);
  if (most > dot->found) dot->found = most;
  carry(dot, (wide)coarse * ((wide)1 << half_bits) + fine);
}

void tc_dot_add(tc_dot *dot, int32_t n, const double *weight, const double *x, const double *y) {
  const double coarse = ldexp(1.5, bin_bits * dot->bin + 52 - half_bits), fine = coarse * 0x1p-48;
  const grid g = {{coarse, coarse}, {fine, fine}};
  for (int32_t from = 0; from < n; from += at_once) {
    const int32_t some = n - from < at_once ? n - from : at_once;
    add(dot, &g, some, weight ? weight + from : NULL, x + from, y + from);
  }
}

void tc_dot_merge(tc_dot *dot, const tc_dot *part) {
  const wide base = (wide)1 << bin_bits;
  if (part->found > dot->found) dot->found = part->found;
  dot->limb[0] += part->limb[0];
  carry(dot, (part->limb[1] * base + part->limb[2]) * base + part->limb[3]);
}

bool tc_dot_settled(const tc_dot *dot) {
  return dot->found == dot->bin || dot->found < TC_DOT_LEAST_BIN || dot->found > TC_DOT_MOST_BIN;
}

int tc_dot_bin(const tc_dot *dot) { return tc_dot_settled(dot) ? dot->bin : dot->found; }

/* The limbs as one integer, so that the result is rounded only once. Where there is no room for the last one,
 * it is so far below the rounding that it matters only whether it is 0. */
double tc_dot_value(const tc_dot *dot) {
  if (dot->found < TC_DOT_LEAST_BIN) return 0.0;
  if (dot->found > TC_DOT_MOST_BIN) return NAN;
  const wide base = (wide)1 << bin_bits;
  const bool fits = dot->limb[0] < 1 << 30 && dot->limb[0] >= -(1 << 30);
  const wide units = (dot->limb[0] * base + dot->limb[1]) * base + dot->limb[2];
  if (fits) return ldexp((double)(units * base + dot->limb[3]), bin_bits * dot->bin - limbs_bits);
  return ldexp((double)(units | (dot->limb[3] != 0)), bin_bits * (dot->bin + 1) - limbs_bits);
}
