/* What numbers a mesh gives to parts of it: regions of cells, markers of boundary faces. Not collective. */
#ifndef TC_MESH_LABELS_H
#define TC_MESH_LABELS_H

#include "base/text/line.h"
#include "mesh/dual.h"

typedef struct tc_labels {
  int32_t count;
  int32_t *label; /* [count] different ones, rising */
  int64_t *items; /* [count] cells or faces that have it */
  double *size;   /* [count] their volume or area */
} tc_labels;

/* Arrays of so many labels, not set. */
tc_status tc_labels_create(int32_t count, tc_labels **out);
void tc_labels_destroy(tc_labels **labels);

/* Regions of all cells, with volumes, and markers of all boundary faces (0 for those without), with areas.
 * The mesh must have passed tc_mesh_orient. */
tc_status tc_labels_create_regions(const tc_mesh *mesh, tc_labels **out);
tc_status tc_labels_create_markers(const tc_mesh *mesh, const tc_dual *dual, tc_labels **out);

/* Markers of the interior faces that the .face file marks. Their sizes are 0. */
tc_status tc_labels_of_interior(const tc_dual *dual, tc_labels **out);

/* Its place in the list, -1 for a label that nothing has. */
int32_t tc_labels_find(const tc_labels *labels, int32_t label);

/* Returns the text of `line`: "1, 2, 7", or "none". */
const char *tc_labels_format(const tc_labels *labels, tc_line *line);

#endif
