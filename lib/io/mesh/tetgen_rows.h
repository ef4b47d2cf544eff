/* Reads the rows of TetGen files into the arrays of a mesh. The reader of whole files (tetgen.c) and that of
 * byte ranges (tetgen_range.c) call these functions after the number of the row was read. Internal to
 * io/mesh. Not collective. */
#ifndef TC_IO_MESH_TETGEN_ROWS_H
#define TC_IO_MESH_TETGEN_ROWS_H

#include "io/mesh/tetgen_file.h"
#include "mesh/mesh.h"

/* Function that reads row i of a file into the mesh. `text` begins after the number of the row. The numbers
 * of nodes in the row must be from mesh->base to mesh->base + mesh->nodes - 1. Errors: TC_INPUT with file and
 * line. */
typedef tc_status tc_tetgen_row_reader(const tc_tetgen_file *file, tc_mesh *mesh, int32_t i, tc_text *text);

/* Read a row of .node into mesh->points, a row of .ele into mesh->vertices and mesh->region, and a row of
 * .face into mesh->face_nodes and mesh->face_marker. */
tc_tetgen_row_reader tc_tetgen_read_point, tc_tetgen_read_cell, tc_tetgen_read_face;

/* Reads an integer. `expected` names it in error messages. Errors: those of tc_tetgen_read_integer. */
tc_status tc_tetgen_parse_integer(const tc_tetgen_file *file, tc_text *text, const char *expected,
                                  int64_t *out);

#endif
