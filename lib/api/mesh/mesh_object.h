/* Defines the struct of the public type tetracast_mesh. The root stores the mesh. The other ranks store only
 * its size and the numbers of the cells that they passed. */
#ifndef TC_API_MESH_MESH_OBJECT_H
#define TC_API_MESH_MESH_OBJECT_H

#include "api/call/world_object.h"
#include "api/include/tetracast/mesh.h"
#include "mesh/mesh.h"

struct tetracast_mesh {
  tetracast_world *world; /* retained */
  tc_mesh *mesh;          /* owned; NULL on all ranks but the root */
  int64_t vertices, cells;
  uint64_t cells_hash; /* root only: hash of points and corners or, for a mesh from files, of the files */
  int64_t
      own_cells; /* number of cells that this rank passed; tetracast_mesh_set_regions requires this number */
  /* [own_cells] numbers of these cells; owned. NULL if this rank passed all cells, in the order of their
   * numbers, or none. */
  int64_t *own_cell;
};

/* Collective. Completes a mesh that exists on the root in `mesh` (NULL on other ranks). Becomes the owner of
 * `mesh`, also after an error, and of `own_cell` on success. `own` is the status of this rank so far; if any
 * rank has an error, all ranks return an error. */
tc_status tc_api_mesh_complete(tetracast_world *world, tc_status own, tc_mesh *mesh, int64_t own_cells,
                               int64_t *own_cell, tetracast_mesh **out);

#endif
