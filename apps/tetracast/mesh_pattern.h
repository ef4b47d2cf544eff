/* `tetracast mesh order --pattern FILE`: which rows touch which, in the new order. */
#ifndef TC_APP_MESH_PATTERN_H
#define TC_APP_MESH_PATTERN_H

#include "command.h"
#include "count/layout.h"
#include "fv/scheme/scheme.h"

/* The options --pattern FILE and --scheme NAME (gradient). */
typedef struct app_mesh_pattern {
  const char *path; /* NULL: not wanted */
  const tc_scheme *scheme;
} app_mesh_pattern;

/* base: of the mesh, which is not to be written over. Errors: TC_USAGE, TC_OUTPUT. */
tc_status app_mesh_pattern_read(const app_arguments *arguments, const char *base, app_mesh_pattern *out);

/* The whole matrix, ranks one after the other (sparse/ell_pattern_file.h). Errors: TC_OUTPUT; TC_INTERNAL out
 * of memory. */
tc_status app_mesh_pattern_write(const app_mesh_pattern *pattern, const tc_graph *dual, const int32_t *order,
                                 FILE *out);

#endif
