/* Reads and writes TetGen files (.node, .ele, .face). Not collective: the root calls it. Commands that write
 * a mesh call tc_tetgen_prepare before computing the mesh and tc_tetgen_write after it. Specification:
 * TetGen 1.5 manual, section 5.2. */
#ifndef TC_IO_MESH_TETGEN_H
#define TC_IO_MESH_TETGEN_H

#include "base/core/pool.h"
#include "base/file/file_list.h"
#include "base/program/log.h"
#include "mesh/mesh.h"

/* Reads BASE.node, BASE.ele and, if it exists, BASE.face, where `base` is BASE with or without one of these
 * endings. Accepts numbering from 0 or 1, comments (#), blank lines, any line ends, attributes and markers.
 * Integers may be written as 1.0, and exponents with D or Q as in Fortran. The region of a cell is its first
 * attribute, which must be an integer. Logs a warning if a file has text after its last row. A header whose
 * counts are too large for the file is rejected before memory is allocated. Comment lines of .ele and .face
 * such as "# region 1 outer" or "# marker 3 wall" contain the names of regions and markers. The geometry is
 * not checked: mesh/check.h and mesh/dual.h do that later. The caller frees `*out`. Errors: TC_INPUT with
 * file, line and remedy; TC_INTERNAL if memory is exhausted. */
tc_status tc_tetgen_read(const char *base, const tc_log *log, tc_mesh **out);

/* Reads only the headers of the three files and returns the numbers of nodes, cells and faces. The number of
 * faces is 0 if there is no .face file. Errors: TC_INPUT if a file cannot be opened or a header is
 * invalid. */
tc_status tc_tetgen_counts(const char *base, int64_t *nodes, int64_t *cells, int64_t *faces);

/* Writes BASE.node, BASE.ele and, if the mesh has faces, BASE.face, numbered from mesh->base. If the mesh
 * has no faces, an existing BASE.face is removed. Coordinates have the fewest digits that restore the same
 * bits. Regions are written if at least one is not 0. Names of regions and markers are written as comment
 * lines at the end of .ele and .face. Cell k of the file is cell order[k] of the mesh, or cell k if `order`
 * is NULL. Nodes retain their numbers. `base` may end in .node, .ele or .face. All files are written
 * completely under temporary names before existing files are removed or replaced. Errors: TC_OUTPUT if a
 * file cannot be written. */
tc_status tc_tetgen_write(const char *base, const tc_mesh *mesh, const int32_t *order);

/* Creates missing directories, and checks that BASE.node, BASE.ele and BASE.face can be written. An existing
 * file must have been written by Tetracast. Call it before computing a mesh, so that an error is reported
 * early. Errors: TC_OUTPUT if a file cannot be written or must not be replaced. */
tc_status tc_tetgen_prepare(const char *base);

/* Returns `base` with `ending` appended, after removing a final .node, .ele or .face. The caller frees `*out`
 * with tc_free. */
tc_status tc_tetgen_path(const char *base, const char *ending, char **out);

/* Sets *out to a list of BASE.node, BASE.ele and BASE.face that ends with NULL and belongs to the pool. The
 * files need not exist. */
tc_status tc_tetgen_list_files(const char *base, tc_pool *pool, const char ***out);

/* Adds BASE.node, BASE.ele and BASE.face to `files`, the list of a command's input and output files.
 * `written` is true for output files. `role` names the config key or option that sets `base`. Errors: those
 * of tc_files_add and tc_tetgen_path. */
tc_status tc_file_list_add_mesh(tc_file_list *files, bool written, const char *role, const char *base);

#endif
