/* Search tree over axis-aligned boxes, which finds the boxes that contain a point. mesh/internal_interfaces.c
 * builds a tree over the cells with boundary faces, searches it once or twice per face and destroys it. Boxes
 * are sorted along a Morton curve and grouped in a balanced binary tree. Building takes time n log n, and a
 * search about log n if boxes overlap little. Not collective. */
#ifndef TC_MESH_BOX_TREE_H
#define TC_MESH_BOX_TREE_H

#include <math.h>
#include <stdint.h>

#include "base/core/status.h"

typedef struct tc_box {
  double low[3], high[3];
} tc_box;

static inline tc_box tc_box_empty(void) {
  return (tc_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

/* Extends a box so that it contains the point `point`. */
static inline void tc_box_add_point(tc_box *box, const double point[3]) {
  for (int axis = 0; axis < 3; axis++) {
    if (point[axis] < box->low[axis]) box->low[axis] = point[axis];
    if (point[axis] > box->high[axis]) box->high[axis] = point[axis];
  }
}

typedef struct tc_box_tree tc_box_tree;

/* Builds the tree over the boxes box[count], which it copies. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_box_tree_create(int32_t count, const tc_box *box, tc_box_tree **out);
void tc_box_tree_destroy(tc_box_tree **tree);

/* Calls visit(context, i) once for each box number i that contains the point `point`, in unspecified order. A
 * point on the surface of a box counts as contained. */
void tc_box_tree_visit(const tc_box_tree *tree, const double point[3],
                       void (*visit)(void *context, int32_t box), void *context);

#endif
