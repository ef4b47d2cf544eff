/* A tetrahedral mesh in its own numbering. Only the root rank ever holds one. Nothing in this floor is
 * collective. */
#ifndef TC_MESH_MESH_H
#define TC_MESH_MESH_H

#include <stdint.h>

#include "base/core/status.h"

/* Numbers are 0-based in memory; `base` is what the file counts from, for messages (tc_mesh_cell_name). */
typedef struct tc_mesh {
  char *name;    /* the base name given by the user, e.g. meshes/ventricle */
  uint64_t hash; /* of the files' bytes (.node, .ele and, with faces in it, .face), 0 for generated meshes */
  int32_t base;  /* 0 or 1: number of the first node and cell in the files */
  int32_t nodes, cells; /* at most 2^29 cells: cell*4+face must fit in 32 bits */
  double *points;       /* [nodes][3] */
  int32_t *
      vertices; /* [cells][4], node numbers; right-handed: (p1-p0)x(p2-p0).(p3-p0) > 0 after tc_mesh_orient */
  int32_t *region;      /* [cells] first element attribute, 0 without */
  int32_t faces;        /* entries of the .face file, 0 without */
  int32_t *face_nodes;  /* [faces][3] */
  int32_t *face_marker; /* [faces] */
  int32_t reoriented;   /* cells oriented unlike the majority (mesh/check.h) */
} tc_mesh;

/* Allocates a mesh with room for the given numbers; arrays are not set. name is copied. */
tc_status tc_mesh_create(const char *name, int32_t nodes, int32_t cells, int32_t faces, tc_mesh **out);
void tc_mesh_destroy(tc_mesh **mesh);

/* The number that the user knows a cell or node by (0-based index + base). */
int64_t tc_mesh_user_number(const tc_mesh *mesh, int32_t index);

#endif
