/* Table of the element types and of the sequence of their points. Source: Gmsh reference manual, sections
 * "Node ordering" and "MSH file format". Corners have the same sequence as in VTK for all shapes. */
#include "io/importers/msh_types.h"

#include <stddef.h>

static const signed char tetrahedron10[] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};
static const signed char hexahedron27[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  11, 13, 9,  16, 18,
                                           19, 17, 10, 12, 14, 15, 22, 23, 21, 24, 20, 25, 26};
static const signed char prism18[] = {0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11, 15, 17, 16};
static const signed char pyramid14[] = {0, 1, 2, 3, 4, 5, 8, 10, 6, 7, 9, 11, 12, 13};

static const tc_msh_type types[] = {
    {1, 1, TC_ELEMENT_LINE, NULL},
    {2, 1, TC_ELEMENT_TRIANGLE, NULL},
    {3, 1, TC_ELEMENT_QUADRILATERAL, NULL},
    {4, 1, TC_ELEMENT_TETRAHEDRON, NULL},
    {5, 1, TC_ELEMENT_HEXAHEDRON, NULL},
    {6, 1, TC_ELEMENT_PRISM, NULL},
    {7, 1, TC_ELEMENT_PYRAMID, NULL},
    {8, 2, TC_ELEMENT_LINE3, NULL},
    {9, 2, TC_ELEMENT_TRIANGLE6, NULL},
    {10, 2, TC_ELEMENT_QUADRILATERAL9, NULL},
    {11, 2, TC_ELEMENT_TETRAHEDRON10, tetrahedron10},
    {12, 2, TC_ELEMENT_HEXAHEDRON27, hexahedron27},
    {13, 2, TC_ELEMENT_PRISM18, prism18},
    {14, 2, TC_ELEMENT_PYRAMID14, pyramid14},
    {15, 1, TC_ELEMENT_POINT, NULL},
    {16, 2, TC_ELEMENT_QUADRILATERAL8, NULL},
    {17, 2, TC_ELEMENT_HEXAHEDRON20, hexahedron27},
    {18, 2, TC_ELEMENT_PRISM15, prism18},
    {19, 2, TC_ELEMENT_PYRAMID13, pyramid14},
    {20, 3, TC_ELEMENT_TRIANGLE, NULL},
    {21, 3, TC_ELEMENT_TRIANGLE, NULL},
    {22, 4, TC_ELEMENT_TRIANGLE, NULL},
    {23, 4, TC_ELEMENT_TRIANGLE, NULL},
    {24, 5, TC_ELEMENT_TRIANGLE, NULL},
    {25, 5, TC_ELEMENT_TRIANGLE, NULL},
    {26, 3, TC_ELEMENT_LINE, NULL},
    {27, 4, TC_ELEMENT_LINE, NULL},
    {28, 5, TC_ELEMENT_LINE, NULL},
    {29, 3, TC_ELEMENT_TETRAHEDRON, NULL},
    {30, 4, TC_ELEMENT_TETRAHEDRON, NULL},
    {31, 5, TC_ELEMENT_TETRAHEDRON, NULL},
    {92, 3, TC_ELEMENT_HEXAHEDRON, NULL},
    {93, 4, TC_ELEMENT_HEXAHEDRON, NULL},
};

static const tc_msh_type *find_type(int64_t number) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].number == number) return &types[i];
  return NULL;
}

tc_status tc_msh_type_find(const tc_msh_tokens *tokens, int64_t number, int64_t element,
                           const tc_msh_type **out) {
  const tc_msh_type *type = find_type(number);
  if (!type)
    return tc_msh_error(tokens,
                        "element %lld has the unknown type %lld: save the mesh with order 1, e.g. gmsh %s "
                        "-order 1 -save -format msh41 -o linear.msh",
                        (long long)element, (long long)number, tokens->file.path);
  if (type->order > 2)
    return tc_msh_error(tokens,
                        "element %lld is a %s of order %d (type %lld): save the mesh with order 1 or 2, "
                        "e.g. gmsh %s -order 1 -save -format msh41 -o linear.msh",
                        (long long)element, tc_element_shape_of(type->type)->name, type->order,
                        (long long)number, tokens->file.path);
  *out = type;
  return TC_OK;
}
