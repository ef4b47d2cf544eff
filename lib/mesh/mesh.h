/* A tetrahedral mesh in the numbering of its file. Only the root holds one: readers (io/mesh) and
 * tc_mesh_generate_box create it, tc_mesh_orient checks it, and the dual and the submeshes are derived from
 * it. No function of lib/mesh is collective. */
#ifndef TC_MESH_MESH_H
#define TC_MESH_MESH_H

#include <stdint.h>

#include "base/core/pool.h"
#include "base/program/log.h"

/* Name of a region or of a marker. */
typedef struct tc_mesh_name {
  int dimension;  /* 3: region of cells, 2: marker of faces */
  int32_t number; /* number of the region or marker */
  const char *text;
} tc_mesh_name;

/* Numbers that nodes, cells and faces have in the file from which the mesh is imported. Messages show these
 * numbers, so that the user can find the items in the file. */
typedef struct tc_mesh_numbering {
  const char *path;
  const int64_t *node, *cell, *face; /* arrays of lengths [nodes], [cells] and [faces] */
} tc_mesh_numbering;

/* All cell and node numbers in memory begin at 0. Messages show numbers of `source` if it is set. Otherwise
 * they add `base`, the first number in the user's files (tc_mesh_user_number). */
typedef struct tc_mesh {
  const char *name; /* base name given by the user, e.g. meshes/ventricle */
  /* Hash of the bytes of the files .node and .ele and, if the mesh has face entries, .face. 0 for generated
   * meshes unless the caller sets a hash of their arrays. */
  uint64_t hash;
  int32_t base;         /* 0 or 1: number of the first node and cell in the files */
  int32_t nodes, cells; /* at most 2^29 cells, because cell*4+face must fit in 32 bits */
  double *points;       /* [nodes][3] coordinates of each node */
  /* [cells][4] node numbers; right-handed after tc_mesh_orient: (p1-p0)x(p2-p0).(p3-p0) > 0. */
  int32_t *vertices;
  int32_t *region; /* [cells] region of each cell: its first attribute in the .ele file; 0 if there is none */
  int32_t faces;   /* number of entries of the .face file; 0 if there is no such file */
  int32_t *face_nodes;           /* [faces][3] node numbers of each entry of the .face file */
  int32_t *face_marker;          /* [faces] marker of each entry of the .face file */
  int32_t names;                 /* number of names of regions and markers; 0 if the files have none */
  const tc_mesh_name *name_list; /* [names] */
  /* Borrowed; NULL unless the mesh is being imported (convert/convert.h). */
  const tc_mesh_numbering *source;
  bool is_imported;   /* true if the mesh is from a file other than TetGen text; messages then name no TetGen
                         files */
  int32_t reoriented; /* number of cells whose orientation in the file differed from that of the majority
                         (mesh/check.h) */
  tc_pool memory;     /* owns the name and the arrays of this struct */
} tc_mesh;

/* Allocates a mesh for the given numbers of nodes, cells and .face entries, and copies `name`. The contents
 * of the arrays are not set. The caller frees *out with tc_mesh_destroy. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_mesh_create(const char *name, int32_t nodes, int32_t cells, int32_t faces, tc_mesh **out);
void tc_mesh_destroy(tc_mesh **mesh);

/* Copies names of regions and markers to the mesh, replacing earlier ones. Several numbers may have
 * the same name, and a number may have several names. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_mesh_set_names(tc_mesh *mesh, int32_t names, const tc_mesh_name *name);

/* Returns the index in `name` of the first name of a region or marker, or -1 if it has none. */
int32_t tc_mesh_find_name(int32_t names, const tc_mesh_name *name, int dimension, int32_t number);

/* Multiplies the coordinates by `factor` (key mesh.scale), which is positive, and logs the factor. Does
 * nothing if the factor is 1. Coordinates that are then too large or too small are errors of
 * tc_mesh_orient. */
void tc_mesh_scale(tc_mesh *mesh, double factor, const tc_log *log);

/* Computes the lowest and the highest coordinate of all nodes along each axis. The mesh has at least one
 * node. */
void tc_mesh_bounds(const tc_mesh *mesh, double low[3], double high[3]);

/* Returns the number of a cell or node in the user's files (0-based index + base). */
int64_t tc_mesh_user_number(const tc_mesh *mesh, int32_t index);

/* Return the number of a node, a cell or an entry of the .face file for messages. This is the number in the
 * source file if `source` is set, otherwise the user's number. */
int64_t tc_mesh_node_number(const tc_mesh *mesh, int32_t node);
int64_t tc_mesh_cell_number(const tc_mesh *mesh, int32_t cell);
int64_t tc_mesh_face_number(const tc_mesh *mesh, int32_t face);

/* Return the two parts of the name of the file that a message about a mesh refers to: path and ending, such
 * as "meshes/ventricle" and ".ele", or the path of the source file and "". An imported mesh without numbers
 * of the source file has the name of the mesh and "". */
const char *tc_mesh_file_path(const tc_mesh *mesh);
const char *tc_mesh_file_ending(const tc_mesh *mesh, const char *ending);

/* tc_mesh_hash_cells returns a hash of the coordinates and the cells' vertices. tc_mesh_hash_faces extends
 * such a hash by the nodes and markers of the .face entries. tc_mesh_hash_arrays returns a hash of
 * coordinates, vertices, regions and .face entries. */
uint64_t tc_mesh_hash_cells(const tc_mesh *mesh);
uint64_t tc_mesh_hash_faces(const tc_mesh *mesh, uint64_t cells_hash);
uint64_t tc_mesh_hash_arrays(const tc_mesh *mesh);

#endif
