/* Types of source elements: shape, number and order of the points. Linear elements and complete or incomplete
 * elements of second order are supported. Readers reorder the points of an element from their format into the
 * order of VTK, which this table uses. Not collective. */
#ifndef TC_CONVERT_ELEMENT_TYPE_H
#define TC_CONVERT_ELEMENT_TYPE_H

/* The points of an element have the order of VTK's cell types. In an element of second order, the corners are
 * first. The middle points of the edges follow, then those of the faces, then the centre. */
typedef enum tc_element_type {
  TC_ELEMENT_POINT,
  TC_ELEMENT_LINE,
  TC_ELEMENT_LINE3,
  TC_ELEMENT_TRIANGLE,
  TC_ELEMENT_TRIANGLE6,
  TC_ELEMENT_QUADRILATERAL,
  TC_ELEMENT_QUADRILATERAL8,
  TC_ELEMENT_QUADRILATERAL9,
  TC_ELEMENT_TETRAHEDRON,
  TC_ELEMENT_TETRAHEDRON10,
  TC_ELEMENT_HEXAHEDRON,
  TC_ELEMENT_HEXAHEDRON20,
  TC_ELEMENT_HEXAHEDRON27,
  TC_ELEMENT_PRISM,
  TC_ELEMENT_PRISM15,
  TC_ELEMENT_PRISM18,
  TC_ELEMENT_PYRAMID,
  TC_ELEMENT_PYRAMID13,
  TC_ELEMENT_PYRAMID14,
  TC_ELEMENT_TYPES
} tc_element_type;

enum { TC_ELEMENT_POINTS_MAX = 27, TC_ELEMENT_CORNERS_MAX = 8 };

typedef struct tc_element_shape {
  const char *name, *names; /* singular and plural for messages, equal for first and second order:
                               "hexahedron", "hexahedra" */
  int dimension;            /* 0 to 3 */
  int points;               /* number of points */
  int corners;              /* number of corners, which are the first points */
  /* middle[k] lists the corners of which point corners + k is the mean: 2 corners for an edge, 3 or 4 for a
   * face, and 5 to 8 for the centre of the element. The list ends with -1 if it is shorter than 8. NULL for
   * linear elements. */
  const signed char (*middle)[TC_ELEMENT_CORNERS_MAX];
} tc_element_shape;

extern const tc_element_shape tc_element_shapes[TC_ELEMENT_TYPES];

/* Returns the properties of an element type. */
static inline const tc_element_shape *tc_element_shape_of(tc_element_type type) {
  return &tc_element_shapes[type];
}

/* Returns the linear type with the same corners. In the list of types, elements of second order follow the
 * linear one. */
static inline tc_element_type tc_element_linear_type(tc_element_type type) {
  while (tc_element_shapes[type].middle) type--;
  return type;
}

#endif
