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

static uint64_t hash_key(const element_key *key, int corners) {
  uint64_t hash = (uint64_t)corners;
  for (int i = 0; i < corners; i += 2)
    hash = tc_hash_mix(hash ^ ((uint64_t)(uint32_t)key->corner[i] << 32 | (uint32_t)key->corner[i + 1]));
  return hash;
}

/* Elements that are retained so far. The elements have the numbers of the index. */
typedef struct retained {
  tc_raw_mesh *raw;
  tc_hash_index index;
  int64_t *begin; /* [elements] index of the first corner of each element */
  TC_ARRAY(int32_t) group;
} retained;

/* Returns the retained element with the type of element e and with these corners; -1 if there is none. */
static int find_equal(const retained *r, int32_t e, const element_key *key, uint64_t hash) {
  const int corners = tc_raw_element_shape(r->raw, e)->corners;
  int at = 0;
  for (int i; (i = tc_hash_index_next(&r->index, hash, &at)) >= 0;) {
    if (r->raw->type[i] != r->raw->type[e]) continue;
    const element_key other = sort_corners(r->raw->corner + r->begin[i], corners);
    if (!memcmp(&other, key, sizeof other)) return i;
  }
  return -1;
}

static tc_status add_groups(retained *r, int32_t set) {
  for (int32_t i = r->raw->set_begin[set]; i < r->raw->set_begin[set + 1]; i++)
    TC_TRY(TC_ARRAY_ADD(&r->group, &r->raw->set_group[i]));
  return TC_OK;
}

/* Adds the groups of element `from` to those of element `to`. */
static tc_status unite_sets(retained *r, int32_t from, int32_t to) {
  int32_t *set = r->raw->set;
  if (set[from] == set[to]) return TC_OK;
  r->group.count = 0;
  TC_TRY(add_groups(r, set[from]));
  TC_TRY(add_groups(r, set[to]));
  return tc_raw_mesh_add_set(r->raw, r->group.count, r->group.item, &set[to]);
}

static tc_status add_element(retained *r, tc_element_position from, tc_element_position *to,
                             tc_convert_counts *counts) {
  const tc_element_shape *shape = tc_raw_element_shape(r->raw, from.element);
  const element_key key = sort_corners(r->raw->corner + from.corner, shape->corners);
  const uint64_t hash = hash_key(&key, shape->corners);
  const int equal = find_equal(r, from.element, &key, hash);
  if (equal >= 0) {
    ++*(shape->dimension == 3 ? &counts->repeated_cells : &counts->repeated_faces);
    return unite_sets(r, from.element, equal);
  }
  r->begin[to->element] = to->corner;
  tc_raw_element_move(r->raw, from, shape->corners, to);
  return tc_hash_index_add(&r->index, hash);
}

static tc_status add_elements(retained *r, tc_convert_counts *counts) {
  tc_element_position from = {0, 0}, to = {0, 0};
  TC_TRY(TC_ALLOC(r->begin, r->raw->elements));
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
  tc_free(r.begin);
  TC_ARRAY_FREE(&r.group);
  return status;
}
