/* Order of the cells of a mesh along a Hilbert curve. Only the process that holds the whole mesh calls this
 * module: before it divides the cells along the curve (count/layout.h), and in io/mesh_file, which stores
 * cells in this order. The order is a function of the mesh alone. Not collective. */
#ifndef TC_SOLVE_SPACE_CELL_CURVE_H
#define TC_SOLVE_SPACE_CELL_CURVE_H

#include "mesh/mesh.h"

/* Fills cell[mesh->cells] with the cells in the order in which the curve through the bounding box of the
 * vertices visits their centroids. Cells with equal keys (graph/order/hilbert_curve.h) are in ascending
 * order. Needs scratch memory of 40 bytes per cell. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_cell_curve_fill(const tc_mesh *mesh, int32_t *cell);

#endif
