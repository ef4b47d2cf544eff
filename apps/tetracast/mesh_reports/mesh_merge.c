/* `tetracast mesh merge`: merges coincident nodes of a mesh and prints the numbers of components before and
 * after. */
#include <string.h>

#include "base/core/print.h"
#include "base/text/text.h"
#include "io/mesh/tetgen.h"
#include "mesh/coincident_nodes.h"
#include "mesh/merge.h"
#include "mesh_reports/mesh_summary.h"
#include "mesh_reports/mesh_topology.h"

/* Upper limit of the tolerance, relative to the diagonal of the bounding box. A larger tolerance would
 * collapse the mesh. */
static const double largest_tolerance = 0.1;

tc_status app_set_tolerance(const tc_option *option, const char *value, void *member) {
  double *relative = member;
  tc_text text = {value, value + strlen(value)};
  *relative = 0.0;
  if (strcmp(value, "exact") == 0) return TC_OK;
  if (option->extra && strcmp(value, option->extra) == 0) {
    *relative = -1.0;
    return TC_OK;
  }
  if (tc_text_parse_double(&text, relative) && tc_text_at_end(&text) && *relative > 0.0 &&
      *relative <= largest_tolerance)
    return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s %s: expected the word exact%s%s, or a number above 0 and at most %g, a "
                          "tolerance relative to the diagonal of the bounding box: use for example 1e-7",
                          option->name, *value ? value : "(nothing)", option->extra ? ", " : "",
                          option->extra ? option->extra : "", largest_tolerance);
}

/* Returns advice to print if there are still interfaces (boundary faces inside the mesh) after the merge;
 * otherwise "". */
static const char *remedy_of(const tc_topology *after, const tc_merged *merged) {
  if (after->interfaces == 0) return "";
  return merged->nodes == 0 ? ": no nodes are within the tolerance: use a larger --merge"
                            : ": these faces do not match: mesh the bodies together";
}

/* Writes the numbers of components and of interfaces (boundary faces inside the mesh) before and after the
 * merge. */
static tc_status write_components(const tc_mesh *mesh, const tc_dual *dual, const tc_mesh *made,
                                  const tc_merged *merged, FILE *out) {
  tc_dual *joined = NULL;
  tc_topology before, after;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_topology_find(mesh, dual, &before));
  TC_GUARD(status, tc_dual_create(made, &joined));
  TC_GUARD(status, tc_topology_find(made, joined, &after));
  fprintf(out, "components        %d (before the merge: %d)\n", (int)after.components,
          (int)before.components);
  fprintf(out, "interfaces        %d boundary faces inside the mesh (before the merge: %d)%s\n",
          (int)after.interfaces, (int)before.interfaces, remedy_of(&after, merged));
cleanup:
  tc_dual_destroy(&joined);
  return status;
}

tc_status app_mesh_merge_write(const app_options *o, const tc_mesh *mesh, const tc_dual *dual, FILE *out) {
  const double tolerance = o->merge * tc_mesh_diagonal(mesh, dual);
  tc_mesh *made = NULL;
  tc_merged merged;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_mesh_merge(mesh, dual, tolerance, &made, &merged));
  TC_GUARD(status, write_components(mesh, dual, made, &merged, out));
  TC_GUARD(status, tc_tetgen_write(o->output, made, NULL));
  tc_fprintf(out, "merged            %d nodes (tolerance %.3g), %d pairs of boundary faces\n",
             (int)merged.nodes, tolerance, (int)merged.faces);
  if (merged.face_entries)
    fprintf(out, "removed           %d entries of .face, because their faces are interior now\n",
            (int)merged.face_entries);
  TC_GUARD(status, app_mesh_files_write(o->output, made, out));
  fprintf(out, ": %d cells, %d nodes\n", (int)made->cells, (int)made->nodes);
cleanup:
  tc_mesh_destroy(&made);
  return status;
}
