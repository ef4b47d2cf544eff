/* Faces of a mesh whose marker is not 0, on the boundary and in the interior. If several face entries of the
 * mesh contain the same face, the face is listed once. Exporters create the list and write the faces as
 * triangles. Not collective. */
#ifndef TC_IO_EXPORTERS_MARKED_FACES_H
#define TC_IO_EXPORTERS_MARKED_FACES_H

#include "base/containers/map.h"
#include "mesh/dual.h"

/* List of the faces of a mesh whose marker is not 0. Zero-initialise before use. */
typedef struct tc_marked_faces {
  int32_t count;
  int32_t *node;   /* [count][3] vertices of each face, in the order of the face entry in the mesh */
  int32_t *marker; /* [count] marker of each face */
  tc_map number;   /* maps the sorted vertices of a face to its index in this list */
  tc_pool memory;  /* owns the arrays */
} tc_marked_faces;

/* Lists the marked faces by ascending marker. Faces of one marker have the order of their entries. The caller
 * frees *out with tc_marked_faces_free, also after an error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_marked_faces_init(const tc_mesh *mesh, tc_marked_faces *out);
void tc_marked_faces_free(tc_marked_faces *faces);

/* Sets cell[f] to the lowest number of a cell that has face f of the list. The dual graph must be that of the
 * mesh. */
void tc_marked_faces_find_cells(const tc_marked_faces *faces, const tc_mesh *mesh, const tc_dual *dual,
                                int32_t *cell);

#endif
