/* Output of `tetracast mesh info`, `check` and `merge` about the topology of a mesh, as text and as JSON.
 * cmd_mesh.c calls these functions on the root, after tc_topology_find. The functions for `mesh merge`, which
 * merge nodes and compare the topologies before and after, are in mesh_merge.c. No function is collective. */
#ifndef TC_APP_MESH_TOPOLOGY_H
#define TC_APP_MESH_TOPOLOGY_H

#include <stdio.h>

#include "base/document/document.h"
#include "io/mesh_file/mesh_file.h"
#include "mesh/labels.h"
#include "mesh/shape.h"
#include "mesh/topology.h"
#include "mesh_reports/mesh_check_report.h"
#include "options/options.h"

/* Writes five lines to `out`: numbers of components, of coincident nodes, of nodes shared by several
 * components, of interfaces (boundary faces inside the mesh), and of unused nodes. */
void app_mesh_topology_write(const tc_topology *topology, FILE *out);

/* Appends the verdict of `mesh check` to `line`. The verdict is "good", or a list of the mesh's defects:
 * several components, boundary faces inside the mesh, or slivers (almost flat cells). */
void app_mesh_verdict(const tc_topology *topology, const tc_shape *shape, tc_line *line);

/* Content of the JSON report. All members are borrowed. */
typedef struct app_mesh_facts {
  const tc_mesh_origin *origin; /* NULL for TetGen text */
  const tc_mesh *mesh;
  const tc_dual *dual;
  const tc_topology *topology;
  const tc_shape *shape;               /* NULL omits the shape of the cells */
  const app_mesh_stability *stability; /* NULL omits the stability of a scheme */
} app_mesh_facts;

/* Writes the JSON report of the action `command` to the file of --json. Does nothing without this option.
 * Errors: TC_OUTPUT; TC_INTERNAL if memory is exhausted. */
tc_status app_mesh_topology_json(const app_options *options, const char *command,
                                 const app_mesh_facts *facts);

/* Appends the lists "low" and "high" to a section: the corners of the bounding box. */
void app_mesh_extent_add(tc_section *section, const double low[3], const double high[3]);

/* Appends the lists "regions" and "markers" to a section. Each item has the number and the name of a region
 * or marker, its number of cells or faces, and its volume or area. */
void app_mesh_labels_add(tc_section *section, const tc_labels *regions, const tc_labels *markers);

/* Sets the value of --merge: the largest distance of nodes to merge, divided by the diagonal of the mesh's
 * bounding box. The word `exact` means 0, and the word option->extra, if it is not NULL, is stored as -1. */
tc_option_set app_set_tolerance;
/* Merges nodes whose distance is at most options->merge times the diagonal of the bounding box, writes the
 * mesh to the path of -o, and reports the components before and after on `out`. Errors: those of
 * tc_mesh_merge and tc_tetgen_write. */
tc_status app_mesh_merge_write(const app_options *options, const tc_mesh *mesh, const tc_dual *dual,
                               FILE *out);

#endif
