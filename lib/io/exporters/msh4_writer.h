/* Writer of Gmsh MSH 4.1, binary or text, called by the exporters of both forms. Not collective. */
#ifndef TC_IO_EXPORTERS_MSH4_WRITER_H
#define TC_IO_EXPORTERS_MSH4_WRITER_H

#include "mesh/mesh.h"

/* Writes the mesh with its regions, markers and names. Errors: those of tc_msh_groups_init; TC_OUTPUT if the
 * file cannot be written. */
tc_status tc_msh4_write(const char *path, const tc_mesh *mesh, bool is_binary);

#endif
