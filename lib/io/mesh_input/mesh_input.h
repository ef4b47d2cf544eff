/* Finds and reads the mesh that a config, a command or a program names: TetGen text, a mesh file, or a source
 * file of another program, which is imported automatically into a mesh file in the same folder. All readers
 * of meshes call these functions. Not collective: the root calls them. */
#ifndef TC_IO_MESH_INPUT_MESH_INPUT_H
#define TC_IO_MESH_INPUT_MESH_INPUT_H

#include "base/program/log.h"
#include "mesh/mesh.h"

/* A mesh that was found. Zero-initialise before use. */
typedef struct tc_mesh_input {
  int64_t vertices, cells, faces;    /* counts from the headers of the files, for memory forecasts */
  struct tc_mesh_input_state *state; /* private */
} tc_mesh_input;

/* Finds the mesh `file` and its counts. `file` is a TetGen base name with or without ending, BASE or
 * BASE.mesh.h5 of a mesh file, or a source file. A source file whose mesh file is missing or out of date is
 * imported here: log lines state what is done, a second run that starts at the same time waits, and nothing
 * is written if the folder is read-only or if a decision of the user is needed. The caller frees *out with
 * tc_mesh_input_free, also after an error. Errors: TC_INPUT if the mesh is missing or invalid, or if the
 * import needs a decision; TC_OUTPUT if the mesh file cannot be written; TC_INTERNAL. */
tc_status tc_mesh_input_find(const char *file, const tc_log *log, tc_mesh_input *out);

/* Reads the mesh that was found, and multiplies its coordinates by `scale`. The mesh is not oriented, as
 * after tc_tetgen_read. The caller frees *mesh. Errors: TC_INPUT; TC_INTERNAL. */
tc_status tc_mesh_input_read(tc_mesh_input *input, double scale, const tc_log *log, tc_mesh **mesh);
void tc_mesh_input_free(tc_mesh_input *input);

/* Finds and reads a mesh. */
tc_status tc_mesh_input_load(const char *file, double scale, const tc_log *log, tc_mesh **mesh);

#endif
