/* Hilbert keys of points. The points are processed in blocks whose three directions are separate arrays, so
 * that the compiler vectorises every loop over a block. No step of the algorithm has a branch. */
#include "graph/order/hilbert_curve.h"

#include <stddef.h>

#include "base/core/target_clones.h"

enum { block_size = 256 };

/* Interval numbers of the points of a block, by direction. */
typedef struct block {
  uint32_t x[block_size], y[block_size], z[block_size];
} block;

tc_hilbert_cube tc_hilbert_cube_create(const double low[3], const double high[3]) {
  tc_hilbert_cube cube = {{low[0], low[1], low[2]}, 0.0};
  for (int i = 0; i < 3; i++)
    if (high[i] - low[i] > cube.edge) cube.edge = high[i] - low[i];
  return cube;
}

/* Returns the number of the interval of a coordinate. The comparisons are false for values that are not
 * numbers. */
static uint32_t find_interval(const tc_hilbert_cube *cube, int direction, double coordinate) {
  const double last = (double)((1u << TC_HILBERT_BITS) - 1);
  const double at = (coordinate - cube->low[direction]) / cube->edge * (last + 1.0);
  return at > 0.0 ? at < last ? (uint32_t)at : (uint32_t)last : 0;
}

/* One step of Skilling's algorithm for bit number `bit` of b. If the bit is 1, inverts the lower bits of a,
 * otherwise exchanges the lower bits of a and b. */
static inline void turn(uint32_t *a, uint32_t *b, int bit) {
  const uint32_t low = (1u << bit) - 1, inverts = 0u - (*b >> bit & 1u), swapped = (*a ^ *b) & low & ~inverts;
  *a ^= (low & inverts) | swapped;
  *b ^= swapped;
}

/* Computes the Gray code of point k from the three directions. Each bit of `parity` is the sum, modulo 2, of
 * the higher bits of z. */
static inline void encode(block *p, int k) {
  p->y[k] ^= p->x[k];
  p->z[k] ^= p->y[k];
  uint32_t parity = p->z[k] >> 1;
  for (int shift = 1; shift < 32; shift *= 2) parity ^= parity >> shift;
  p->x[k] ^= parity;
  p->y[k] ^= parity;
  p->z[k] ^= parity;
}

/* Spreads the 21 bits of a number to every third bit. */
static inline uint64_t spread(uint32_t number) {
  uint64_t bits = number;
  bits = (bits | bits << 32) & UINT64_C(0x001f00000000ffff);
  bits = (bits | bits << 16) & UINT64_C(0x001f0000ff0000ff);
  bits = (bits | bits << 8) & UINT64_C(0x100f00f00f00f00f);
  bits = (bits | bits << 4) & UINT64_C(0x10c30c30c30c30c3);
  return (bits | bits << 2) & UINT64_C(0x1249249249249249);
}

TC_TARGET_CLONES static void compute_keys(block *p, int n, uint64_t *key) {
  for (int bit = TC_HILBERT_BITS - 1; bit > 0; bit--)
    for (int k = 0; k < n; k++) {
      p->x[k] ^= ((1u << bit) - 1) & (0u - (p->x[k] >> bit & 1u));
      turn(&p->x[k], &p->y[k], bit);
      turn(&p->x[k], &p->z[k], bit);
    }
  for (int k = 0; k < n; k++) encode(p, k);
  for (int k = 0; k < n; k++) key[k] = spread(p->x[k]) << 2 | spread(p->y[k]) << 1 | spread(p->z[k]);
}

void tc_hilbert_keys(const tc_hilbert_cube *cube, int32_t n, const double *point, uint64_t *key) {
  block p;
  for (int32_t from = 0; from < n; from += block_size) {
    const int count = n - from < block_size ? n - from : block_size;
    for (int k = 0; k < count; k++) {
      const double *at = point + 3 * ((size_t)from + (size_t)k);
      p.x[k] = find_interval(cube, 0, at[0]);
      p.y[k] = find_interval(cube, 1, at[1]);
      p.z[k] = find_interval(cube, 2, at[2]);
    }
    compute_keys(&p, count, key + from);
  }
}

uint64_t tc_hilbert_key(const uint32_t box[3]) {
  block p;
  uint64_t key;
  p.x[0] = box[0];
  p.y[0] = box[1];
  p.z[0] = box[2];
  compute_keys(&p, 1, &key);
  return key;
}
