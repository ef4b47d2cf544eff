/* Sections of Gmsh MSH 2.0 to 2.2. The numbers of rows are text also in binary files. The first two tags of
 * an element are its group and its geometrical entity. In versions 2.0 and 2.1, one subdomain may follow. In
 * version 2.2, the number of subdomains and the subdomains follow, and the first subdomain owns the element.
 * Source: Gmsh reference manual, section "MSH file format version 2". */
#include <stdlib.h>

#include "io/importers/msh_reader.h"

enum { int_bytes = 4 };

/* ---- vertices ---- */

static tc_status read_node(tc_msh_reader *r, int32_t i) {
  static const char *const expected[] = {"the x coordinate", "the y coordinate", "the z coordinate"};
  TC_TRY(tc_msh_begin_row(&r->tokens, "vertices", i, r->raw->points));
  TC_TRY(tc_msh_read_ints(&r->tokens, "the number of a vertex", 1, &r->raw->point_number[i]));
  if (r->raw->point_number[i] < 0)
    return tc_msh_error(&r->tokens, "the number of a vertex is %lld: number the vertices from 1",
                        (long long)r->raw->point_number[i]);
  for (int axis = 0; axis < 3; axis++)
    TC_TRY(tc_msh_read_reals(&r->tokens, expected[axis], 1, r->raw->point + 3 * (size_t)i + axis));
  return TC_OK;
}

static tc_status read_nodes(tc_msh_reader *r) {
  int64_t count;
  TC_TRY(tc_msh_read_text_integer(&r->tokens, "the number of vertices", &count));
  TC_TRY(tc_msh_begin_vertices(r, count, r->tokens.is_binary ? int_bytes + 24 : 8));
  for (int32_t i = 0; i < r->raw->points; i++) TC_TRY(read_node(r, i));
  TC_TRY(tc_msh_finish_vertices(r));
  return tc_msh_end_section(&r->tokens);
}

/* ---- elements ---- */

/* Sets *set to the set of groups (convert/raw_mesh.h) that contains only the group `number`, or to 0 if
 * `number` is 0, which means no group. */
static tc_status find_set(tc_msh_reader *r, int64_t number, int32_t *set) {
  const int dimension = tc_element_shape_of(r->type->type)->dimension;
  int32_t group;
  *set = 0;
  if (number == 0) return TC_OK;
  if (number != r->last_group.number || dimension != r->last_group.dimension) {
    TC_TRY(tc_raw_mesh_add_group(r->raw, dimension, number, NULL, &group));
    TC_TRY(tc_raw_mesh_add_set(r->raw, 1, &group, &r->last_group.set));
    r->last_group.dimension = dimension;
    r->last_group.number = number;
  }
  *set = r->last_group.set;
  return TC_OK;
}

/* Reads the tags of an element after the first two. These are numbers of subdomains. If a number is negative,
 * the element is a ghost element of this subdomain. */
static tc_status read_subdomains(tc_msh_reader *r, int64_t tags) {
  int64_t third, subdomain;
  if (tags < 3) return TC_OK;
  TC_TRY(tc_msh_read_ints(&r->tokens, "a tag", 1, &third));
  if (tags == 3) return tc_msh_find_subdomain(r, third);
  TC_TRY(tc_msh_check_count(&r->tokens, "tags of an element", tags, 2));
  for (int64_t k = 3; k < tags; k++) {
    TC_TRY(tc_msh_read_ints(&r->tokens, "a tag", 1, &subdomain));
    if (third != tags - 3) continue;
    TC_TRY(k == 3 ? tc_msh_find_subdomain(r, subdomain) : tc_msh_name_subdomain(r, subdomain));
  }
  return TC_OK;
}

/* Reads the tags of an element and sets *set to the set that contains only the element's group. The sign of a
 * group is ignored, because it states only the orientation of the elements. */
static tc_status read_tags(tc_msh_reader *r, int64_t tags, int32_t *set) {
  int64_t tag[2] = {0, 0};
  TC_TRY(tc_msh_read_ints(&r->tokens, "a tag", tags < 2 ? (int)tags : 2, tag));
  TC_TRY(find_set(r, llabs(tag[0]), set));
  return read_subdomains(r, tags);
}

/* Reads the tags and points of an element, whose type is reader->type. */
static tc_status read_element(tc_msh_reader *r, int64_t number, int64_t tags) {
  int64_t point[TC_ELEMENT_POINTS_MAX];
  int32_t set;
  if (tags < 0)
    return tc_msh_error(&r->tokens, "element %lld has %lld tags: correct the number", (long long)number,
                        (long long)tags);
  TC_TRY(read_tags(r, tags, &set));
  TC_TRY(tc_msh_read_ints(&r->tokens, "the vertex of an element", tc_msh_type_points(r->type), point));
  return tc_msh_add_element(r, number, set, point);
}

static tc_status read_text_elements(tc_msh_reader *r, int64_t count) {
  int64_t head[3]; /* number, type and number of tags of the element */
  for (int64_t i = 0; i < count; i++) {
    TC_TRY(tc_msh_begin_row(&r->tokens, "elements", i, count));
    TC_TRY(tc_msh_read_ints(&r->tokens, "the number, type or number of tags of an element", 3, head));
    TC_TRY(tc_msh_set_type(r, head[1]));
    TC_TRY(read_element(r, head[0], head[2]));
  }
  return TC_OK;
}

/* Reads a block of elements with the same type and number of tags. The block may have at most `most`
 * elements. Sets *elements to their number. */
static tc_status read_binary_block(tc_msh_reader *r, int64_t most, int64_t *elements) {
  /* `head`: type, number of elements and number of tags of the block; `number`: number of one element */
  int64_t head[3], number;
  TC_TRY(tc_msh_begin_row(&r->tokens, "elements", 0, most));
  TC_TRY(tc_msh_read_ints(&r->tokens, "the head of a block of elements", 3, head));
  if (head[1] < 1 || head[1] > most)
    return tc_msh_error(&r->tokens,
                        "a block announces %lld elements where 1 to %lld can follow: write the file again",
                        (long long)head[1], (long long)most);
  TC_TRY(tc_msh_set_type(r, head[0]));
  for (*elements = 0; *elements < head[1]; ++*elements) {
    TC_TRY(tc_msh_begin_row(&r->tokens, "elements", *elements, head[1]));
    TC_TRY(tc_msh_read_ints(&r->tokens, "the number of an element", 1, &number));
    TC_TRY(read_element(r, number, head[2]));
  }
  return TC_OK;
}

static tc_status read_binary_elements(tc_msh_reader *r, int64_t count) {
  int64_t elements = 0;
  for (int64_t done = 0; done < count; done += elements)
    TC_TRY(read_binary_block(r, count - done, &elements));
  return TC_OK;
}

static tc_status read_elements(tc_msh_reader *r) {
  int64_t count;
  TC_TRY(tc_msh_read_text_integer(&r->tokens, "the number of elements", &count));
  TC_TRY(tc_msh_begin_elements(r, count, r->tokens.is_binary ? 2 * int_bytes : 9, 4));
  TC_TRY(r->tokens.is_binary ? read_binary_elements(r, count) : read_text_elements(r, count));
  return tc_msh_end_section(&r->tokens);
}

/* ---- others ---- */

static tc_status read_periodic(tc_msh_reader *r) {
  int64_t count;
  TC_TRY(tc_msh_read_text_integer(&r->tokens, "the number of periodic links", &count));
  TC_TRY(tc_msh_check_count(&r->tokens, "periodic links", count, 6));
  r->raw->facts.periodic_links = count;
  return tc_msh_skip_section(&r->tokens);
}

const tc_msh_section tc_msh_version2[] = {{"Nodes", read_nodes},
                                          {"Elements", read_elements},
                                          {"Periodic", read_periodic},
                                          {NULL, NULL}};
