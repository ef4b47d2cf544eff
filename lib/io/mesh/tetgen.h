/* Reading and writing TetGen files (.node, .ele, .face; format: TetGen 1.5 manual, section 5.2). */
#ifndef TC_IO_MESH_TETGEN_H
#define TC_IO_MESH_TETGEN_H

#include "base/file/file_list.h"
#include "base/program/log.h"
#include "mesh/mesh.h"

/* Reads a mesh like tc_tetgen_read_logged, without warnings. */
tc_status tc_tetgen_read(const char *base, tc_mesh **out);

/* Reads BASE.node, BASE.ele and, when it exists, BASE.face. BASE may be given with one of these endings;
 * mesh->name is without. Not collective: the root calls it. Numbering from 0 or 1 is found by itself;
 * comments (#), blank lines, all kinds of line ends, attributes, markers and any white space are allowed.
 * Integers may be written as 1.0, and exponents with Fortran's D or Q. The region of a cell is
 * its first attribute, which has to be integral. The log receives a warning that quotes the first line after
 * the last row of a file. A file is streamed: no memory beyond the mesh and one buffer of TC_LINE_READER_MAX
 * a file. Nothing is allocated from a count that the file's size could not hold. Does not orient cells and
 * does not match faces (mesh/check.h, mesh/dual.h); a vertex may stand twice in a cell. Errors: TC_INPUT,
 * naming file and line and what to do. */
tc_status tc_tetgen_read_logged(const char *base, const tc_log *log, tc_mesh **out);

/* What the headers of the files announce, without reading the rest; faces is 0 where there is no .face. Not
 * collective. Errors: those of tc_tetgen_read that the headers alone show. */
tc_status tc_tetgen_counts(const char *base, int64_t *nodes, int64_t *cells, int64_t *faces);

/* Writes BASE.node, BASE.ele and, when the mesh has faces, BASE.face, counting from mesh->base; a BASE.face
 * of an earlier mesh is removed when this one has no faces. Coordinates are written with as few digits as
 * read back with the same bits, regions when one of them is not 0. order (or NULL) lists the cells in their
 * new sequence: position p holds cell order[p]; nodes keep their numbers. BASE may be given with an ending,
 * as above. Files appear under their names only when all of them are complete. Errors: TC_OUTPUT, and no file
 * is changed (unless a file cannot take its name, which is the last step). */
tc_status tc_tetgen_write(const char *base, const tc_mesh *mesh, const int32_t *order);

/* To be called before the work of a mesh that is to be written: makes the missing folders above BASE and
 * checks that its three files can be written, and that those which exist were written by Tetracast: another
 * mesh is not overwritten. Errors: TC_OUTPUT. */
tc_status tc_tetgen_prepare(const char *base);

/* BASE without .node, .ele or .face, followed by `ending`. *out is the caller's (tc_free). */
tc_status tc_tetgen_path(const char *base, const char *ending, char **out);

/* Adds the three files of a mesh to the files of a command. Errors: those of tc_files_add and tc_tetgen_path.
 */
tc_status tc_file_list_add_mesh(tc_file_list *files, bool written, const char *what, const char *base);

#endif
