/* State of the reader of Gmsh MSH files, and the functions that the readers of both versions share.
 * import_msh.c reads the header and calls the reader of each section in the order of the file. Not
 * collective. Errors of all functions: those of msh_tokens.h. */
#ifndef TC_IO_IMPORTERS_MSH_READER_H
#define TC_IO_IMPORTERS_MSH_READER_H

#include "base/containers/map.h"
#include "convert/raw_mesh.h"
#include "io/importers/msh_tokens.h"
#include "io/importers/msh_vertices.h"

/* Type of elements. */
typedef struct tc_msh_type {
  int number; /* number of the type in the file */
  tc_element_type type;
  const signed char *point; /* point i of `type` is point point[i] of the file; NULL if the order is equal */
} tc_msh_type;

/* Groups and subdomain of an entity of version 4. */
typedef struct tc_msh_entity {
  int32_t first, groups; /* numbers of the groups: physical[first] .. physical[first + groups - 1] */
  int32_t subdomain;     /* subdomain to which it belongs; 0 if there is none or more than one */
} tc_msh_entity;

/* Zero-initialise before use. */
typedef struct tc_msh_reader {
  tc_msh_tokens tokens;
  tc_raw_mesh *raw; /* owned */
  bool has_nodes, has_elements;
  tc_msh_vertices vertices;
  const tc_msh_type *type; /* type of the last element; NULL before the first one */
  struct {
    int dimension;
    int64_t number;
    int32_t set;
  } last_group;                 /* group of the last element of version 2; number 0 before the first one */
  int64_t last_subdomain;       /* subdomain of the last element; 0 before the first one */
  tc_map subdomains, found;     /* sets of subdomains: named in the file, and those that have elements */
  tc_map entity;                /* version 4: {dimension, number} to tc_msh_entity */
  TC_ARRAY(int32_t) physical;   /* numbers of groups of all entities */
  TC_ARRAY(tc_raw_group) names; /* names that have no dimension; the member `dimension` is unused */
} tc_msh_reader;

/* Reader of one section. It reads from the line after the name of the section to the line that ends it. */
typedef struct tc_msh_section {
  const char *name;
  tc_status (*read)(tc_msh_reader *reader);
} tc_msh_section;

/* Sections of both versions that differ; the list ends with a NULL name. */
extern const tc_msh_section tc_msh_version2[], tc_msh_version4[];

/* Allocates the vertices after their number was read; each one has at least `bytes_min` bytes in the file.
 * tc_msh_finish_vertices sets up the search for their numbers after all were read. */
tc_status tc_msh_begin_vertices(tc_msh_reader *reader, int64_t count, int64_t bytes_min);
tc_status tc_msh_finish_vertices(tc_msh_reader *reader);

/* Prepares the elements after their number was read; each one has at least `bytes_min` bytes in the file.
 * Reserves memory for `corners` points of each. */
tc_status tc_msh_begin_elements(tc_msh_reader *reader, int64_t count, int64_t bytes_min, int corners);

/* Returns the number of points of an element of the type. */
static inline int tc_msh_type_points(const tc_msh_type *type) {
  return tc_element_shape_of(type->type)->points;
}

/* Sets reader->type to the type with this number. Errors: TC_INPUT if the type is unknown or of an order
 * above 2. */
tc_status tc_msh_set_type(tc_msh_reader *reader, int64_t number);

/* Adds an element of reader->type. `point` has the numbers of the points in the order of the file. */
tc_status tc_msh_add_element(tc_msh_reader *reader, int64_t number, int32_t set, const int64_t *point);

/* Adds a subdomain to the set `subdomains` (tc_msh_name_subdomain) or to both sets (tc_msh_find_subdomain).
 * The sign of the number is ignored, and 0 means no subdomain. */
tc_status tc_msh_name_subdomain(tc_msh_reader *reader, int64_t number);
tc_status tc_msh_find_subdomain(tc_msh_reader *reader, int64_t number);

#endif
