/* Creates the internal mesh (tc_mesh) from the complete arrays that a program passes. No function is
 * collective. The root calls them. */
#ifndef TC_API_MESH_ARRAYS_H
#define TC_API_MESH_ARRAYS_H

#include "mesh/mesh.h"

/* Arrays of a complete mesh as the program passes them. All are borrowed. */
typedef struct tc_api_mesh_arrays {
  const char *name; /* NULL for "mesh" */
  int64_t vertices;
  const double *point; /* [vertices][3] */
  int64_t cells;
  const int64_t *corner; /* [cells][4] */
} tc_api_mesh_arrays;

/* Returns TC_USAGE if the numbers of cells and vertices are out of range. */
tc_status tc_api_mesh_check_size(int64_t vertices, int64_t cells);

/* Creates a mesh from copies of the arrays. The caller frees *out with tc_mesh_destroy. Errors: TC_USAGE for
 * a size out of range or a missing array; TC_INPUT with the lowest cell whose vertex is out of range or the
 * lowest vertex whose point is not finite; TC_INTERNAL if memory is exhausted. */
tc_status tc_api_mesh_copy_arrays(const tc_api_mesh_arrays *from, tc_mesh **out);

#endif
