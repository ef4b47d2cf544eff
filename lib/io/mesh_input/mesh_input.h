/* Finds and reads the mesh that a config, a command or a program names. This is TetGen text, a mesh file, or
 * a source file of another program. A source file is imported automatically into a mesh file in the same
 * directory. All readers of meshes call tc_mesh_input_find, tc_mesh_input_read and tc_mesh_input_free in this
 * order. A name has the first of these meanings that applies: a mesh file if it ends in .mesh.h5; TetGen text
 * if it ends in .node, .ele or .face; a source file if it exists and has the ending of a supported format;
 * TetGen text if NAME.node exists; a source file whose first bytes identify a supported format; the mesh file
 * NAME.mesh.h5. Only the root calls these functions, except tc_mesh_input_read_by_ranks, which is
 * collective. */
#ifndef TC_IO_MESH_INPUT_MESH_INPUT_H
#define TC_IO_MESH_INPUT_MESH_INPUT_H

#include "base/file/file_list.h"
#include "base/program/log.h"
#include "comm/world/world.h"
#include "io/mesh/fibre_file.h"
#include "io/mesh_file/mesh_file.h"
#include "mesh/mesh.h"

/* Sizes of the files of a mesh in bytes; 0 for files that are missing or not read. */
typedef struct tc_mesh_input_bytes {
  double text, binary; /* `text`: TetGen text files; `binary`: mesh file */
  double imported;     /* source files that tc_mesh_input_find has imported */
  int files;           /* number of files of all three kinds */
} tc_mesh_input_bytes;

/* The files of a mesh, found by tc_mesh_input_find but not read yet. Zero-initialise before use. */
typedef struct tc_mesh_input {
  int64_t vertices, cells, faces; /* counts from the headers of the files, for memory forecasts */
  tc_mesh_input_bytes bytes;      /* sizes of the files, for forecasts of the time */
  /* true if the caller will call tc_mesh_input_move_fibres; set by the caller after tc_mesh_input_find */
  bool retains_fibres;
  const tc_mesh_origin *origin; /* facts about the source of the mesh file; NULL for TetGen text; valid until
                                   tc_mesh_input_free */
  struct tc_mesh_input_state *state; /* private */
} tc_mesh_input;

/* Finds the mesh `file` and its counts. A source file whose mesh file is missing or out of date is imported
 * here, as a separate phase. A second run that starts at the same time waits. Nothing is written if the
 * directory is read-only or if the user must decide on options. The caller frees *out with
 * tc_mesh_input_free, also after an error. Errors: TC_INPUT if the mesh is missing or invalid, or if the
 * import needs a decision; TC_OUTPUT if the mesh file cannot be written; TC_INTERNAL. */
tc_status tc_mesh_input_find(const char *file, const tc_log *log, tc_mesh_input *out);

/* Reads the mesh that was found. Call it once. The caller calls tc_mesh_orient before it uses the mesh,
 * because TetGen text may have left-handed cells, and frees *mesh. Errors: TC_INPUT; TC_INTERNAL. */
tc_status tc_mesh_input_read(tc_mesh_input *input, const tc_log *log, tc_mesh **mesh);

/* Collective. Reads large TetGen text on several ranks (io/mesh/tetgen_ranks.h). `input` is used on the root
 * only and may be zeroed. Sets *mesh to the mesh on the root, or to NULL if the ranks could not read it
 * together. If the root has NULL, the caller calls tc_mesh_input_read on the root. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_mesh_input_read_by_ranks(const tc_world *world, const tc_mesh_input *input, const tc_log *log,
                                      tc_mesh **mesh);

/* Reads the fibre directions of the mesh from `file`, as tc_fibres_read does. If `file` is the name of the
 * mesh or of the mesh file, returns the fibres of the mesh file or of the mesh that was imported into memory.
 * `input` may be zeroed. Call it once. The caller frees out->value with tc_free. Errors: those of
 * tc_fibres_read; TC_INPUT if the mesh has no fibres. */
tc_status tc_mesh_input_read_fibres(tc_mesh_input *input, const char *file, const char *dataset,
                                    const tc_mesh *mesh, const tc_log *log, tc_fibre_values *out);

/* Returns the width of the fibre directions that tc_mesh_input_read retained: 0, 3 or 6. */
int tc_mesh_input_fibre_width(const tc_mesh_input *input);

/* Moves the fibre directions of the mesh to *out after the mesh was read; out->width is 0 if it has none. The
 * caller frees out->value with tc_free. */
void tc_mesh_input_move_fibres(tc_mesh_input *input, tc_fibre_values *out);

/* Frees the arrays of a mesh that was imported into memory. `origin` remains valid. */
void tc_mesh_input_free_arrays(tc_mesh_input *input);
void tc_mesh_input_free(tc_mesh_input *input);

/* Finds and reads a mesh. The caller frees *mesh. Errors: those of tc_mesh_input_find and
 * tc_mesh_input_read. */
tc_status tc_mesh_input_load(const char *file, const tc_log *log, tc_mesh **mesh);

/* Adds all files from which the mesh `file` is read to the list of a command's files. These are TetGen text,
 * a mesh file, or a source file with the files that belong to it and its mesh file. Nothing is imported, and
 * missing files are allowed. `role` names the config key or option. Errors: those of tc_files_add. */
tc_status tc_file_list_add_mesh_input(tc_file_list *files, const char *role, const char *file);

#endif
