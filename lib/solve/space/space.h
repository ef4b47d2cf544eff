/* Space of a problem: the distributed mesh, its geometry and the halo. Created once by tc_problem_create,
 * before the assembly, and by tools that need a mesh without a problem. The root reads and checks the mesh,
 * and orders and partitions its cells. Then each rank receives its subdomain. Tensors and boundary conditions
 * are added later (solve/problem/problem.h). */
#ifndef TC_SOLVE_SPACE_SPACE_H
#define TC_SOLVE_SPACE_SPACE_H

#include "base/program/log.h"
#include "comm/layout/halo.h"
#include "count/layout.h"
#include "fv/physics/geometry.h"
#include "mesh/labels.h"
#include "mesh/topology.h"

/* Properties of the faces in the file of the mesh, for error messages about markers. Filled on the root,
 * zeroed on other ranks. */
typedef struct tc_face_file {
  char *mesh;          /* Name of the mesh; owned. */
  bool is_imported;    /* True if the mesh has no .face file, because it is not from TetGen text. */
  int32_t faces;       /* Number of faces in the .face file; 0 without a file. */
  tc_labels *interior; /* Markers of interior faces; owned. */
  tc_labels *named;    /* Markers that have a name, with and without faces; owned. */
} tc_face_file;

/* Not collective. Fills a zeroed `*out`. The caller frees it with tc_face_file_free, also after an error.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_face_file_describe(const tc_mesh *mesh, const tc_dual *dual, tc_face_file *out);
void tc_face_file_free(tc_face_file *file);

/* Space of one rank. A field is an array double[owned] in the order of the rows. The geometry is retained as
 * long as the space exists, because repeated assemblies and time-dependent boundary data need it. It occupies
 * about 50 bytes per cell in addition to cell numbers, volumes and centroids. */
typedef struct tc_space {
  tc_world *world;      /* Communicator of the ranks, borrowed. */
  tc_gid cells, nodes;  /* Numbers of cells and vertices of the whole mesh. */
  tc_labels *regions;   /* Regions of the whole mesh with their volumes and names; equal on all ranks. */
  tc_labels *markers;   /* Markers of all boundary faces with their areas and names; equal on all ranks. */
  tc_topology topology; /* Topology of the whole mesh; on the root only. */
  tc_face_file face_file;
  int32_t owned;
  int32_t base; /* First cell number in the user's files. The user's number of the cell with number `id` is id
                   + base. */
  const tc_gid *id;       /* [owned] Cell numbers of the mesh, from 0. */
  const double *volume;   /* [owned] Volume of each cell. */
  const double *centroid; /* [owned][3] Centroid of each cell. */
  tc_submesh *submesh;
  tc_geometry *geometry;
  tc_distribution *distribution;
  tc_halo *halo;         /* Halo with the ghosts that the matrix rows read, in all rings. */
  int32_t *ghost_number; /* [ghosts] Converts numbers of ghosts: cell number owned + g of the submesh is ghost
                            number ghost_number[g] of the halo. */
} tc_space;

/* Collective. Creates the space of all ranks. `rings` is the number of rings of neighbouring cells whose
 * values a matrix row reads. On rank 0 `mesh` is a mesh that has been read but not checked; on other ranks it
 * is NULL. The cells of the mesh are oriented in place. The caller retains ownership of `mesh`. Logs the
 * setup phases with their times, and the topology before the cells are ordered. Errors (on all ranks): those
 * of the mesh check and of the dual graph; TC_INPUT if the mesh has several components and `policy` does not
 * allow this. */
tc_status tc_space_create(tc_world *world, const tc_layout_options *layout, int rings,
                          tc_components_policy policy, tc_mesh *mesh, const tc_log *log, tc_space **out);
void tc_space_destroy(tc_space **space);

/* Collective. Changes the block size of the distribution without moving rows between ranks. The distribution
 * must be contiguous, because in other distributions the block size determines which rank owns a row. */
tc_status tc_space_set_block_size(tc_space *space, int32_t block_size);

#endif
