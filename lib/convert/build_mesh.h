/* Fifth step of a conversion: divides the elements into tetrahedra and triangles, numbers the points that are
 * in use, and copies everything into a tc_mesh. Not collective. */
#ifndef TC_CONVERT_BUILD_MESH_H
#define TC_CONVERT_BUILD_MESH_H

#include "convert/conversion_internal.h"

/* Creates mesh, source and fibre in conversion->out, and sets conversion->node_number and face_number, the
 * numbers of points and faces in the source file. Destroys the raw mesh. Errors: TC_INPUT if there are too
 * many cells, if an element belongs to groups with different labels, or if a division gives cells of both
 * orientations. */
tc_status tc_conversion_build_mesh(tc_conversion *conversion, const char *name);

#endif
