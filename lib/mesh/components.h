/* Connected components of the dual graph: sets of cells that are connected through shared faces. */
#ifndef TC_MESH_COMPONENTS_H
#define TC_MESH_COMPONENTS_H

#include "mesh/dual.h"

typedef struct tc_mesh_components {
  int32_t count;             /* number of components */
  int32_t smallest, largest; /* cells of the smallest and of the largest component */
  int32_t *component;        /* [cells] the lowest cell of the component that a cell belongs to; owned */
} tc_mesh_components;

/* Finds the components. The result depends on the dual alone; time and memory are proportional to the cells.
 * *out is zeroed before and freed by the caller, also after an error. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_mesh_components_find(const tc_dual *dual, tc_mesh_components *out);
void tc_mesh_components_free(tc_mesh_components *components);

#endif
