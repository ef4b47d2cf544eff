/* `tetracast mesh order --pattern FILE`: writes the sparsity pattern of the matrix to a file, with the rows
 * in the new order of the cells. The program kernels reads such files. cmd_mesh.c calls the function after
 * it has ordered the cells. */
#ifndef TC_APP_MESH_PATTERN_H
#define TC_APP_MESH_PATTERN_H

#include <stdio.h>

#include "count/layout.h"
#include "fv/scheme/scheme.h"

/* Not collective. Writes the pattern of the whole matrix to the file `path`, the value of --pattern (format:
 * sparse/ell_pattern_file.h), and a line about it to `out`. Does nothing if `path` is NULL. The entries of
 * the matrix depend on the finite-volume `scheme`. `order` is the permutation of the cells that `mesh order`
 * computed. Errors: TC_OUTPUT; TC_INTERNAL if memory is exhausted. */
tc_status app_mesh_pattern_write(const char *path, const tc_scheme *scheme, const tc_graph *dual,
                                 const int32_t *order, FILE *out);

#endif
