#include "mesh_reports/mesh_pattern.h"

#include "base/core/memory.h"
#include "count/pattern.h"
#include "sparse/ell_pattern_file.h"

/* Creates the sparsity pattern of the whole matrix. `alone` is a distribution in which one rank owns all
 * cells, so that the position of a cell in the new order equals its row. */
static tc_status create_dual_pattern(const tc_graph *dual, const int32_t *order, const tc_scheme *scheme,
                                     const tc_distribution *alone, tc_pattern **out) {
  int32_t *position = NULL;
  TC_TRY(TC_ALLOC(position, dual->vertices));
  for (int32_t p = 0; p < dual->vertices; p++) position[order[p]] = p;
  const tc_status status =
      tc_pattern_create_from_graph(dual, order, position, alone, 0, scheme->rings, scheme->width, out);
  tc_free(position);
  return status;
}

tc_status app_mesh_pattern_write(const char *path, const tc_scheme *scheme, const tc_graph *dual,
                                 const int32_t *order, FILE *out) {
  tc_distribution *alone = NULL;
  tc_pattern *pattern = NULL;
  tc_status status = TC_OK;
  if (!path) return TC_OK;
  TC_GUARD(status,
           tc_distribution_create(TC_DISTRIBUTION_CYCLIC, dual->vertices, 1, dual->vertices, NULL, &alone));
  TC_GUARD(status, create_dual_pattern(dual, order, scheme, alone, &pattern));
  const tc_ell_pattern columns = {pattern->rows, pattern->rows, pattern->width, pattern->column,
                                  pattern->begin};
  TC_GUARD(status, tc_ell_pattern_write(&columns, path));
  fprintf(out, "written: %s: %d rows of %d columns (%s scheme)\n", path, (int)columns.rows, columns.width,
          scheme->name);
cleanup:
  tc_pattern_destroy(&pattern);
  tc_distribution_destroy(&alone);
  return status;
}
