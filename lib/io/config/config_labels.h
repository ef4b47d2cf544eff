/* Names of regions and markers in a config. The reader of the config stores a name as text. A name can be
 * replaced by numbers only after the mesh has been read, because the mesh defines the names. Plans
 * (run/session/plan.c) and dry runs call tc_config_resolve_names between reading the mesh and using its
 * regions and markers. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_LABELS_H
#define TC_IO_CONFIG_CONFIG_LABELS_H

#include "io/config/config.h"

/* True if the config has a region or marker with a name that is not yet replaced. */
bool tc_config_has_names(const tc_config *config);

/* Replaces all names in diffusion.regions and boundary.markers by the numbers that the mesh assigns to them
 * in name[names]. Names are compared exactly. A region and a marker may have equal names. A rule whose name
 * has several numbers becomes one rule for each number. `mesh` is needed for messages only and may be NULL.
 * Errors: TC_USAGE if the mesh has no region or marker of a name; TC_INTERNAL if memory is exhausted. */
tc_status tc_config_resolve_names(tc_config *config, int32_t names, const tc_mesh_name *name,
                                  const tc_mesh *mesh);

#endif
