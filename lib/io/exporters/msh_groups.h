/* Groups of a mesh as the MSH formats of Gmsh store them, shared by their writers. The physical number of a
 * tetrahedron is the region of the cell, that of a triangle the marker of the face. Physical numbers are
 * positive, and 0 means no group. Each region and each marker is one geometrical entity, numbered from 1.
 * Not collective. */
#ifndef TC_IO_EXPORTERS_MSH_GROUPS_H
#define TC_IO_EXPORTERS_MSH_GROUPS_H

#include <stdio.h>

#include "io/exporters/marked_faces.h"
#include "mesh/labels.h"

/* Numbers of element types in all versions of MSH. */
enum { TC_MSH_TRIANGLE = 2, TC_MSH_TETRAHEDRON = 4 };

/* Regions and markers of a mesh as Gmsh's physical groups. Zero-initialise before use. */
typedef struct tc_msh_groups {
  const tc_mesh *mesh; /* borrowed */
  tc_marked_faces faces;
  tc_labels *region, *marker; /* item k of each list is Gmsh's entity k + 1 */
} tc_msh_groups;

/* Lists the regions and markers and checks that MSH can store them and their names. `path` is the output
 * file, for messages. The caller frees *out with tc_msh_groups_free, also after an error. Errors: TC_USAGE if
 * a region or marker is negative or if a name contains a quotation mark or a control character; TC_INTERNAL
 * if memory is exhausted. */
tc_status tc_msh_groups_init(const char *path, const tc_mesh *mesh, tc_msh_groups *out);
void tc_msh_groups_free(tc_msh_groups *groups);

/* Writes the section $PhysicalNames, if there are names. Names of region 0 and marker 0 are omitted, because
 * 0 means no group. If a number has several names, the first one is written. */
void tc_msh_groups_write_names(const tc_msh_groups *groups, FILE *out);

#endif
