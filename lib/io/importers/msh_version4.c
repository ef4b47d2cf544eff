/* Sections of Gmsh MSH 4.1. Vertices and elements are listed in blocks. Each block belongs to one entity of
 * the geometry (point, curve, surface or volume). $Entities and, in partitioned meshes, $PartitionedEntities
 * list the groups of the entities. Two entities of the same dimension have different numbers. Source: Gmsh
 * reference manual, section "MSH file format". */
#include <stdlib.h>

#include "io/importers/msh_reader.h"

enum { int_bytes = 4, size_bytes = 8, real_bytes = 8 };

typedef struct entity_key {
  int32_t dimension, number;
} entity_key;

/* Returns the smallest number of bytes that a number occupies: `bytes` in a binary file, and 2 in a text file
 * (a digit and a separator). */
static int64_t bytes_of(const tc_msh_reader *r, int bytes) { return r->tokens.is_binary ? bytes : 2; }

/* Reads the length of a list whose items have `bytes` bytes in a binary file. */
static tc_status read_length(tc_msh_reader *r, const char *nouns, int bytes, int64_t *length) {
  TC_TRY(tc_msh_read_sizes(&r->tokens, nouns, 1, length));
  return tc_msh_check_count(&r->tokens, nouns, *length, bytes_of(r, bytes));
}

/* ---- entities ---- */

static tc_status read_groups(tc_msh_reader *r, tc_msh_entity *entity) {
  int64_t length, number;
  TC_TRY(read_length(r, "groups of an entity", int_bytes, &length));
  entity->first = r->physical.count;
  entity->groups = (int32_t)length;
  for (int64_t k = 0; k < length; k++) {
    TC_TRY(tc_msh_read_ints(&r->tokens, "the number of a group", 1, &number));
    TC_TRY(TC_ARRAY_ADD(&r->physical, &(int32_t){(int32_t)number}));
  }
  return TC_OK;
}

/* Reads the parent and the subdomains of a partitioned entity. */
static tc_status read_subdomains(tc_msh_reader *r, tc_msh_entity *entity) {
  int64_t length, parent[2], subdomain = 0;
  TC_TRY(tc_msh_read_ints(&r->tokens, "the parent of an entity", 2, parent));
  TC_TRY(read_length(r, "subdomains of an entity", int_bytes, &length));
  for (int64_t k = 0; k < length; k++)
    TC_TRY(tc_msh_read_ints(&r->tokens, "the number of a subdomain", 1, &subdomain));
  entity->subdomain = length == 1 ? (int32_t)subdomain : 0;
  return TC_OK;
}

static tc_status store_entity(tc_msh_reader *r, int dimension, int64_t number, const tc_msh_entity *entity) {
  const entity_key key = {dimension, (int32_t)number};
  int index;
  r->entity.key_bytes = sizeof key;
  r->entity.value_bytes = sizeof *entity;
  TC_TRY(tc_map_add(&r->entity, &key, sizeof key, &index, NULL));
  *(tc_msh_entity *)tc_map_value(&r->entity, index) = *entity;
  return TC_OK;
}

static tc_status read_entity(tc_msh_reader *r, int dimension, bool is_partitioned) {
  int64_t number, length;
  tc_msh_entity entity = {0, 0, 0};
  TC_TRY(tc_msh_read_ints(&r->tokens, "the number of an entity", 1, &number));
  if (is_partitioned) TC_TRY(read_subdomains(r, &entity));
  TC_TRY(tc_msh_skip_numbers(&r->tokens, dimension > 0 ? 6 : 3, real_bytes)); /* bounding box */
  TC_TRY(read_groups(r, &entity));
  if (dimension > 0) {
    TC_TRY(read_length(r, "boundaries of an entity", int_bytes, &length));
    TC_TRY(tc_msh_skip_numbers(&r->tokens, length, int_bytes));
  }
  return store_entity(r, dimension, number, &entity);
}

static tc_status read_entity_lists(tc_msh_reader *r, bool is_partitioned) {
  int64_t counts[4];
  if (r->has_elements)
    return tc_msh_error(&r->tokens, "$%s follows $Elements: write it before $Elements", r->tokens.section);
  TC_TRY(tc_msh_read_sizes(&r->tokens, "the number of entities", 4, counts));
  for (int dimension = 0; dimension < 4; dimension++) {
    TC_TRY(tc_msh_check_count(&r->tokens, "entities", counts[dimension], r->tokens.is_binary ? 36 : 10));
    for (int64_t i = 0; i < counts[dimension]; i++) TC_TRY(read_entity(r, dimension, is_partitioned));
  }
  return tc_msh_end_section(&r->tokens);
}

static tc_status read_entities(tc_msh_reader *r) { return read_entity_lists(r, false); }

static tc_status read_partitioned_entities(tc_msh_reader *r) {
  int64_t counts[2];
  TC_TRY(tc_msh_read_sizes(&r->tokens, "the number of subdomains or ghost entities", 2, counts));
  if (counts[0] > INT32_MAX)
    return tc_msh_error(&r->tokens,
                        "the number of subdomains is %lld, but at most %d are supported: correct it",
                        (long long)counts[0], INT32_MAX);
  r->raw->facts.subdomains = (int32_t)counts[0];
  TC_TRY(tc_msh_check_count(&r->tokens, "ghost entities", counts[1], 2 * bytes_of(r, int_bytes)));
  TC_TRY(tc_msh_skip_numbers(&r->tokens, 2 * counts[1], int_bytes));
  return read_entity_lists(r, true);
}

/* ---- blocks of vertices and elements ---- */

/* State of reading a section that consists of blocks of vertices or elements: numbers of blocks and of rows
 * in the section, and number of rows that were read. */
typedef struct block_list {
  const char *nouns;
  int64_t blocks, total, done;
} block_list;

/* Reads the numbers of blocks and rows, and the range of the row numbers, which is not needed. */
static tc_status read_block_list(tc_msh_reader *r, block_list *list) {
  int64_t head[4];
  TC_TRY(tc_msh_read_sizes(&r->tokens, "the number of blocks, their total or their range", 4, head));
  list->blocks = head[0];
  list->total = head[1];
  return TC_OK;
}

/* Reads the head of block number `block` of the list: three integers and the number of rows. Returns an error
 * if the block has more rows than remain in the section. */
static tc_status read_block_head(tc_msh_reader *r, const block_list *list, int64_t block, int64_t head[4]) {
  TC_TRY(tc_msh_begin_row(&r->tokens, "blocks", block, list->blocks));
  TC_TRY(tc_msh_read_ints(&r->tokens, "the head of a block", 3, head));
  TC_TRY(tc_msh_read_sizes(&r->tokens, "the number of rows of a block", 1, &head[3]));
  if (head[3] <= list->total - list->done) return TC_OK;
  return tc_msh_error(&r->tokens,
                      "a block announces %lld %s, but only %lld of the %lld in $%s remain: correct one of "
                      "the numbers",
                      (long long)head[3], list->nouns, (long long)(list->total - list->done),
                      (long long)list->total, r->tokens.section);
}

static tc_status end_block_list(tc_msh_reader *r, const block_list *list) {
  if (list->done != list->total)
    return tc_msh_error(&r->tokens,
                        "$%s announces %lld %s, but its blocks have %lld: correct one of the numbers",
                        r->tokens.section, (long long)list->total, list->nouns, (long long)list->done);
  return tc_msh_end_section(&r->tokens);
}

/* ---- vertices ---- */

static tc_status read_coordinates(tc_msh_reader *r, double *point, int parameters) {
  static const char *const expected[] = {"the x coordinate", "the y coordinate", "the z coordinate"};
  for (int axis = 0; axis < 3; axis++) TC_TRY(tc_msh_read_reals(&r->tokens, expected[axis], 1, point + axis));
  return tc_msh_skip_numbers(&r->tokens, parameters, real_bytes);
}

static tc_status read_node_block(tc_msh_reader *r, block_list *list, int64_t block) {
  /* dimension and number of the entity, 1 if vertices have parametric coordinates (otherwise 0), and number
   * of rows in the block */
  int64_t head[4];
  TC_TRY(read_block_head(r, list, block, head));
  if (head[0] < 0 || head[0] > 3 || head[2] < 0 || head[2] > 1)
    return tc_msh_error(&r->tokens,
                        "a block has dimension %lld and parametric %lld: write a dimension from 0 to 3 and "
                        "parametric 0 or 1",
                        (long long)head[0], (long long)head[2]);
  for (int64_t i = 0; i < head[3]; i++) {
    TC_TRY(tc_msh_begin_row(&r->tokens, "vertices", i, head[3]));
    TC_TRY(tc_msh_read_sizes(&r->tokens, "the number of a vertex", 1, r->raw->point_number + list->done + i));
  }
  for (int64_t i = 0; i < head[3]; i++) {
    TC_TRY(tc_msh_begin_row(&r->tokens, "vertices", i, head[3]));
    TC_TRY(read_coordinates(r, r->raw->point + 3 * (list->done + i), head[2] ? (int)head[0] : 0));
  }
  list->done += head[3];
  return TC_OK;
}

static tc_status read_nodes(tc_msh_reader *r) {
  block_list list = {"vertices", 0, 0, 0};
  TC_TRY(read_block_list(r, &list));
  TC_TRY(tc_msh_begin_vertices(r, list.total, r->tokens.is_binary ? size_bytes + 3 * real_bytes : 8));
  for (int64_t b = 0; b < list.blocks; b++) TC_TRY(read_node_block(r, &list, b));
  TC_TRY(tc_msh_finish_vertices(r));
  return end_block_list(r, &list);
}

/* ---- elements ---- */

static const tc_msh_entity *find_entity(const tc_msh_reader *r, int64_t dimension, int64_t number) {
  static const tc_msh_entity none = {0, 0, 0};
  const entity_key key = {(int32_t)dimension, (int32_t)number};
  const int index = r->entity.count > 0 ? tc_map_find(&r->entity, &key, sizeof key) : -1;
  return index < 0 ? &none : tc_map_value(&r->entity, index);
}

/* Sets *set to the set of the groups of an entity. The sign of a group is ignored, because it states only the
 * orientation of the elements. */
static tc_status find_set(tc_msh_reader *r, const tc_msh_entity *entity, int dimension, int32_t *set) {
  TC_ARRAY(int32_t) groups = {NULL};
  int32_t group;
  tc_status status = TC_OK;
  for (int32_t k = 0; k < entity->groups; k++) {
    const int64_t number = llabs(r->physical.item[entity->first + k]);
    if (number == 0) continue;
    TC_GUARD(status, tc_raw_mesh_add_group(r->raw, dimension, number, NULL, &group));
    TC_GUARD(status, TC_ARRAY_ADD(&groups, &group));
  }
  TC_GUARD(status, tc_raw_mesh_add_set(r->raw, groups.count, groups.item, set));
cleanup:
  TC_ARRAY_FREE(&groups);
  return status;
}

/* Sets r->type to the element type of a block, checks the head of the block, and reserves memory for the
 * corners of the elements. */
static tc_status begin_element_block(tc_msh_reader *r, const int64_t head[4]) {
  TC_TRY(tc_msh_set_type(r, head[2]));
  const tc_element_shape *shape = tc_element_shape_of(r->type->type);
  if (shape->dimension != head[0])
    return tc_msh_error(&r->tokens, "a block of dimension %lld has elements of type %lld (%s): correct it",
                        (long long)head[0], (long long)head[2], shape->name);
  TC_TRY(tc_msh_check_count(&r->tokens, "elements", head[3], (1 + shape->points) * bytes_of(r, size_bytes)));
  const int64_t corners = head[3] * shape->points;
  return corners < r->raw->corners ? TC_OK : tc_raw_mesh_reserve(r->raw, 0, corners);
}

static tc_status read_element_rows(tc_msh_reader *r, int64_t rows, int32_t set) {
  int64_t number[1 + TC_ELEMENT_POINTS_MAX];
  const int numbers = 1 + tc_msh_type_points(r->type);
  for (int64_t i = 0; i < rows; i++) {
    TC_TRY(tc_msh_begin_row(&r->tokens, "elements", i, rows));
    TC_TRY(tc_msh_read_sizes(&r->tokens, "the number or a vertex of an element", numbers, number));
    TC_TRY(tc_msh_add_element(r, number[0], set, number + 1));
  }
  return TC_OK;
}

static tc_status read_element_block(tc_msh_reader *r, block_list *list, int64_t block) {
  /* dimension and number of the entity, type of the elements, and number of rows in the block */
  int64_t head[4];
  int32_t set;
  TC_TRY(read_block_head(r, list, block, head));
  if (head[3] == 0) return TC_OK;
  TC_TRY(begin_element_block(r, head));
  const tc_msh_entity *entity = find_entity(r, head[0], head[1]);
  TC_TRY(tc_msh_find_subdomain(r, entity->subdomain));
  TC_TRY(find_set(r, entity, (int)head[0], &set));
  list->done += head[3];
  return read_element_rows(r, head[3], set);
}

static tc_status read_elements(tc_msh_reader *r) {
  block_list list = {"elements", 0, 0, 0};
  TC_TRY(read_block_list(r, &list));
  TC_TRY(tc_msh_begin_elements(r, list.total, 2 * bytes_of(r, size_bytes), 0));
  for (int64_t b = 0; b < list.blocks; b++) TC_TRY(read_element_block(r, &list, b));
  return end_block_list(r, &list);
}

/* ---- others ---- */

static tc_status read_periodic(tc_msh_reader *r) {
  TC_TRY(read_length(r, "periodic links", 3 * int_bytes, &r->raw->facts.periodic_links));
  return tc_msh_skip_section(&r->tokens);
}

const tc_msh_section tc_msh_version4[] = {{"Entities", read_entities},
                                          {"PartitionedEntities", read_partitioned_entities},
                                          {"Nodes", read_nodes},
                                          {"Elements", read_elements},
                                          {"Periodic", read_periodic},
                                          {NULL, NULL}};
