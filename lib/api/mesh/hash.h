/* Hash of a mesh that was not read from a file. Snapshot files contain the hash, by which a later run
 * recognises that they belong to its mesh. */
#ifndef TC_API_MESH_HASH_H
#define TC_API_MESH_HASH_H

#include "api/mesh/mesh_object.h"

/* Not collective. Sets the hash of a new mesh from its points, corners and markers. The hash of a mesh from
 * files remains that of the files. Does nothing on ranks without the mesh. */
void tc_api_mesh_hash_begin(tetracast_mesh *mesh);

/* Root only. Sets the hash of the mesh after its markers have been replaced. */
void tc_api_mesh_hash_markers(tetracast_mesh *mesh);

#endif
