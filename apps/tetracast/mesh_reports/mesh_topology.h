/* Output of `tetracast mesh info`, `check` and `merge` about the topology of a mesh, as text and as JSON.
 * cmd_mesh.c calls these functions on the root, after tc_topology_find. This module also performs the merge,
 * because the merge report compares the topologies before and after. No function is collective. */
#ifndef TC_APP_MESH_TOPOLOGY_H
#define TC_APP_MESH_TOPOLOGY_H

#include <stdio.h>

#include "commands/command.h"
#include "mesh/shape.h"
#include "mesh/topology.h"

/* Writes the lines "components", "coincident nodes", "interfaces" and "unused nodes". */
void app_mesh_topology_write(const tc_topology *topology, FILE *out);

/* Adds to the line either "good" or a list of defects: components, boundary faces inside the mesh, slivers.
 */
void app_mesh_verdict(const tc_topology *topology, const tc_shape *shape, tc_line *line);

/* Writes the file of --json, if the option is given. `shape` may be NULL. Errors: TC_OUTPUT. */
tc_status app_mesh_topology_json(const app_arguments *arguments, const char *command, const tc_mesh *mesh,
                                 const tc_dual *dual, const tc_topology *topology, const tc_shape *shape);

/* Reads --merge into *relative, the tolerance as a multiple of the diagonal of the bounding box (0 for
 * `exact`). Errors: TC_USAGE if --merge or -o is missing or the value is out of range. */
tc_status app_mesh_merge_check(const app_arguments *arguments, double *relative);
/* Merges nodes whose distance is within the tolerance, writes the mesh to the path of -o, and reports the
 * components before and after. Errors: those of tc_mesh_merge and tc_tetgen_write. */
tc_status app_mesh_merge_write(const app_arguments *arguments, double relative, const tc_mesh *mesh,
                               const tc_dual *dual, FILE *out);

#endif
