/* Broadcast of the names of regions and markers, which only the root reads from the mesh. All ranks need the
 * names to replace names in the config by numbers, and to write names in logs and reports. */
#ifndef TC_COMM_LAYOUT_MESH_NAMES_H
#define TC_COMM_LAYOUT_MESH_NAMES_H

#include "comm/world/world.h"
#include "mesh/mesh.h"

/* Names of a mesh on any rank. Zero-initialise before use. */
typedef struct tc_mesh_names {
  int32_t count;
  const tc_mesh_name *name; /* [count] names in the order of the mesh */
  tc_pool memory;           /* owns the array and the texts */
} tc_mesh_names;

/* Collective. Copies the names of the root's mesh, in the order of the mesh, to all ranks. Other ranks pass
 * NULL as `mesh`. The caller frees *out with tc_mesh_names_free, also after an error. Errors (on all ranks):
 * TC_INPUT if the names exceed 2^30 bytes; TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_mesh_names_broadcast(const tc_world *world, const tc_mesh *mesh, tc_mesh_names *out);
void tc_mesh_names_free(tc_mesh_names *names);

#endif
