/* Storage of raw meshes. Arrays of elements grow by doubling unless tc_raw_mesh_reserve was called. Most
 * files have few groups and few sets of groups, but a file may have one set per element. Groups and sets are
 * therefore searched with hash tables. */
#include "convert/raw_mesh.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/hash_index.h"
#include "base/core/memory.h"
#include "base/numeric/hash.h"

typedef struct tc_raw_growth {
  int64_t elements, corners; /* allocated lengths */
  TC_ARRAY(tc_raw_group) group;
  TC_ARRAY(int32_t) set_begin;
  TC_ARRAY(int32_t) set_group;
  /* groups of the set that tc_raw_mesh_add_set is adding, sorted and without repetitions */
  TC_ARRAY(int32_t) candidate;
  tc_hash_index group_index, set_index;
} growth;

static tc_status create_empty_set(tc_raw_mesh *mesh) {
  int32_t empty;
  TC_TRY(TC_ARRAY_ADD(&mesh->growth->set_begin, &(int32_t){0}));
  return tc_raw_mesh_add_set(mesh, 0, NULL, &empty);
}

static tc_status init(const char *source, tc_raw_mesh *mesh) {
  TC_TRY(tc_pool_printf(&mesh->memory, &mesh->source, "%s", source));
  TC_TRY(tc_pool_alloc(&mesh->memory, sizeof *mesh->growth, &mesh->growth));
  return create_empty_set(mesh);
}

tc_status tc_raw_mesh_create(const char *source, tc_raw_mesh **out) {
  tc_raw_mesh *mesh = NULL;
  TC_TRY(TC_ALLOC_ZERO(mesh, 1));
  mesh->format = "";
  TC_RETURN_CREATED(init(source, mesh), mesh, tc_raw_mesh_destroy(&mesh), out);
}

static void free_growth(growth *g) {
  TC_ARRAY_FREE(&g->group);
  TC_ARRAY_FREE(&g->set_begin);
  TC_ARRAY_FREE(&g->set_group);
  TC_ARRAY_FREE(&g->candidate);
  tc_hash_index_free(&g->group_index);
  tc_hash_index_free(&g->set_index);
}

void tc_raw_mesh_destroy(tc_raw_mesh **mesh) {
  if (!*mesh) return;
  tc_free((*mesh)->type);
  tc_free((*mesh)->element_number);
  tc_free((*mesh)->set);
  tc_free((*mesh)->corner);
  tc_free((*mesh)->vector);
  if ((*mesh)->growth) free_growth((*mesh)->growth);
  TC_POOL_DESTROY_OWNER(mesh);
}

tc_status tc_raw_mesh_set_format(tc_raw_mesh *mesh, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const tc_status status = tc_pool_vprintf(&mesh->memory, &mesh->format, format, arguments);
  va_end(arguments);
  return status;
}

/* ---- points ---- */

tc_status tc_raw_mesh_set_points(tc_raw_mesh *mesh, int32_t points, bool is_numbered) {
  mesh->points = points;
  TC_TRY(TC_POOL_ARRAY(&mesh->memory, mesh->point, 3 * (size_t)points));
  return is_numbered ? TC_POOL_ARRAY(&mesh->memory, mesh->point_number, points) : TC_OK;
}

int64_t tc_raw_mesh_point_number(const tc_raw_mesh *mesh, int32_t point) {
  return mesh->point_number ? mesh->point_number[point] : (int64_t)point + mesh->base;
}

/* ---- elements ---- */

/* Replaces an array by a larger one of `length` items of `size` bytes, and copies the first `used` items.
 * `array` is the address of the pointer to the array. */
static tc_status resize(void *array, size_t size, int64_t used, int64_t length, const char *what) {
  void *from, *to = NULL;
  memcpy(&from, array, sizeof from);
  TC_TRY(tc_alloc((size_t)length, size, what, &to));
  if (used > 0) memcpy(to, from, (size_t)used * size);
  tc_free(from);
  memcpy(array, &to, sizeof to);
  return TC_OK;
}

#define RESIZE(array, used, length) resize(&(array), sizeof *(array), (used), (length), #array)

static tc_status resize_elements(tc_raw_mesh *mesh, int64_t length) {
  TC_TRY(RESIZE(mesh->type, mesh->elements, length));
  TC_TRY(RESIZE(mesh->element_number, mesh->elements, length));
  TC_TRY(RESIZE(mesh->set, mesh->elements, length));
  mesh->growth->elements = length;
  return TC_OK;
}

static tc_status resize_corners(tc_raw_mesh *mesh, int64_t length) {
  TC_TRY(RESIZE(mesh->corner, mesh->corners, length));
  mesh->growth->corners = length;
  return TC_OK;
}

tc_status tc_raw_mesh_reserve(tc_raw_mesh *mesh, int64_t elements, int64_t corners) {
  if (mesh->elements + elements > mesh->growth->elements)
    TC_TRY(resize_elements(mesh, mesh->elements + elements));
  if (mesh->corners + corners > mesh->growth->corners) TC_TRY(resize_corners(mesh, mesh->corners + corners));
  return TC_OK;
}

static int64_t doubled(int64_t length, int64_t required) {
  const int64_t first = 1024, next = length < first ? first : 2 * length;
  return next < required ? required : next;
}

static tc_status reserve_next(tc_raw_mesh *mesh, int points) {
  growth *g = mesh->growth;
  if (mesh->elements == INT32_MAX)
    return tc_status_create(TC_INPUT, "%s: has more than %d elements: use a coarser mesh", mesh->source,
                            (int)INT32_MAX);
  if (mesh->elements == g->elements) TC_TRY(resize_elements(mesh, doubled(g->elements, mesh->elements + 1)));
  if (mesh->corners + points > g->corners)
    TC_TRY(resize_corners(mesh, doubled(g->corners, mesh->corners + points)));
  return TC_OK;
}

tc_status tc_raw_mesh_add_element(tc_raw_mesh *mesh, tc_element_type type, int64_t number, int32_t set,
                                  const int32_t *corner) {
  const int points = tc_element_shape_of(type)->points;
  TC_TRY(reserve_next(mesh, points));
  mesh->type[mesh->elements] = (uint8_t)type;
  mesh->element_number[mesh->elements] = number;
  mesh->set[mesh->elements++] = set;
  memcpy(mesh->corner + mesh->corners, corner, (size_t)points * sizeof *corner);
  mesh->corners += points;
  return TC_OK;
}

/* ---- groups ---- */

static tc_status name_group(tc_raw_mesh *mesh, int32_t index, const char *name) {
  return name ? tc_pool_printf(&mesh->memory, &mesh->growth->group.item[index].name, "%s", name) : TC_OK;
}

static int32_t find_group(const growth *g, int dimension, int64_t number, uint64_t hash) {
  int at = 0;
  for (int i; (i = tc_hash_index_next(&g->group_index, hash, &at)) >= 0;)
    if (g->group.item[i].dimension == dimension && g->group.item[i].number == number) return i;
  return -1;
}

tc_status tc_raw_mesh_add_group(tc_raw_mesh *mesh, int dimension, int64_t number, const char *name,
                                int32_t *index) {
  growth *g = mesh->growth;
  const uint64_t hash = tc_hash_mix(tc_hash_mix((uint64_t)number) + (uint64_t)dimension);
  *index = find_group(g, dimension, number, hash);
  if (*index >= 0) return name_group(mesh, *index, name);
  *index = g->group.count;
  TC_TRY(TC_ARRAY_ADD(&g->group, &(tc_raw_group){dimension, number, NULL}));
  mesh->group = g->group.item;
  mesh->groups = g->group.count;
  TC_TRY(tc_hash_index_add(&g->group_index, hash));
  return name_group(mesh, *index, name);
}

static int compare_groups(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Sets g->candidate to the groups group[count], sorted and without repetitions. */
static tc_status sort_groups(growth *g, int count, const int32_t *group) {
  g->candidate.count = 0;
  for (int i = 0; i < count; i++) TC_TRY(TC_ARRAY_ADD(&g->candidate, &group[i]));
  TC_ARRAY_SORT(&g->candidate, compare_groups);
  int distinct = 0;
  for (int i = 0; i < count; i++)
    if (i == 0 || g->candidate.item[i] != g->candidate.item[distinct - 1])
      g->candidate.item[distinct++] = g->candidate.item[i];
  g->candidate.count = distinct;
  return TC_OK;
}

static bool is_candidate(const growth *g, int set) {
  const int32_t begin = g->set_begin.item[set], count = g->set_begin.item[set + 1] - begin;
  return count == g->candidate.count && (count == 0 || !memcmp(g->set_group.item + begin, g->candidate.item,
                                                               (size_t)count * sizeof(int32_t)));
}

static tc_status append_candidate(tc_raw_mesh *mesh, uint64_t hash) {
  growth *g = mesh->growth;
  for (int i = 0; i < g->candidate.count; i++) TC_TRY(TC_ARRAY_ADD(&g->set_group, &g->candidate.item[i]));
  TC_TRY(TC_ARRAY_ADD(&g->set_begin, &g->set_group.count));
  mesh->set_begin = g->set_begin.item;
  mesh->set_group = g->set_group.item;
  mesh->sets = g->set_begin.count - 1;
  return tc_hash_index_add(&g->set_index, hash);
}

tc_status tc_raw_mesh_add_set(tc_raw_mesh *mesh, int count, const int32_t *group, int32_t *index) {
  growth *g = mesh->growth;
  uint64_t hash = 0;
  int at = 0;
  TC_TRY(sort_groups(g, count, group));
  for (int i = 0; i < g->candidate.count; i++) hash = tc_hash_mix(hash + (uint64_t)g->candidate.item[i] + 1);
  for (int s; (s = tc_hash_index_next(&g->set_index, hash, &at)) >= 0;)
    if (is_candidate(g, s)) {
      *index = s;
      return TC_OK;
    }
  *index = mesh->sets;
  return append_candidate(mesh, hash);
}

/* ---- vectors ---- */

tc_status tc_raw_mesh_set_width(tc_raw_mesh *mesh, int width) {
  mesh->width = width;
  return width > 0 ? TC_ALLOC_ZERO(mesh->vector, (size_t)width * (size_t)mesh->elements) : TC_OK;
}
