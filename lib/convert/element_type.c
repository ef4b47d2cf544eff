/* The table of element types. The rows of `middle` follow the order of VTK's quadratic cells. */
#include "convert/element_type.h"

#include <stddef.h>

typedef signed char middle_row[TC_ELEMENT_CORNERS_MAX];

#define EDGE(a, b)                                                                                           \
  { a, b, -1, -1, -1, -1, -1, -1 }
#define FACE4(a, b, c, d)                                                                                    \
  { a, b, c, d, -1, -1, -1, -1 }

static const middle_row line_middle[] = {EDGE(0, 1)};
static const middle_row triangle_middle[] = {EDGE(0, 1), EDGE(1, 2), EDGE(2, 0)};
static const middle_row quadrilateral_middle[] = {EDGE(0, 1), EDGE(1, 2), EDGE(2, 3), EDGE(3, 0),
                                                  FACE4(0, 1, 2, 3)};
static const middle_row tetrahedron_middle[] = {EDGE(0, 1), EDGE(1, 2), EDGE(2, 0),
                                                EDGE(0, 3), EDGE(1, 3), EDGE(2, 3)};
static const middle_row hexahedron_middle[] = {EDGE(0, 1),
                                               EDGE(1, 2),
                                               EDGE(2, 3),
                                               EDGE(3, 0),
                                               EDGE(4, 5),
                                               EDGE(5, 6),
                                               EDGE(6, 7),
                                               EDGE(7, 4),
                                               EDGE(0, 4),
                                               EDGE(1, 5),
                                               EDGE(2, 6),
                                               EDGE(3, 7),
                                               FACE4(0, 3, 7, 4),
                                               FACE4(1, 2, 6, 5),
                                               FACE4(0, 1, 5, 4),
                                               FACE4(3, 2, 6, 7),
                                               FACE4(0, 1, 2, 3),
                                               FACE4(4, 5, 6, 7),
                                               {0, 1, 2, 3, 4, 5, 6, 7}};
static const middle_row prism_middle[] = {EDGE(0, 1),        EDGE(1, 2),        EDGE(2, 0),
                                          EDGE(3, 4),        EDGE(4, 5),        EDGE(5, 3),
                                          EDGE(0, 3),        EDGE(1, 4),        EDGE(2, 5),
                                          FACE4(0, 1, 4, 3), FACE4(1, 2, 5, 4), FACE4(2, 0, 3, 5)};
static const middle_row pyramid_middle[] = {EDGE(0, 1), EDGE(1, 2), EDGE(2, 3), EDGE(3, 0),       EDGE(0, 4),
                                            EDGE(1, 4), EDGE(2, 4), EDGE(3, 4), FACE4(0, 1, 2, 3)};

const tc_element_shape tc_element_shapes[TC_ELEMENT_TYPES] = {
    [TC_ELEMENT_POINT] = {"point", "points", 0, 1, 1, NULL},
    [TC_ELEMENT_LINE] = {"line", "lines", 1, 2, 2, NULL},
    [TC_ELEMENT_LINE3] = {"line", "lines", 1, 3, 2, line_middle},
    [TC_ELEMENT_TRIANGLE] = {"triangle", "triangles", 2, 3, 3, NULL},
    [TC_ELEMENT_TRIANGLE6] = {"triangle", "triangles", 2, 6, 3, triangle_middle},
    [TC_ELEMENT_QUADRILATERAL] = {"quadrilateral", "quadrilaterals", 2, 4, 4, NULL},
    [TC_ELEMENT_QUADRILATERAL8] = {"quadrilateral", "quadrilaterals", 2, 8, 4, quadrilateral_middle},
    [TC_ELEMENT_QUADRILATERAL9] = {"quadrilateral", "quadrilaterals", 2, 9, 4, quadrilateral_middle},
    [TC_ELEMENT_TETRAHEDRON] = {"tetrahedron", "tetrahedra", 3, 4, 4, NULL},
    [TC_ELEMENT_TETRAHEDRON10] = {"tetrahedron", "tetrahedra", 3, 10, 4, tetrahedron_middle},
    [TC_ELEMENT_HEXAHEDRON] = {"hexahedron", "hexahedra", 3, 8, 8, NULL},
    [TC_ELEMENT_HEXAHEDRON20] = {"hexahedron", "hexahedra", 3, 20, 8, hexahedron_middle},
    [TC_ELEMENT_HEXAHEDRON27] = {"hexahedron", "hexahedra", 3, 27, 8, hexahedron_middle},
    [TC_ELEMENT_PRISM] = {"prism", "prisms", 3, 6, 6, NULL},
    [TC_ELEMENT_PRISM15] = {"prism", "prisms", 3, 15, 6, prism_middle},
    [TC_ELEMENT_PRISM18] = {"prism", "prisms", 3, 18, 6, prism_middle},
    [TC_ELEMENT_PYRAMID] = {"pyramid", "pyramids", 3, 5, 5, NULL},
    [TC_ELEMENT_PYRAMID13] = {"pyramid", "pyramids", 3, 13, 5, pyramid_middle},
    [TC_ELEMENT_PYRAMID14] = {"pyramid", "pyramids", 3, 14, 5, pyramid_middle},
};
