/* Fifth step of a conversion: divides the elements, numbers the points that are in use, and copies everything
 * into a tc_mesh. Not collective. */
#ifndef TC_CONVERT_BUILD_MESH_H
#define TC_CONVERT_BUILD_MESH_H

#include "convert/conversion_internal.h"

/* Creates out->mesh, out->source and out->fibre, and sets the numbers of the source file in the conversion.
 * Destroys the raw mesh. Errors: TC_INPUT if there are too many cells, if an element belongs to groups with
 * different labels, or if a division gives cells of both orientations. */
tc_status tc_conversion_build_mesh(tc_conversion *conversion, const char *name);

#endif
