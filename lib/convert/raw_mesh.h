/* A mesh as it is in a source file: points, source elements of any shape, and groups. Readers of mesh formats
 * (io/importers) create it, and convert/convert.h makes a tc_mesh from it. Source elements are stored in the
 * order of the file. All numbers in memory begin at 0; messages contain the numbers of the source file. No
 * function is collective, and none uses MPI. */
#ifndef TC_CONVERT_RAW_MESH_H
#define TC_CONVERT_RAW_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"
#include "convert/element_type.h"

/* A group of source elements of one dimension. Groups of different dimensions may have the same number. */
typedef struct tc_raw_group {
  int dimension; /* 0 to 3: points, lines, faces or cells */
  /* number of the group in the source file; if the file has no numbers, the order of the groups in the file,
   * from 1 */
  int64_t number;
  const char *name; /* name in the source file; NULL if there is none */
} tc_raw_group;

/* Facts about the source file for checks and for the report of an import. */
typedef struct tc_raw_facts {
  int64_t periodic_links; /* pairs of entities that the file declares periodic */
  /* number of subdomains (parts of a partitioned mesh) that the file declares; 0 if it declares none */
  int32_t subdomains;
  int64_t ignored_sides; /* sides of cells in named sets that cannot be faces of the mesh */
  bool has_labels; /* true if the file has one number per face, as in TetGen; 0 is then a valid number */
  int32_t subdomains_found; /* number of different subdomains of which the file has source elements */
} tc_raw_facts;

typedef struct tc_raw_mesh {
  const char *source; /* path of the source file, for messages */
  const char *format; /* format and version, such as "Gmsh MSH 4.1, binary" */
  uint64_t hash;      /* hash of the bytes of all source files */
  int32_t base;       /* number in the source file of point 0, if point_number is NULL */
  int32_t points;
  double *point;         /* [points][3] coordinates, which are finite */
  int64_t *point_number; /* [points] numbers in the source file; NULL if they are consecutive from `base` */

  int32_t elements;        /* number of source elements */
  uint8_t *type;           /* [elements] tc_element_type */
  int64_t *element_number; /* [elements] numbers in the source file */
  int32_t *set;            /* [elements] set of groups to which each element belongs; set 0 is empty */
  int64_t corners;         /* total number of points of all elements */
  int32_t *corner;         /* [corners] points of all elements in sequence, each in the order of
                              convert/element_type.h */

  int32_t groups;
  const tc_raw_group *group; /* [groups] */
  int32_t sets;
  const int32_t *set_begin; /* [sets + 1] */
  const int32_t *set_group; /* groups of set s: set_group[set_begin[s]] .. set_group[set_begin[s + 1] - 1] */

  int width; /* numbers per element in `vector`: 0, 3 (fibre direction) or 6 (fibre and sheet directions) */
  double *vector; /* [elements][width] directions of all elements, 0 where the file has none; NULL if width is
                     0 */

  tc_raw_facts facts;
  tc_pool memory;               /* owns the texts and the points */
  struct tc_raw_growth *growth; /* capacities of the growing arrays; private */
} tc_raw_mesh;

/* Creates an empty mesh and copies `source`. The caller frees *out with tc_raw_mesh_destroy. Errors:
 * TC_INTERNAL if memory is exhausted, as in all functions below. */
tc_status tc_raw_mesh_create(const char *source, tc_raw_mesh **out);
void tc_raw_mesh_destroy(tc_raw_mesh **mesh);

/* Sets mesh->format to a formatted text. */
tc_status tc_raw_mesh_set_format(tc_raw_mesh *mesh, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Allocates `point` for the given number of points, and `point_number` if `is_numbered` is true. The contents
 * are not set. Call it once. */
tc_status tc_raw_mesh_set_points(tc_raw_mesh *mesh, int32_t points, bool is_numbered);

/* Returns the number that a point has in the source file. */
int64_t tc_raw_mesh_point_number(const tc_raw_mesh *mesh, int32_t point);

/* Reserves memory for further elements with `corners` points in total, so that adding them does not move the
 * arrays. The call is optional. */
tc_status tc_raw_mesh_reserve(tc_raw_mesh *mesh, int64_t elements, int64_t corners);

/* Adds an element with the number `number` of the source file. `corner` has the points of the element in the
 * order of the table in convert/element_type.h; the caller has checked that they exist. Errors: TC_INPUT if
 * the mesh would have more than 2^31 - 1 elements. */
tc_status tc_raw_mesh_add_element(tc_raw_mesh *mesh, tc_element_type type, int64_t number, int32_t set,
                                  const int32_t *corner);

/* Sets *index to the index of the group with this dimension and number. Adds the group if it does not exist.
 * If `name` is not NULL, the group gets this name. */
tc_status tc_raw_mesh_add_group(tc_raw_mesh *mesh, int dimension, int64_t number, const char *name,
                                int32_t *index);

/* Sets *index to the index of the set that consists of the `count` groups with the indices group[]. Adds
 * the set if it does not exist. The order of the groups is irrelevant, and a group that occurs twice
 * counts once. */
tc_status tc_raw_mesh_add_set(tc_raw_mesh *mesh, int count, const int32_t *group, int32_t *index);

/* Allocates `vector` for `width` numbers of each element that was added so far, and sets them to 0. */
tc_status tc_raw_mesh_set_width(tc_raw_mesh *mesh, int width);

/* Returns the three coordinates of a point of the mesh. */
static inline const double *tc_raw_mesh_point(const tc_raw_mesh *mesh, int32_t point) {
  return mesh->point + 3 * (size_t)point;
}

#endif
