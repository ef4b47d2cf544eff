/* Converts a raw mesh into a mesh of tetrahedra that can be computed on: removes points of second order,
 * merges points, divides other shapes, decides on groups, drops unused points, orients and checks the cells.
 * Called by `tetracast mesh import` and by runs whose config names a source file (io/mesh_input). Nothing is
 * changed silently: each change is either requested by an option or counted in the result. Not collective. */
#ifndef TC_CONVERT_CONVERT_H
#define TC_CONVERT_CONVERT_H

#include "base/program/log.h"
#include "convert/raw_mesh.h"
#include "mesh/dual.h"
#include "mesh/topology.h"

/* Treatment of coincident points. */
typedef enum tc_merge_policy {
  TC_MERGE_REFUSE, /* error if boundary faces coincide with other boundary faces */
  TC_MERGE_NONE,   /* points are not merged, e.g. for intended cracks */
  TC_MERGE_WITHIN  /* points within a tolerance are merged before elements are divided */
} tc_merge_policy;

/* One entry A:B of a map of one dimension. `from` is the name or the number of a group of this dimension. A
 * text that is a name is not used as a number. The number 0 also means elements without a group; a group that
 * has this number and a name is meant by its name. */
typedef struct tc_label_map {
  const char *from;
  int32_t to;
} tc_label_map;

typedef struct tc_convert_options {
  /* Command line that imports the source file, such as "tetracast mesh import heart.msh -o heart". Errors
   * that an option would avoid end with "run <command> <option>". NULL if the user has called `mesh import`;
   * they then end with "use <option>". */
  const char *command;
  double scale; /* factor of all coordinates; positive */
  tc_merge_policy merge;
  double tolerance;  /* for TC_MERGE_WITHIN: multiple of the diagonal of the bounding box; 0: equal bits */
  bool divides;      /* divide hexahedra, prisms, pyramids and quadrilaterals (--split) */
  bool drops_curved; /* accept elements of second order whose edges are curved (--drop-curved) */
  int priorities;
  /* [priorities] names or numbers of groups of faces and cells; the first one has priority (--groups). */
  const char *const *priority;
  int region_maps, marker_maps;
  const tc_label_map *region_map, *marker_map; /* [region_maps], [marker_maps] */
} tc_convert_options;

/* Options with which automatic imports convert: scale 1, TC_MERGE_REFUSE, no division, no maps. */
extern const tc_convert_options tc_convert_defaults;

/* Numbers of what was found and changed. */
typedef struct tc_convert_counts {
  int64_t ignored_points, ignored_lines; /* source elements of dimension 0 and 1 */
  int64_t curved;        /* elements of second order with a middle that is not in the middle */
  int64_t second_order;  /* faces and cells of second order */
  int64_t middle_points; /* points that are middles of these elements and no corners; dropped */
  int64_t merged_points; /* points that were merged into points of lower numbers */
  int64_t unused_points; /* points that no cell or face uses, except middle_points; dropped */
  int64_t divided;       /* hexahedra, prisms and pyramids that were divided */
  int64_t repeated_cells,
      repeated_faces;      /* source elements that have the points of an earlier one; dropped */
  int64_t ungrouped_cells; /* cells of no group, which have region 0 */
  int64_t ungrouped_faces; /* source faces of no group, which have marker 0 */
  int64_t marked_interior; /* interior faces with a marker, which have no effect in runs */
} tc_convert_counts;

/* A group of which some elements have the label of another group, to which they also belong. */
typedef struct tc_group_loss {
  int dimension;       /* 2: faces, 3: cells */
  const char *group;   /* name and number, such as "wall (7)" */
  const char *winners; /* the groups whose labels its other elements have, in the same form, in a list */
  int64_t elements, retained; /* numbers of source elements: all of the group, and those with its label */
} tc_group_loss;

/* A mesh with everything that is stored in a mesh file. */
typedef struct tc_converted {
  /* Oriented, with names of regions and markers. `name` is that of tc_raw_mesh_convert, `hash` is
   * tc_mesh_hash_arrays, and `base` is that of the source file if its points are numbered consecutively from
   * 0 or 1, and otherwise 1. Elements of dimension 2 are the entries of the .face file, also those without a
   * group, whose marker is 0. */
  tc_mesh *mesh;
  tc_dual *dual;
  tc_topology topology;    /* components and contacts of `mesh` */
  int32_t *component_size; /* [topology.components] numbers of cells of the components, largest first */
  int64_t *source;         /* [cells] number of the source element of each cell */
  int width;               /* 0, 3 or 6 */
  double *fibre;           /* [cells][width] directions of each cell; NULL if width is 0 */
  double low[3], high[3];  /* bounding box of the mesh, after scaling */
  tc_convert_counts counts;
  int32_t losses;
  tc_group_loss *loss; /* [losses] in the order of the groups in the source file */
  tc_pool memory;      /* owns `loss` and its texts */
} tc_converted;

/* Converts `raw`, which is destroyed, so that its memory is free as early as possible. `name` is the base
 * name of the mesh. The caller zeroes *out before the call and frees it with tc_converted_free, also after
 * an error. Cells have the order of the source elements, and the cells of one divided element are
 * consecutive. Points have the order of the source file. Ignored lines are logged; ignored periodic links and
 * several components are warned about.
 *
 * The peak of memory is about 90 bytes per cell for a mesh of tetrahedra, which includes the raw mesh, and 16
 * bytes more per cell for each number of `vector`. Time is proportional to the elements; it is about three
 * times that of tc_dual_create.
 *
 * Errors: TC_INPUT "source: what is wrong: what to do" with numbers of the source file for curved elements,
 * elements that are not tetrahedra, files without tetrahedra, coincident boundary faces, more than 100
 * components of one cell, triangles that are not faces of a cell, cells or faces of several groups, labels
 * that do not fit in 32 bits, missing subdomains, entries of maps and priorities that match nothing (these
 * are TC_USAGE), and the errors of tc_mesh_orient and tc_dual_create; TC_INTERNAL if memory is exhausted. */
tc_status tc_raw_mesh_convert(tc_raw_mesh **raw, const char *name, const tc_convert_options *options,
                              const tc_log *log, tc_converted *out);
void tc_converted_free(tc_converted *converted);

#endif
