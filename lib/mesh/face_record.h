/* Records of 16 bytes for faces. mesh/face_join.h matches the faces of cells and the entries of the .face
 * file by their records. Two faces are equal if their three vertices are equal. The hash of a face depends on
 * its vertices alone, so equal faces have the same hash wherever it is computed. */
#ifndef TC_MESH_FACE_RECORD_H
#define TC_MESH_FACE_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct tc_face_record {
  int32_t vertex[3]; /* ascending */
  /* Lower 31 bits: cell*4+k for face k of a cell, or the number of a .face entry. The top bit is the parity
   * of the permutation that sorts the face's vertices (tc_face_records_of_cell). Two right-handed cells are
   * on different sides of a face if and only if the parities of their records differ. */
  uint32_t face;
} tc_face_record;

#define TC_FACE_PARITY UINT32_C(0x80000000)

static inline int32_t tc_face_record_face(const tc_face_record *r) {
  return (int32_t)(r->face & ~TC_FACE_PARITY);
}

static inline bool tc_face_record_is_same(const tc_face_record *a, const tc_face_record *b) {
  return memcmp(a->vertex, b->vertex, sizeof a->vertex) == 0;
}

/* Returns a hash of three vertices in ascending order. Its high bits depend on all bits of the vertices. */
static inline uint64_t tc_face_hash(int32_t low, int32_t middle, int32_t high) {
  const uint64_t sum = (uint64_t)low * UINT64_C(0x9E3779B97F4A7C15) +
                       (uint64_t)middle * UINT64_C(0xC2B2AE3D27D4EB4F) +
                       (uint64_t)high * UINT64_C(0x165667B19E3779F9);
  return (sum ^ (sum >> 32)) * UINT64_C(0xBF58476D1CE4E5B9);
}

static inline uint64_t tc_face_record_hash(const tc_face_record *r) {
  return tc_face_hash(r->vertex[0], r->vertex[1], r->vertex[2]);
}

/* Swaps two keys if they are in descending order, without a branch, and returns 1 if it swaps them. */
static inline uint32_t tc_face_sort_pair(uint64_t *a, uint64_t *b) {
  const uint64_t x = *a, y = *b;
  const bool is_swapped = x > y;
  *a = is_swapped ? y : x;
  *b = is_swapped ? x : y;
  return is_swapped;
}

/* Fills in the records of the four faces of a cell with the vertices v. Record s belongs to the face opposite
 * the vertex that is number s (0 to 3) in ascending order. Its parity follows from s and from the parity of
 * the permutation that sorts v, because the faces have the orientation that their cell induces. */
static inline void tc_face_records_of_cell(int32_t cell, const int32_t v[4], tc_face_record out[4]) {
  uint64_t key[4]; /* vertex*4+k, so that sorting moves k with the vertex */
  for (unsigned k = 0; k < 4; k++) key[k] = (uint64_t)(uint32_t)v[k] << 2 | k;
  /* These five steps are a sorting network for four keys, so their order matters. */
  uint32_t swaps = tc_face_sort_pair(&key[0], &key[1]);
  swaps ^= tc_face_sort_pair(&key[2], &key[3]);
  swaps ^= tc_face_sort_pair(&key[0], &key[2]);
  swaps ^= tc_face_sort_pair(&key[1], &key[3]);
  swaps ^= tc_face_sort_pair(&key[1], &key[2]);
  int32_t sorted[4];
  for (int s = 0; s < 4; s++) sorted[s] = (int32_t)(key[s] >> 2);
  for (unsigned s = 0; s < 4; s++) {
    const uint32_t face = (uint32_t)cell << 2 | (uint32_t)(key[s] & 3);
    out[s] = (tc_face_record){{sorted[s == 0], sorted[s < 2 ? 2 : 1], sorted[s < 3 ? 3 : 2]},
                              face | ((swaps ^ s) & 1) << 31};
  }
}

/* Returns the record of a triangle with the three vertices v, in any order. `face` is the number to be stored
 * in the record and is below 2^31. */
static inline tc_face_record tc_face_record_of_triangle(const int32_t v[3], int32_t face) {
  uint64_t key[3] = {(uint64_t)v[0], (uint64_t)v[1], (uint64_t)v[2]};
  uint32_t swaps = tc_face_sort_pair(&key[0], &key[1]);
  swaps ^= tc_face_sort_pair(&key[1], &key[2]);
  swaps ^= tc_face_sort_pair(&key[0], &key[1]);
  return (tc_face_record){{(int32_t)key[0], (int32_t)key[1], (int32_t)key[2]}, (uint32_t)face | swaps << 31};
}

#endif
