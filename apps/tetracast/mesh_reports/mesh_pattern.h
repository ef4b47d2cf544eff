/* `tetracast mesh order --pattern FILE`: writes the sparsity pattern of the matrix in the new order, as input
 * of the program kernels. cmd_mesh.c first reads the options and thereby checks the file, then orders the
 * cells and writes the pattern. No function is collective. */
#ifndef TC_APP_MESH_PATTERN_H
#define TC_APP_MESH_PATTERN_H

#include "commands/command.h"
#include "count/layout.h"
#include "fv/scheme/scheme.h"

/* Options --pattern FILE and --scheme NAME (default: gradient). */
typedef struct app_mesh_pattern {
  const char *path; /* borrowed; NULL if not requested */
  const tc_scheme *scheme;
} app_mesh_pattern;

/* Reads the options and checks that the file may be written. `base` is the name of the input mesh, whose
 * files must not be overwritten. Errors: TC_USAGE, TC_OUTPUT. */
tc_status app_mesh_pattern_read(const app_arguments *arguments, const char *base, app_mesh_pattern *out);

/* Writes the pattern of the whole matrix (sparse/ell_pattern_file.h) and a line to `out`. Does nothing if
 * `path` is NULL. `order` is a permutation of the cells. Errors: TC_OUTPUT; TC_INTERNAL if memory is
 * exhausted. */
tc_status app_mesh_pattern_write(const app_mesh_pattern *pattern, const tc_graph *dual, const int32_t *order,
                                 FILE *out);

#endif
