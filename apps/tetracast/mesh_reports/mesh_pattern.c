#include "mesh_reports/mesh_pattern.h"

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/file/file_list.h"
#include "count/pattern.h"
#include "io/mesh/tetgen.h"
#include "sparse/ell_pattern_file.h"

static tc_status check_files(const char *path, const char *base, const char *output) {
  tc_file_list files = {0};
  TC_TRY(tc_file_list_add_mesh(&files, false, "the mesh", base));
  if (output) TC_TRY(tc_file_list_add_mesh(&files, true, "-o", output));
  TC_TRY(tc_file_list_add_output(&files, "--pattern", path));
  return tc_file_prepare(path, TC_ELL_PATTERN_BEGIN, "a pattern of Tetracast");
}

tc_status app_mesh_pattern_read(const app_options *o, const char *base, app_mesh_pattern *out) {
  *out = (app_mesh_pattern){o->pattern, o->scheme};
  return out->path ? check_files(out->path, base, o->output) : TC_OK;
}

/* Creates the sparsity pattern of the whole matrix for `alone`, a distribution with one rank that owns all
 * cells. The positions of the cells then equal their local rows. */
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

tc_status app_mesh_pattern_write(const app_mesh_pattern *p, const tc_graph *dual, const int32_t *order,
                                 FILE *out) {
  tc_distribution *alone = NULL;
  tc_pattern *pattern = NULL;
  tc_status status = TC_OK;
  if (!p->path) return TC_OK;
  TC_GUARD(status,
           tc_distribution_create(TC_DISTRIBUTION_CYCLIC, dual->vertices, 1, dual->vertices, NULL, &alone));
  TC_GUARD(status, create_dual_pattern(dual, order, p->scheme, alone, &pattern));
  const tc_ell_pattern columns = {pattern->rows, pattern->rows, pattern->width, pattern->column};
  TC_GUARD(status, tc_ell_pattern_write(&columns, p->path));
  fprintf(out, "written: %s: %d rows of %d columns (%s scheme)\n", p->path, (int)columns.rows, columns.width,
          p->scheme->name);
cleanup:
  tc_pattern_destroy(&pattern);
  tc_distribution_destroy(&alone);
  return status;
}
