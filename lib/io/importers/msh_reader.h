/* State of the reader of Gmsh MSH files, and the functions that the readers of both versions share.
 * import_msh.c reads the header and calls the reader of each section in the order of the file. Not
 * collective. Errors of all functions: those of msh_tokens.h. */
#ifndef TC_IO_IMPORTERS_MSH_READER_H
#define TC_IO_IMPORTERS_MSH_READER_H

#include "base/containers/map.h"
#include "convert/raw_mesh.h"
#include "io/importers/msh_tokens.h"
#include "io/importers/msh_vertices.h"

/* An element type of Gmsh and the corresponding type of a raw mesh. */
typedef struct tc_msh_type {
  int number; /* number of the type in the file */
  tc_element_type type;
  const signed char *point; /* point i of an element of `type` is point point[i] in the file; NULL if both
                               orders are equal */
} tc_msh_type;

/* An entity of a file of version 4 (Gmsh: a part of the geometry), with the physical groups and the subdomain
 * of the elements on it. */
typedef struct tc_msh_entity {
  /* The entity belongs to the groups physical[first] .. physical[first + groups - 1] of tc_msh_reader. */
  int32_t first, groups;
  int32_t subdomain; /* number of the entity's subdomain; 0 if it has none or more than one */
} tc_msh_entity;

/* State of reading an MSH file. Zero-initialise before use. */
typedef struct tc_msh_reader {
  tc_msh_tokens tokens;
  tc_raw_mesh *raw; /* mesh that is being read; owned */
  bool has_nodes, has_elements;
  tc_msh_vertices vertices;
  const tc_msh_type *type; /* type of the last element; NULL before the first one */
  struct {
    int dimension;
    int64_t number;
    int32_t set;
  } last_group;           /* group of the last element of version 2; number 0 before the first one */
  int64_t last_subdomain; /* subdomain of the last element; 0 before the first one */
  /* `subdomains`: subdomains that the file names; `found`: subdomains that have elements */
  tc_map subdomains, found;
  tc_map entity;              /* version 4: maps {dimension, number} of an entity to its tc_msh_entity */
  TC_ARRAY(int32_t) physical; /* numbers of the physical groups of all entities */
  /* names of groups whose dimension the file does not contain; the member `dimension` of these groups is
   * unused */
  TC_ARRAY(tc_raw_group) names;
} tc_msh_reader;

/* Reader of one section. It reads from the line after the name of the section to the line that ends it. */
typedef struct tc_msh_section {
  const char *name;
  tc_status (*read)(tc_msh_reader *reader);
} tc_msh_section;

/* Readers of the sections whose form differs between versions 2 and 4. Each list ends with an entry whose
 * name is NULL. */
extern const tc_msh_section tc_msh_version2[], tc_msh_version4[];

/* tc_msh_begin_vertices allocates memory for `count` vertices, each of which has at least `bytes_min` bytes
 * in the file. tc_msh_finish_vertices sets up the search for vertex numbers after all vertices were read. */
tc_status tc_msh_begin_vertices(tc_msh_reader *reader, int64_t count, int64_t bytes_min);
tc_status tc_msh_finish_vertices(tc_msh_reader *reader);

/* Allocates memory for `count` elements with `corners` points each. Each element has at least `bytes_min`
 * bytes in the file. */
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

/* tc_msh_name_subdomain adds a subdomain to the set `subdomains`, tc_msh_find_subdomain to the sets
 * `subdomains` and `found`. The sign of the number is ignored, and 0 means no subdomain. */
tc_status tc_msh_name_subdomain(tc_msh_reader *reader, int64_t number);
tc_status tc_msh_find_subdomain(tc_msh_reader *reader, int64_t number);

#endif
