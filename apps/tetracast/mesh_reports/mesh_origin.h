/* Origin of an imported mesh in the output of `tetracast mesh import` and `mesh info`. Not collective. */
#ifndef TC_APP_MESH_ORIGIN_H
#define TC_APP_MESH_ORIGIN_H

#include <stdio.h>

#include "base/document/document.h"
#include "io/mesh_file/mesh_file.h"

/* Writes the source file with its format, size and hash, and the options that changed the mesh. `name` is the
 * name of the source file in the output. Does nothing if `origin` is NULL. */
void app_mesh_origin_write(const tc_mesh_origin *origin, const char *name, FILE *out);

/* Appends the section "source" to the root of a JSON report and returns it. Appends the item "source" with
 * the value null and returns NULL if `origin` is NULL. */
tc_section *app_mesh_origin_add(tc_section *root, const tc_mesh_origin *origin);

#endif
