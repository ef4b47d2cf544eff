#include "graph/order/hilbert_curve.h"

#include <math.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "support/expect.h"

/* Octant of the cube. It has a position along the curve, and a permutation and reflections of the three
 * directions. These map the curve of the whole cube to the curve in the octant. */
typedef struct octant {
  uint32_t at[3];
  int direction[3];
  uint32_t reflects[3];
} octant;

static const octant octants[8] = {
    {{0, 0, 0}, {1, 2, 0}, {0, 0, 0}}, {{0, 0, 1}, {1, 0, 2}, {0, 0, 0}}, {{0, 1, 1}, {0, 1, 2}, {0, 0, 0}},
    {{0, 1, 0}, {2, 1, 0}, {1, 0, 1}}, {{1, 1, 0}, {2, 1, 0}, {0, 0, 0}}, {{1, 1, 1}, {0, 1, 2}, {0, 0, 0}},
    {{1, 0, 1}, {1, 0, 2}, {1, 1, 0}}, {{1, 0, 0}, {1, 2, 0}, {1, 0, 1}},
};

/* Computes by recursion which box of a grid has a key, as reference for the library. The grid has 2^bits
 * boxes in each direction. */
static void find_box(uint32_t key, int bits, uint32_t box[3]) {
  uint32_t inner[3] = {0};
  memset(box, 0, 3 * sizeof *box);
  if (bits == 0) return;
  const octant *o = &octants[key >> 3 * (bits - 1)];
  const uint32_t half = 1u << (bits - 1);
  find_box(key & ((1u << 3 * (bits - 1)) - 1), bits - 1, inner);
  for (int i = 0; i < 3; i++) {
    const uint32_t at = inner[o->direction[i]];
    box[i] = o->at[i] * half + (o->reflects[i] ? half - 1 - at : at);
  }
}

static uint64_t key_of(const uint32_t box[3], int bits) {
  uint32_t scaled[3];
  for (int i = 0; i < 3; i++) scaled[i] = box[i] << (TC_HILBERT_BITS - bits);
  return tc_hilbert_key(scaled) >> (3 * (TC_HILBERT_BITS - bits));
}

Test(hilbert_curve, equals_a_recursive_reference) {
  for (int bits = 1; bits <= 4; bits++)
    for (uint32_t key = 0; key < 1u << 3 * bits; key++) {
      uint32_t box[3];
      find_box(key, bits, box);
      cr_assert_eq(key_of(box, bits), key, "%d bits, key %u", bits, key);
    }
}

/* Boxes with consecutive keys must share a face, in grids of 2, 4, 8 and 16 boxes in each direction. */
Test(hilbert_curve, consecutive_boxes_are_neighbours) {
  static uint32_t at[4096][3];
  for (int bits = 1; bits <= 4; bits++) {
    const uint32_t n = 1u << bits;
    for (uint32_t k = 0; k < n * n * n; k++) {
      const uint32_t box[3] = {k / (n * n), k / n % n, k % n};
      const uint64_t key = key_of(box, bits);
      cr_assert_lt(key, n * n * n);
      memcpy(at[key], box, sizeof box);
    }
    for (uint32_t k = 1; k < n * n * n; k++) {
      int distance = 0;
      for (int i = 0; i < 3; i++) distance += abs((int)at[k][i] - (int)at[k - 1][i]);
      cr_assert_eq(distance, 1, "%d bits, box %u", bits, k);
    }
  }
}

/* In the finest grid, the boxes with the previous and the next key must be among the 6 neighbours of a
 * box. */
Test(hilbert_curve, finest_boxes) {
  const uint32_t last = (1u << TC_HILBERT_BITS) - 1, origin[3] = {0};
  cr_assert_eq(tc_hilbert_key(origin), 0);
  for (uint64_t t = 0; t < 1000; t++) {
    uint32_t box[3];
    for (uint64_t i = 0; i < 3; i++) box[i] = 1 + (uint32_t)(tc_hash_mix(3 * t + i) % (last - 1));
    const uint64_t key = tc_hilbert_key(box);
    int next = 0, before = 0;
    for (int i = 0; i < 6; i++) {
      uint32_t other[3] = {box[0], box[1], box[2]};
      other[i / 2] += i % 2 ? 1u : ~0u;
      next += tc_hilbert_key(other) == key + 1;
      before += tc_hilbert_key(other) == key - 1;
    }
    cr_assert(next == 1 && before == 1, "box %u %u %u", box[0], box[1], box[2]);
    cr_assert_lt(key, UINT64_C(1) << 3 * TC_HILBERT_BITS);
  }
}

/* Keys of points on the surface of the cube and outside, of values that are not finite, and in a cube
 * without extent. */
Test(hilbert_curve, points) {
  const double low[3] = {-1.0, 2.0, 0.0}, high[3] = {1.0, 3.0, 0.5};
  const tc_hilbert_cube cube = tc_hilbert_cube_create(low, high);
  const double point[] = {-1, 2, 0, 1, 3, 0.5, 9, 3, 0.5, NAN, -INFINITY, 0, INFINITY, 3, 0.5, 0, 2.5, 0.25};
  const uint32_t box[6][3] = {{0}, {2097151, 1048576, 524288}, {2097151, 1048576, 524288},
                              {0}, {2097151, 1048576, 524288}, {1048576, 524288, 262144}};
  uint64_t key[6];
  cr_assert_eq(cube.edge, 2.0);
  tc_hilbert_keys(&cube, 6, point, key);
  for (int k = 0; k < 6; k++) cr_expect_eq(key[k], tc_hilbert_key(box[k]), "point %d", k);
  const tc_hilbert_cube none = tc_hilbert_cube_create(low, low);
  tc_hilbert_keys(&none, 1, low, key);
  cr_assert_eq(key[0], 0);
}

/* Keys are computed in blocks of points. With more points than a block, each point must have the key that
 * it has alone. */
Test(hilbert_curve, many_points) {
  enum { count = 1000 };
  static double point[3 * count];
  static uint64_t key[count];
  const double low[3] = {0}, high[3] = {1, 1, 1};
  const tc_hilbert_cube cube = tc_hilbert_cube_create(low, high);
  for (uint64_t k = 0; k < 3 * count; k++) point[k] = (double)(tc_hash_mix(k) >> 11) * 0x1p-53;
  tc_hilbert_keys(&cube, count, point, key);
  for (int k = 0; k < count; k++) {
    uint64_t one;
    tc_hilbert_keys(&cube, 1, point + 3 * k, &one);
    cr_assert_eq(key[k], one);
  }
}
