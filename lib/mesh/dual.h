/* The dual of a mesh: which cells share a face, and which faces lie on the boundary. */
#ifndef TC_MESH_DUAL_H
#define TC_MESH_DUAL_H

#include "mesh/mesh.h"

/* Face k of a cell is the one opposite its vertex k. */
typedef struct tc_dual {
  int32_t cells;
  int32_t *neighbour;     /* [cells][4]: the cell behind face k, or -1-b for boundary face b */
  int32_t boundary;       /* boundary faces */
  int32_t *face;          /* [boundary] cell*4+k of boundary face b, rising */
  int32_t *marker;        /* [boundary] from the .face file, 0 where it says nothing */
  int32_t inside;         /* interior faces to which the .face file gives a marker other than 0 */
  int32_t *inside_marker; /* [inside] */
} tc_dual;

/* Matches faces (neighbours are computed from vertices alone) and carries the .face markers over; those of
 * interior faces are only listed. The mesh must have passed tc_mesh_orient. The result depends on the mesh
 * alone. Needs, beside the result, about 16 bytes a cell and 8 bytes a node while it works, and 16 bytes a
 * face for the node that most faces have as their smallest. Errors, TC_INPUT, naming file and cells or entry:
 * the same cell twice, a face shared by more than two cells, two neighbours on the same side of their face
 * (overlapping cells), a .face entry that is no face of the mesh, two .face entries that mark the same face
 * differently. */
tc_status tc_dual_create(const tc_mesh *mesh, tc_dual **out);
void tc_dual_destroy(tc_dual **dual);

/* The three local vertices of face k, so that for a right-handed cell their normal points outwards. */
extern const int tc_cell_face_vertices[4][3];

#endif
