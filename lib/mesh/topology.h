/* Topology of a mesh: its components, contacts between them without shared faces, and boundary faces inside
 * the mesh. Called after the dual was created, by solve/space/space.c for runs, by run/dry_run/dry_run.c for
 * forecasts, and by `tetracast mesh`. The caller reports the result before a run is set up. The schemes
 * compute a flux between two cells only if the cells share a face. A mesh of bodies that were never joined
 * therefore gives a wrong field without any other symptom. Not collective. */
#ifndef TC_MESH_TOPOLOGY_H
#define TC_MESH_TOPOLOGY_H

#include <stdbool.h>

#include "base/program/log.h"
#include "base/text/line.h"
#include "base/text/registry.h"
#include "mesh/dual.h"

/* Nodes coincide if their distance is at most this multiple of the diagonal of the mesh's bounding box. This
 * is the rounding error of coordinates that were stored as float. */
#define TC_COINCIDENT 1e-7

typedef struct tc_topology {
  int32_t components;        /* number of sets of cells that are connected through faces */
  int32_t smallest, largest; /* number of cells of the smallest and of the largest component */
  int32_t coincident; /* number of nodes that coincide with a lower-numbered node of another component */
  double distance; /* largest distance between two coincident nodes of different components, in mesh units */
  double distance_within;    /* largest distance between two coincident nodes of the same component, in mesh
                                units */
  double tolerance;          /* largest distance at which two nodes count as coincident, in mesh units */
  int32_t coincident_within; /* number of nodes that coincide with a lower-numbered node of their own
                                component, as on the two sides of a crack */
  int32_t shared;            /* number of nodes that cells of several components share */
  int32_t interfaces;        /* number of boundary faces inside the mesh (mesh/internal_interfaces.h) */
  int32_t interfaces_across; /* number of the faces in `interfaces` whose two cells belong to different
                                components */
  int32_t overlapping; /* number of boundary faces whose cell overlaps with a cell of another component */
  /* number, as messages show it, of the first cell with a boundary face inside the mesh */
  int64_t interface_cell;
  double interface_at[3]; /* point on a boundary face of cell `interface_cell` that is inside the mesh */
  int32_t marked; /* number of interior faces with a marker other than 0; these markers have no effect */
  int32_t unused; /* number of nodes that belong to no cell */
} tc_topology;

/* Finds the topology of a mesh that has passed tc_mesh_orient. Time is proportional to the number of cells
 * plus n log n for n boundary faces, or to n^2 if very many boundary cells meet at one edge or node. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_topology_find(const tc_mesh *mesh, const tc_dual *dual, tc_topology *out);

/* True if the mesh has several components, and some of them touch without sharing a face, or overlap. */
bool tc_topology_touches(const tc_topology *topology);

/* Returns a text that describes how the components of a mesh touch, if there are several: "overlap", "touch
 * without sharing a face", "have no faces in contact", .. */
const char *tc_topology_relation(const tc_topology *topology);

/* Appends "1 component" to `line`, or "2 components that touch without sharing a face (6 to 48 cells), 4
 * nodes of one coincide with nodes of another (largest distance 0), 10 boundary faces inside the mesh (the
 * first of cell 3 at (1, 0.3, 0.4))". Omits facts that do not apply. */
void tc_topology_describe(const tc_topology *topology, tc_line *line);

/* Reaction of a run to a mesh of several components: warn, continue, or end with an error. Config key:
 * mesh.components. */
typedef enum tc_components_policy {
  TC_COMPONENTS_WARN,
  TC_COMPONENTS_ALLOW,
  TC_COMPONENTS_REFUSE
} tc_components_policy;
extern const tc_registry tc_components_policies; /* names of the policies, indexed by tc_components_policy */

/* Logs the topology of the mesh `name`. With TC_COMPONENTS_WARN, warns of components that touch and of
 * boundary faces inside the mesh. Errors: TC_INPUT with TC_COMPONENTS_REFUSE if there are several components
 * or boundary faces inside the mesh. */
tc_status tc_topology_check(const tc_topology *topology, const char *name, tc_components_policy policy,
                            const tc_log *log);

#endif
