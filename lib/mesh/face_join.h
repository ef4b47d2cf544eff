/* Hash join of faces: finds the cells on both sides of each face and the face of each entry of the .face
 * file. tc_dual_create calls it. The faces' records (mesh/face_record.h) are distributed by bits of their
 * hash to buckets of a few thousand records. Each bucket is joined with a hash table that fits into the L2
 * cache. The time does not grow if many faces meet at one vertex. Threads share the cells and the buckets.
 * Neither the results nor the reported fault depends on the number of threads. Not collective. */
#ifndef TC_MESH_FACE_JOIN_H
#define TC_MESH_FACE_JOIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

/* Values of entry_face[e] for entries without a face. TC_FACE_NONE: no cell has a face with the nodes of the
 * entry. TC_FACE_REPEATED: an entry with a lower number has the same three nodes. */
enum { TC_FACE_NONE = -1, TC_FACE_REPEATED = -2 };

/* Input and results of a join. The arrays are borrowed. Nodes are below 2^31 and not negative, and no cell
 * has the same vertex twice. */
typedef struct tc_face_join {
  int32_t cells, entries;
  const int32_t *vertices;     /* [cells][4] vertices of the right-handed cells */
  const int32_t *entry_nodes;  /* [entries][3] */
  const int32_t *entry_marker; /* [entries] */
  /* Results */
  int32_t *neighbour;  /* [cells][4] the other cell with face k of each cell; -1 if there is none */
  int32_t *entry_face; /* [entries] face of a cell as cell*4+k, TC_FACE_NONE or TC_FACE_REPEATED */
  /* True if a face belongs to more than two cells, or to two cells on one side of it, or if .face entries
   * with different markers have its nodes. The other results are then undefined. */
  bool has_fault;
  int32_t fault[3]; /* vertices of the first face with a fault in lexicographic order, ascending */
} tc_face_join;

/* Joins the faces. Needs scratch memory of about 16 bytes per cell and 4 bytes per entry, and some MB.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_face_join_run(tc_face_join *join);

#endif
