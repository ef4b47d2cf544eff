/* `tetracast mesh order --pattern FILE`: writes the sparsity pattern of the matrix to a file, with the rows
 * in the new order of the cells. The program kernels reads such files. cmd_mesh.c first calls
 * app_mesh_pattern_read, then orders the cells and calls app_mesh_pattern_write. No function is collective.
 */
#ifndef TC_APP_MESH_PATTERN_H
#define TC_APP_MESH_PATTERN_H

#include "count/layout.h"
#include "fv/scheme/scheme.h"
#include "options/options.h"

/* Options of `mesh order`: --pattern FILE, and --scheme NAME, by default `gradient`, which decides the
 * entries of the matrix. */
typedef struct app_mesh_pattern {
  const char *path; /* path of the file to write, borrowed; NULL if --pattern is not given */
  const tc_scheme *scheme;
} app_mesh_pattern;

/* Copies --pattern and --scheme to *out and checks that the file may be written. `base` is the name of the
 * input mesh, whose files must not be overwritten. Errors: TC_USAGE, TC_OUTPUT. */
tc_status app_mesh_pattern_read(const app_options *options, const char *base, app_mesh_pattern *out);

/* Writes the pattern of the whole matrix to pattern->path (format: sparse/ell_pattern_file.h), and a line
 * about it to `out`. Does nothing if `path` is NULL. `order` is the permutation of the cells that `mesh
 * order` computed. Errors: TC_OUTPUT; TC_INTERNAL if memory is exhausted. */
tc_status app_mesh_pattern_write(const app_mesh_pattern *pattern, const tc_graph *dual, const int32_t *order,
                                 FILE *out);

#endif
