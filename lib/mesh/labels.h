/* Labels of a mesh: the regions of its cells and the markers of its boundary faces, with the number of cells
 * or faces of each and their total volume or area. Runs (solve/space) and dry runs create them from the mesh
 * and its dual, check the regions and markers of the config against them, and list them in reports. Labels
 * are in ascending order. Not collective. */
#ifndef TC_MESH_LABELS_H
#define TC_MESH_LABELS_H

#include "base/core/pool.h"
#include "base/text/line.h"
#include "mesh/dual.h"

/* Region or marker as a config states it: a number, or the name of one or several numbers
 * (io/config/config_labels.h). */
typedef struct tc_label {
  int32_t number;   /* valid if `name` is NULL */
  const char *name; /* borrowed */
} tc_label;

typedef struct tc_labels {
  int32_t count;
  int32_t *label; /* [count] distinct labels, ascending */
  int64_t *items; /* [count] number of cells or faces with the label */
  double *size;   /* [count] volume of the cells, or area of the faces, with the label, in the mesh's unit */
  const char **name; /* [count] first name of each label in the mesh; NULL if the label has none */
  tc_pool memory;    /* owns the arrays and texts of this struct */
} tc_labels;

/* Allocates an object for `count` labels. The array `label` is not set; the arrays `items` and `size` are 0.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_labels_create(int32_t count, tc_labels **out);
void tc_labels_destroy(tc_labels **labels);

/* tc_labels_create_regions lists the regions of all cells with their volumes. tc_labels_create_markers lists
 * the markers of all boundary faces with their areas. Faces without a marker are counted under marker 0.
 * The sums do not depend on the order of the cells. The mesh must have passed tc_mesh_orient. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_labels_create_regions(const tc_mesh *mesh, tc_labels **out);
tc_status tc_labels_create_markers(const tc_mesh *mesh, const tc_dual *dual, tc_labels **out);

/* Creates the list of the distinct values of label[0..n-1] and counts the items of each. The array `size` is
 * 0, and no label has a name. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_labels_create_distinct(int32_t n, const int32_t *label, tc_labels **out);

/* Creates the list of the markers that interior faces have in the .face file. The areas of these faces are
 * not computed; the array `size` is 0. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_labels_create_interior(const tc_dual *dual, tc_labels **out);

/* Returns the index of `label` in labels->label, or -1 if the list does not contain it. */
int32_t tc_labels_find(const tc_labels *labels, int32_t label);

/* Sets the name of each label to a copy of the first name that it has in the list name[names]. `dimension` is
 * 3 for regions and 2 for markers. tc_labels_create_regions and tc_labels_create_markers call this function
 * with the names of the mesh. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_labels_set_names(tc_labels *labels, int dimension, int32_t names, const tc_mesh_name *name);

/* Writes the label with index k to `text`, such as "7", or "7 'scar'" if it has a name. Returns `text`. */
enum { TC_LABEL_TEXT = 96 };
const char *tc_labels_format_label(const tc_labels *labels, int32_t k, char text[TC_LABEL_TEXT]);

/* Writes all labels to `line`, such as "1 'wall', 2, 7", or "none" if there are none. Returns the text of the
 * line. */
const char *tc_labels_format(const tc_labels *labels, tc_line *line);

#endif
