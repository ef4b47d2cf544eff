/* Converts a raw mesh, as read from a file of another program (the source file), into a mesh of tetrahedra on
 * which the program can compute. The conversion removes middle points of elements of second order, merges
 * points, and divides hexahedra, prisms and pyramids. It then assigns to each cell and face the label of one
 * group, drops unused points, and orients and checks the cells. Called by the command `tetracast mesh
 * import`, and by commands whose config names a source file as the mesh (io/mesh_input), which import it
 * automatically. Each change of the mesh is either requested by an option or counted in the result. Not
 * collective. */
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

/* One entry A:B of the options --region-map (cells) and --marker-map (faces), which assigns the label B to
 * the elements of group A. If A is 0, the entry applies also to elements without a group. A group that has
 * both the number 0 and a name can only be selected by its name. */
typedef struct tc_label_map {
  const char *from; /* name or number of group A; used as a number only if no group has this name */
  /* label to which the elements of group A are mapped: region of the cells, or marker of the faces */
  int32_t to;
} tc_label_map;

/* Options of a conversion. The texts in parentheses are the options of `tetracast mesh import`. */
typedef struct tc_convert_options {
  /* Command line for error messages that recommend an option of `mesh import`. It is NULL if the user has
   * called `mesh import`, and the messages then end with "use <option>". In an automatic import it is a
   * command line that imports the same file, such as "tetracast mesh import heart.msh -o heart". The messages
   * then end with "run <command> <option>". */
  const char *command;
  double scale; /* positive factor by which all coordinates are multiplied */
  tc_merge_policy merge;
  /* For TC_MERGE_WITHIN: distance below which points are merged, divided by the diagonal of the bounding box.
   * 0 merges points with equal coordinates only. */
  double tolerance;
  /* hexahedra, prisms, pyramids and quadrilaterals are divided (--split); otherwise they are an error */
  bool divides;
  /* elements of second order with curved edges are accepted (--drop-curved); otherwise they are an error */
  bool drops_curved;
  int priorities;
  /* [priorities] names or numbers of groups of faces and cells, by falling priority (--groups). An element of
   * several groups gets the label of the first one. */
  const char *const *priority;
  int region_maps, marker_maps;
  /* [region_maps] and [marker_maps] maps of group names or numbers to regions and to markers */
  const tc_label_map *region_map, *marker_map;
} tc_convert_options;

/* Options with which automatic imports convert: scale 1, TC_MERGE_REFUSE, no division, no maps. */
extern const tc_convert_options tc_convert_defaults;

/* Numbers of elements and points that the conversion has found, changed or dropped. */
typedef struct tc_convert_counts {
  int64_t ignored_points, ignored_lines; /* source elements of dimension 0 and 1 */
  int64_t curved; /* elements of second order with curved edges: the middle point of an edge is not at its
                     centre */
  int64_t second_order;  /* faces and cells of second order */
  int64_t middle_points; /* points that are only middle points of edges of these faces and cells, never
                            corners; dropped */
  int64_t merged_points; /* points that were merged into points of lower numbers */
  int64_t unused_points; /* points that no cell or face uses, except middle_points; dropped */
  int64_t divided;       /* hexahedra, prisms and pyramids that were divided */
  /* Source elements with the same points as an earlier source element; dropped. */
  int64_t repeated_cells, repeated_faces;
  int64_t ungrouped_cells; /* cells of no group, which have region 0 */
  int64_t ungrouped_faces; /* source faces of no group, which have marker 0 */
  int64_t marked_interior; /* interior faces with a marker, which have no effect in runs */
} tc_convert_counts;

/* A group that has lost elements. An element that belongs to several groups receives the label of only one of
 * them, and the other groups lose it. */
typedef struct tc_group_loss {
  int dimension;     /* 2: faces, 3: cells */
  const char *group; /* name and number, such as "wall (7)" */
  /* groups whose labels the lost elements received, as a list of texts like `group` */
  const char *winners;
  /* `elements` is the number of all source elements of the group. `retained` is the number of these elements
   * that have the label of the group. */
  int64_t elements, retained;
} tc_group_loss;

/* Result of a conversion: a mesh with all data that a mesh file stores. */
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
  int width;               /* number of fibre values per cell: 0, 3 or 6 */
  double *fibre;           /* [cells][width] directions of each cell; NULL if width is 0 */
  /* corners with the lowest and the highest coordinates of the mesh's bounding box, after scaling */
  double low[3], high[3];
  tc_convert_counts counts;
  int32_t losses;
  /* [losses] groups that have lost elements, in the order of the groups in the source file */
  tc_group_loss *loss;
  tc_pool memory; /* owns `loss` and its texts */
} tc_converted;

/* Converts `raw`, which is destroyed, so that its memory is free as early as possible. `name` is the base
 * name of the mesh. The caller zeroes *out before the call and frees it with tc_converted_free, also after
 * an error. Cells have the order of the source elements, and the cells of one divided element are
 * consecutive. Points have the order of the source file. The function logs the number of ignored lines. It
 * logs a warning if periodic links are ignored or if there are several components.
 *
 * For a mesh of tetrahedra, the peak memory is about 90 bytes per cell, raw mesh included, and 16 bytes more
 * per cell for each number in `vector`. The time is proportional to the number of elements, and about three
 * times that of tc_dual_create.
 *
 * Errors: TC_INPUT "source: what is wrong: what to do" with numbers of the source file for curved elements,
 * elements that are not tetrahedra, files without tetrahedra, coincident boundary faces, more than 100
 * components of one cell, triangles that are not faces of a cell, cells or faces of several groups, labels
 * that do not fit in 32 bits, and missing subdomains; TC_USAGE for entries of maps and priorities that match
 * nothing; the errors of tc_mesh_orient and tc_dual_create; TC_INTERNAL if memory is exhausted. */
tc_status tc_raw_mesh_convert(tc_raw_mesh **raw, const char *name, const tc_convert_options *options,
                              const tc_log *log, tc_converted *out);
void tc_converted_free(tc_converted *converted);

#endif
