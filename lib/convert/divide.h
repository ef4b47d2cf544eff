/* Division of elements into tetrahedra and triangles. Each quadrilateral is divided by the diagonal through
 * the corner with the smallest point number. Two elements that share the quadrilateral therefore choose the
 * same diagonal. Called by convert/build_mesh.c after points were merged. Source: Dompierre, Labbe, Vallet,
 * Camarero, 8th International Meshing Roundtable 1999. Not collective. */
#ifndef TC_CONVERT_DIVIDE_H
#define TC_CONVERT_DIVIDE_H

#include <stdint.h>

#include "convert/element_type.h"

enum { TC_DIVIDED_MAX = 6 };

/* Divides a linear element of dimension 3 with the points `corner` and writes the tetrahedra to `cell`.
 * Tetrahedra of a right-handed element are right-handed, unless it is not convex. Returns their number: 5 or
 * 6 for a hexahedron, 3 for a prism, 2 for a pyramid, 1 for a tetrahedron. */
int tc_element_divide(tc_element_type type, const int32_t *corner, int32_t cell[TC_DIVIDED_MAX][4]);

/* Divides a triangle or quadrilateral with the points `corner` and writes the triangles to `triangle`.
 * Returns their number. */
int tc_face_divide(int corners, const int32_t *corner, int32_t triangle[2][3]);

#endif
