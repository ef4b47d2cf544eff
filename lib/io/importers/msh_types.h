/* Element types of Gmsh: number, order and sequence of points. Not collective. */
#ifndef TC_IO_IMPORTERS_MSH_TYPES_H
#define TC_IO_IMPORTERS_MSH_TYPES_H

#include "convert/element_type.h"
#include "io/importers/msh_tokens.h"

typedef struct tc_msh_type {
  int number;               /* number of the type in the file */
  int order;                /* order of the polynomials; elements of an order above 2 cannot be imported */
  tc_element_type type;     /* type of order 1 or 2; for a higher order, the linear type of the same shape */
  const signed char *point; /* point i of `type` is point point[i] of the file; NULL if the order is equal */
} tc_msh_type;

/* Sets *type to the entry of a type number. Errors: TC_INPUT with the number of an element of this type and
 * the place of `tokens` if the type is unknown or of an order above 2. */
tc_status tc_msh_type_find(const tc_msh_tokens *tokens, int64_t number, int64_t element,
                           const tc_msh_type **type);

/* Returns the number of points of an element of the type. */
static inline int tc_msh_type_points(const tc_msh_type *type) {
  return tc_element_shape_of(type->type)->points;
}

#endif
