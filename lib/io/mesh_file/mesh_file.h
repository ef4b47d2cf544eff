/* The mesh file BASE.mesh.h5: a checked mesh in one HDF5 file, which can be read without parsing text and
 * without finding neighbours. Cells are stored in the order of a Hilbert curve, so that consecutive rows are
 * close to each other in space. Each mebibyte of each dataset has a hash. The file is written under a
 * temporary name, synced and renamed; the attribute `complete` is written last. The layout is described in
 * mesh_file_layout.h. Not collective: one process writes or reads. */
#ifndef TC_IO_MESH_FILE_MESH_FILE_H
#define TC_IO_MESH_FILE_MESH_FILE_H

#include "base/core/pool.h"
#include "mesh/dual.h"

/* Ending of mesh files. */
#define TC_MESH_FILE_ENDING ".mesh.h5"

/* Origin of a mesh file: its source and the options of the import, stored as attributes. The writer accepts
 * NULL for a text and stores an empty text. */
typedef struct tc_mesh_origin {
  const char *source;   /* name of the source file without directory, such as "heart.msh" */
  const char *format;   /* format of the source file */
  const char *options;  /* options of `tetracast mesh import` that changed the mesh, as words of a command
                           line; "" for none */
  uint64_t source_hash; /* hash of the bytes of the source files */
  int64_t source_bytes; /* total size of the source files in bytes */
  double source_time;   /* latest modification time of the source files, in seconds since 1970 */
  double scale;         /* factor by which the coordinates of the source file were multiplied */
  bool is_automatic;    /* true if a run wrote the file because its config names the source file */
} tc_mesh_origin;

/* Content of a mesh file. The writer borrows all members; the reader allocates them. */
typedef struct tc_mesh_content {
  /* mesh to which tc_mesh_orient has been applied, with its hash, base, names and number `reoriented` */
  tc_mesh *mesh;
  tc_dual *dual;   /* dual graph of `mesh`, which only the writer needs; the reader sets it to NULL */
  int64_t *source; /* [cells] number of the source element of each cell; NULL if it is not known */
  int width;       /* numbers of `fibre` per cell: 0, 3 for the fibre direction, or 6 for fibre and sheet */
  double *fibre;   /* [cells][width] directions of each cell, in the order of the mesh; NULL if width is 0 */
  tc_mesh_origin origin;
  tc_pool memory; /* owns the texts of `origin` that were read */
} tc_mesh_content;

/* Numbers of vertices, cells and faces of the mesh in a mesh file, for forecasts of memory. */
typedef struct tc_mesh_file_counts {
  /* `faces`: number of faces with a marker other than 0, both boundary faces and interior faces */
  int64_t vertices, cells, faces;
} tc_mesh_file_counts;

/* Writes a mesh file and replaces an existing file at `path`. The bytes of the file depend only on the
 * content and on the version of the program. The file is written under a temporary name "PATH.xxxxxxxx.tmp",
 * synced and renamed, so that `path` is never an unfinished file. Several processes may write the same path:
 * the last one to finish determines the content. Needs about 50 bytes per cell in addition to the content.
 * Errors: TC_OUTPUT if the file cannot be written; TC_INTERNAL if memory is exhausted. */
tc_status tc_mesh_file_write(const char *path, const tc_mesh_content *content);

/* Reads only the origin and the counts, which takes less than a millisecond. `memory` owns the texts of
 * `origin`. Errors: TC_INPUT if the file is missing, is not a mesh file, is incomplete, has an unknown
 * version, or if its attributes are damaged; TC_INTERNAL if memory is exhausted. */
tc_status tc_mesh_file_read_origin(const char *path, tc_mesh_origin *origin, tc_mesh_file_counts *counts,
                                   tc_pool *memory);

/* Reads a mesh file and checks all hashes. `name` becomes the name of the mesh. The mesh has the cells,
 * vertices and numbers of the mesh that was written, and the same bits, also in `reoriented`. Its face
 * entries are the faces with a marker other than 0, both boundary faces and interior faces, in ascending
 * order of cells. Needs about 25 bytes per cell in addition to the content. The caller zeroes *out before the
 * call and frees it with tc_mesh_content_free, also after an error. Errors: those of
 * tc_mesh_file_read_origin; TC_INPUT with the dataset and the block if a hash differs, or with the dataset
 * and the row if a number is out of range. */
tc_status tc_mesh_file_read(const char *path, const char *name, tc_mesh_content *out);

/* Frees what tc_mesh_file_read has allocated. */
void tc_mesh_content_free(tc_mesh_content *content);

#endif
