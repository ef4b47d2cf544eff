/* Where the fields of a problem live: the mesh taken apart, a rank's share of its cells, and who needs values
 * of whom. What happens there stands in solve/problem/problem.h. */
#ifndef TC_SOLVE_SPACE_SPACE_H
#define TC_SOLVE_SPACE_SPACE_H

#include "base/program/log.h"
#include "comm/layout/halo.h"
#include "count/layout.h"
#include "fv/physics/geometry.h"
#include "mesh/labels.h"
#include "mesh/topology.h"

/* Facts of the root about the .face file, for errors about markers. Empty on other ranks. */
typedef struct tc_face_file {
  char *mesh;          /* name of the mesh; owned */
  int32_t faces;       /* entries of the file; 0 without it */
  tc_labels *interior; /* markers of interior faces; owned */
} tc_face_file;

/* Not collective. Fills a zeroed `*out`, which the caller frees with tc_face_file_free, after errors too.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_face_file_describe(const tc_mesh *mesh, const tc_dual *dual, tc_face_file *out);
void tc_face_file_free(tc_face_file *file);

/* One rank's side. A field is double[owned] in row order. The geometry is kept for as long as the space, at
 * about 50 bytes a cell beside numbers, volumes and centroids: whoever assembles anew, or evaluates what
 * depends on time at the boundary, needs it. */
typedef struct tc_space {
  tc_world *world;      /* borrowed */
  tc_gid cells, nodes;  /* of the whole mesh */
  tc_labels *regions;   /* of all its cells, with volumes, */
  tc_labels *markers;   /* and of all its boundary faces, with areas: the same on all ranks */
  tc_topology topology; /* of the whole mesh; on the root only */
  tc_face_file face_file;
  int32_t owned;
  int32_t base;           /* the user knows cell id as id + base */
  const tc_gid *id;       /* [owned] the mesh's own numbers */
  const double *volume;   /* [owned] */
  const double *centroid; /* [owned][3] */
  tc_submesh *submesh;
  tc_geometry *geometry;
  tc_distribution *distribution;
  tc_halo *halo;         /* of all rings */
  int32_t *ghost_number; /* [ghosts] the submesh's cell owned+g is ghost ghost_number[g] */
} tc_space;

/* Collective. rings: of neighbours that rows touch. mesh: read, not yet checked, on rank 0; NULL
 * elsewhere. It is oriented in place, else only read, and the caller's again on return. The log hears of
 * phases and their seconds, and of the topology before cells are ordered. Errors on all ranks: what check and
 * dual find; TC_INPUT if the policy refuses the mesh. */
tc_status tc_space_create(tc_world *world, const tc_layout_options *layout, int rings,
                          tc_components_policy policy, tc_mesh *mesh, const tc_log *log, tc_space **out);
void tc_space_destroy(tc_space **space);

/* Collective. Cuts the rows into other blocks without moving them: possible for the contiguous kind of
 * distribution only, where blocks do not decide who owns what. */
tc_status tc_space_set_block_size(tc_space *space, int32_t block_size);

#endif
