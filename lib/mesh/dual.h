/* Dual graph of a mesh: cells that share a face are neighbours, and the other faces are boundary faces. The
 * root creates it after tc_mesh_orient; orderings, partitions, topology and submeshes are derived from it.
 * Two cells share a face if they have the same three vertices, so coordinates have no influence. Not
 * collective. */
#ifndef TC_MESH_DUAL_H
#define TC_MESH_DUAL_H

#include "base/core/pool.h"
#include "mesh/mesh.h"

/* Dual graph. Face k of a cell is opposite its vertex k. */
typedef struct tc_dual {
  int32_t cells;
  int32_t *neighbour; /* [cells][4] neighbour of each cell across its face k, or -1-b if this face is boundary
                         face b */
  int32_t boundary;   /* number of boundary faces */
  int32_t *face; /* [boundary] the boundary faces in ascending order, each as cell*4+k for face k of a cell */
  int32_t *marker; /* [boundary] marker of each boundary face in the .face file; 0 if the file has no entry
                      for the face */
  int32_t marked_interior;  /* number of interior faces with a marker other than 0 in the .face file */
  int32_t *interior_marker; /* [marked_interior] markers of the interior faces whose marker is not 0 */
  tc_pool memory;           /* owns the arrays of this struct */
} tc_dual;

/* Creates the dual graph: matches the faces of all cells and copies the markers of boundary faces from the
 * .face file. Markers of interior faces have no effect and are only listed in interior_marker. The mesh must
 * have passed tc_mesh_orient. The caller frees *out with tc_dual_destroy. The function needs scratch memory
 * of about 16 bytes per cell and 8 bytes per entry of the .face file (mesh/face_join.h). Threads share the
 * work.
 *
 * Errors: TC_INPUT with file and cells or entry if two cells have the same vertices; if more than two cells
 * share a face; if two neighbours are on the same side of their face (overlapping cells); if two .face
 * entries give a face different markers; or if .face entries are not faces of the mesh (the first one is
 * named). If several faces are invalid, the error names the first one in lexicographic order of the nodes.
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_dual_create(const tc_mesh *mesh, tc_dual **out);
void tc_dual_destroy(tc_dual **dual);

/* tc_cell_face_vertices[k] has the local numbers (0 .. 3) of the vertices of face k of a cell. The vertices
 * are ordered such that the face's normal by the right-hand rule points outwards if the cell is
 * right-handed. */
extern const int tc_cell_face_vertices[4][3];

#endif
