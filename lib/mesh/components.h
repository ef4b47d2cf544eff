/* Connected components of the dual graph: sets of cells that are connected through shared faces. Called by
 * tc_topology_find after the dual was created. The result depends on the dual alone. Not collective. */
#ifndef TC_MESH_COMPONENTS_H
#define TC_MESH_COMPONENTS_H

#include "mesh/dual.h"

typedef struct tc_mesh_components {
  int32_t count;             /* number of components */
  int32_t smallest, largest; /* number of cells of the smallest and of the largest component */
  int32_t *component;        /* [cells] lowest cell number in the component of each cell, which identifies the
                                component; owned */
} tc_mesh_components;

/* Finds the components. Time and memory are proportional to the cells. The caller zeroes *out before the call
 * and frees it, also after an error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_mesh_components_find(const tc_dual *dual, tc_mesh_components *out);

/* Sets *size to the numbers of cells of all components, in descending order: [components->count] numbers. The
 * caller frees *size with tc_free. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_mesh_components_list_sizes(const tc_dual *dual, const tc_mesh_components *components,
                                        int32_t **size);
void tc_mesh_components_free(tc_mesh_components *components);

#endif
