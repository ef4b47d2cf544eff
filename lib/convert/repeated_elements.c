/* Fourth step of a conversion (repeated_elements.h). Most elements occur once. A first pass therefore counts
 * hashes of their corners in a small table of counters, in which many hashes share a counter. A second pass
 * compares only the elements whose counter is at least 2. */
#include "convert/repeated_elements.h"

#include <string.h>

#include "base/containers/hash_index.h"
#include "base/core/memory.h"
#include "base/numeric/hash.h"

/* Corners of an element in ascending order; the remaining entries are -1. */
typedef struct element_key {
  int32_t corner[TC_ELEMENT_CORNERS_MAX];
} element_key;

static element_key sort_corners(const int32_t *corner, int corners) {
  element_key key;
  for (int i = 0; i < TC_ELEMENT_CORNERS_MAX; i++) key.corner[i] = -1;
  for (int i = 0; i < corners; i++) {
    int at = i;
    for (; at > 0 && key.corner[at - 1] > corner[i]; at--) key.corner[at] = key.corner[at - 1];
    key.corner[at] = corner[i];
  }
  return key;
}

/* Hash of the corners of an element, which does not depend on their order. Sorting the corners of every
 * element would take longer. */
typedef struct corner_hash {
  uint64_t hash;
  uint64_t counter; /* number of the hash's counter before it is reduced to the size of the table */
} corner_hash;

/* Returns the hash of the corners. The counter is one of 128 adjacent counters that belong to the lowest
 * corner. In most files the corners of successive elements have similar numbers, so that their counters are
 * in the processor's cache. */
static corner_hash hash_corners(const int32_t *corner, int corners) {
  int32_t lowest = corner[0];
  uint64_t sum = 0;
  for (int i = 0; i < corners; i++) {
    lowest = corner[i] < lowest ? corner[i] : lowest;
    sum += tc_hash_mix((uint64_t)corner[i]);
  }
  const uint64_t hash = tc_hash_mix(sum);
  return (corner_hash){hash, (uint64_t)lowest << 7 | (hash & 127)};
}

/* ---- counters of hashes ---- */

/* Counters with the values 0, 1 and 2 (two or more), 32 in each word. */
typedef struct hash_counters {
  uint64_t *word; /* [mask + 1] */
  uint64_t mask;
} hash_counters;

static tc_status create_counters(int32_t elements, hash_counters *out) {
  out->mask = 1;
  while (2 * out->mask < (uint64_t)elements) out->mask = 2 * out->mask + 1;
  return TC_ALLOC_ZERO(out->word, out->mask + 1);
}

static uint64_t get_counter(const hash_counters *c, uint64_t counter) {
  return c->word[counter >> 5 & c->mask] >> 2 * (counter & 31) & 3;
}

static void increment_counter(const hash_counters *c, uint64_t counter) {
  if (get_counter(c, counter) < 2) c->word[counter >> 5 & c->mask] += (uint64_t)1 << 2 * (counter & 31);
}

static tc_status count_hashes(const tc_raw_mesh *raw, hash_counters *out) {
  const int32_t *corner = raw->corner;
  TC_TRY(create_counters(raw->elements, out));
  for (int32_t e = 0; e < raw->elements; e++) {
    const int corners = tc_raw_element_shape(raw, e)->corners;
    increment_counter(out, hash_corners(corner, corners).counter);
    corner += corners;
  }
  return TC_OK;
}

/* ---- comparison ---- */

/* Elements that have been retained and may occur again. The hash index numbers them in the order of the array
 * `position`. */
typedef struct retained {
  tc_raw_mesh *raw;
  hash_counters counters;
  tc_hash_index index;
  TC_ARRAY(tc_element_position) position; /* positions of the elements */
  TC_ARRAY(int32_t) group;                /* scratch: groups of two equal elements */
} retained;

/* Returns the element number of a retained element that has the type and the corners of the element at
 * `from`; -1 if there is none. */
static int32_t find_equal(const retained *r, tc_element_position from, uint64_t hash) {
  const int corners = tc_raw_element_shape(r->raw, from.element)->corners;
  const element_key key = sort_corners(r->raw->corner + from.corner, corners);
  int at = 0;
  for (int i; (i = tc_hash_index_next(&r->index, hash, &at)) >= 0;) {
    const tc_element_position candidate = r->position.item[i];
    if (r->raw->type[candidate.element] != r->raw->type[from.element]) continue;
    const element_key other = sort_corners(r->raw->corner + candidate.corner, corners);
    if (!memcmp(&other, &key, sizeof other)) return candidate.element;
  }
  return -1;
}

static tc_status add_groups(retained *r, int32_t set) {
  for (int32_t i = r->raw->set_begin[set]; i < r->raw->set_begin[set + 1]; i++)
    TC_TRY(TC_ARRAY_ADD(&r->group, &r->raw->set_group[i]));
  return TC_OK;
}

/* Adds the groups of element `from` to those of element `to`. The number of groups is limited, because each
 * union is stored. */
static tc_status unite_sets(retained *r, int32_t from, int32_t to) {
  enum { groups_max = 256 };
  int32_t *set = r->raw->set;
  if (set[from] == set[to]) return TC_OK;
  r->group.count = 0;
  TC_TRY(add_groups(r, set[from]));
  TC_TRY(add_groups(r, set[to]));
  if (r->group.count > groups_max)
    return tc_status_create(TC_INPUT, "%s: %s %lld occurs in more than %d groups: save fewer groups",
                            r->raw->source, tc_raw_element_shape(r->raw, to)->name,
                            (long long)r->raw->element_number[to], groups_max);
  return tc_raw_mesh_add_set(r->raw, r->group.count, r->group.item, &set[to]);
}

static tc_status add_candidate(retained *r, tc_element_position position, uint64_t hash) {
  TC_TRY(TC_ARRAY_ADD(&r->position, &position));
  return tc_hash_index_add(&r->index, hash);
}

static tc_status add_element(retained *r, tc_element_position from, tc_element_position *to,
                             tc_convert_counts *counts) {
  const tc_element_shape *shape = tc_raw_element_shape(r->raw, from.element);
  const corner_hash hash = hash_corners(r->raw->corner + from.corner, shape->corners);
  const bool is_candidate = get_counter(&r->counters, hash.counter) > 1;
  const int32_t equal = is_candidate ? find_equal(r, from, hash.hash) : -1;
  if (equal >= 0) {
    ++*(shape->dimension == 3 ? &counts->repeated_cells : &counts->repeated_faces);
    return unite_sets(r, from.element, equal);
  }
  if (is_candidate) TC_TRY(add_candidate(r, *to, hash.hash));
  tc_raw_element_move(r->raw, from, shape->corners, to);
  return TC_OK;
}

static tc_status add_elements(retained *r, tc_convert_counts *counts) {
  tc_element_position from = {0, 0}, to = {0, 0};
  TC_TRY(count_hashes(r->raw, &r->counters));
  for (; from.element < r->raw->elements; from.element++) {
    const int corners = tc_raw_element_shape(r->raw, from.element)->corners;
    TC_TRY(add_element(r, from, &to, counts));
    from.corner += corners;
  }
  tc_raw_mesh_truncate(r->raw, to);
  return TC_OK;
}

tc_status tc_conversion_remove_repeated(tc_conversion *c) {
  retained r = {.raw = c->raw};
  const tc_status status = add_elements(&r, &c->out->counts);
  tc_hash_index_free(&r.index);
  tc_free(r.counters.word);
  TC_ARRAY_FREE(&r.position);
  TC_ARRAY_FREE(&r.group);
  return status;
}
