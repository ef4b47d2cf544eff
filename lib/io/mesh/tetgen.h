/* Reads and writes TetGen files (.node, .ele, .face). Not collective: the root calls it.
 * The setup of a run reads the mesh and then distributes it. Commands that write a mesh call
 * tc_tetgen_prepare first and tc_tetgen_write last. Source of the format: TetGen 1.5 manual, section 5.2. */
#ifndef TC_IO_MESH_TETGEN_H
#define TC_IO_MESH_TETGEN_H

#include "base/file/file_list.h"
#include "base/program/log.h"
#include "mesh/mesh.h"

/* Reads a mesh like tc_tetgen_read_logged, without warnings. */
tc_status tc_tetgen_read(const char *base, tc_mesh **out);

/* Reads BASE.node, BASE.ele and, if it exists, BASE.face. BASE may have one of these endings; mesh->name has
 * none. Accepts numbering from 0 or 1, comments (#), blank lines, all line ends, attributes, markers and any
 * white space. Integers may be written as 1.0, exponents with Fortran's D or Q. The region of a cell is its
 * first attribute, which must be integral. A warning quotes the first line after the last row of a file.
 * Memory: the mesh and one buffer of TC_LINE_READER_MAX bytes per file; counts that the file's size cannot
 * hold are rejected before allocation. Cells are not oriented and faces not matched (mesh/check.h,
 * mesh/dual.h); a cell may have a vertex twice. The caller frees `*out`. Errors: TC_INPUT with file, line and
 * remedy; TC_INTERNAL if memory is exhausted. */
tc_status tc_tetgen_read_logged(const char *base, const tc_log *log, tc_mesh **out);

/* Reads only the headers and returns their counts. The number of faces is 0 if there is no .face file.
 * Errors: TC_INPUT like tc_tetgen_read, for errors that the headers show. */
tc_status tc_tetgen_counts(const char *base, int64_t *nodes, int64_t *cells, int64_t *faces);

/* Writes BASE.node, BASE.ele and, if the mesh has faces, BASE.face, numbered from mesh->base. If the mesh has
 * no faces, an existing BASE.face is removed. Coordinates have the fewest digits that read back with the same
 * bits. Regions are written if one of them is not 0. Cell k of the file is cell order[k] of the mesh; if
 * `order` is NULL, cell k. Nodes retain their numbers. BASE may have an ending. All files are complete before
 * the first is renamed. Errors: TC_OUTPUT. Existing files change only in the last step, when .face is removed
 * and the files are renamed. */
tc_status tc_tetgen_write(const char *base, const tc_mesh *mesh, const int32_t *order);

/* Creates missing directories above BASE and checks that its three files can be written and that existing
 * ones were written by Tetracast. Call it before computing a mesh to be written. Errors: TC_OUTPUT. */
tc_status tc_tetgen_prepare(const char *base);

/* Returns BASE without .node, .ele or .face, followed by `ending`. The caller frees `*out` with tc_free. */
tc_status tc_tetgen_path(const char *base, const char *ending, char **out);

/* Adds the three files of a mesh to the file list of a command. Errors: those of tc_files_add and
 * tc_tetgen_path. */
tc_status tc_file_list_add_mesh(tc_file_list *files, bool written, const char *what, const char *base);

#endif
