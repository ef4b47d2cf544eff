#include "convert/connectivity.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/text/number_format.h"
#include "mesh/check.h"
#include "mesh/components.h"
#include "mesh/merge.h"

static double find_largest_distance(const tc_mesh *mesh, const tc_coincidence *coincidence) {
  double largest = 0.0;
  for (int32_t n = 0; n < mesh->nodes; n++)
    largest = fmax(largest, tc_mesh_distance(mesh, n, coincidence->same_as[n]));
  return largest;
}

/* Returns true if two corners of some cell coincide, so that merging them would make the cell flat. same_as[]
 * contains the lowest vertex with which each vertex coincides. */
static bool flattens_cell(const tc_mesh *mesh, const int32_t *same_as) {
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    const int32_t *v = mesh->vertices + 4 * (size_t)cell;
    for (int i = 1; i < 4; i++)
      for (int j = 0; j < i; j++)
        if (same_as[v[i]] == same_as[v[j]]) return true;
  }
  return false;
}

static tc_status coincident_error(const tc_conversion *c, const tc_coincidence *coincidence, int32_t faces) {
  const double distance = find_largest_distance(c->out->mesh, coincidence);
  const bool is_thin = flattens_cell(c->out->mesh, coincidence->same_as);
  tc_line remedy = {0}, option = {0}, where = {0};
  tc_line_add(&option, "--merge ");
  if (distance > 0.0 && !is_thin)
    tc_line_add(&option, "%g", TC_COINCIDENT);
  else
    tc_line_add(&option, is_thin ? "none" : "exact");
  if (distance > 0.0)
    tc_line_add(&where, "nearly the coordinates of others (largest distance %.3g)", distance);
  else
    tc_line_add(&where, "exactly the coordinates of others");
  /* Example: heart.msh: 3 vertices have exactly the coordinates of others and 1 pair of boundary faces
   * coincides, so the components are not connected: use --merge exact */
  return tc_status_create(TC_INPUT, "%s: %d %s %s and %d %s of boundary faces %s, %s: %s", c->path,
                          (int)coincidence->nodes, coincidence->nodes == 1 ? "vertex has" : "vertices have",
                          where.text, (int)faces, faces == 1 ? "pair" : "pairs",
                          faces == 1 ? "coincides" : "coincide",
                          is_thin ? "but merging them would make cells flat"
                                  : "so the components are not connected",
                          tc_conversion_remedy(c, option.text, "", &remedy));
}

/* Returns an error if some boundary faces coincide with other boundary faces. The cells on both sides then
 * touch, but are not connected. */
static tc_status check_coincident(const tc_conversion *c, tc_coincidence *coincidence) {
  const tc_mesh *mesh = c->out->mesh;
  const tc_dual *dual = c->out->dual;
  int32_t faces = 0;
  TC_TRY(tc_coincidence_find(mesh, dual, TC_COINCIDENT * tc_mesh_diagonal(mesh, dual), coincidence));
  if (coincidence->nodes == 0) return TC_OK;
  TC_TRY(tc_mesh_count_coincident_faces(mesh, dual, coincidence, &faces));
  return faces > 0 ? coincident_error(c, coincidence, faces) : TC_OK;
}

static tc_status refuse_coincident(const tc_conversion *c) {
  tc_coincidence coincidence = {0};
  if (c->options->merge != TC_MERGE_REFUSE) return TC_OK;
  const tc_status status = check_coincident(c, &coincidence);
  tc_coincidence_free(&coincidence);
  return status;
}

/* Returns an error if many cells have no neighbour. Called before the components are computed, because
 * computing many components would take long. */
static tc_status check_single_cells(const tc_conversion *c) {
  /* With TC_MERGE_REFUSE, no boundary faces coincide, so that merging vertices would not help. */
  static const char *const remedy[] =
      {[TC_MERGE_REFUSE] = "generate a mesh whose cells have common vertices",
       [TC_MERGE_NONE] = "use --merge exact, or generate a mesh whose cells have common vertices",
       [TC_MERGE_WITHIN] = "use a larger tolerance, or generate a mesh whose cells have common vertices"};
  const tc_dual *dual = c->out->dual;
  int32_t single = 0;
  for (int32_t cell = 0; cell < dual->cells; cell++) {
    const int32_t *neighbour = dual->neighbour + 4 * (size_t)cell;
    single += (neighbour[0] & neighbour[1] & neighbour[2] & neighbour[3]) < 0;
  }
  if (single <= TC_SINGLE_CELLS_MAX) return TC_OK;
  return tc_status_create(TC_INPUT, "%s: %d components are a single cell, so no flux passes between them: %s",
                          c->path, (int)single, remedy[c->options->merge]);
}

static tc_status list_components(const tc_conversion *c) {
  tc_mesh_components components = {0};
  tc_status status = TC_OK;
  if (c->out->topology.components == 1) {
    TC_TRY(TC_ALLOC(c->out->component_size, 1));
    *c->out->component_size = c->out->mesh->cells;
    return TC_OK;
  }
  TC_GUARD(status, tc_mesh_components_find(c->out->dual, &components));
  TC_GUARD(status, tc_mesh_components_list_sizes(c->out->dual, &components, &c->out->component_size));
cleanup:
  tc_mesh_components_free(&components);
  return status;
}

static void warn_components(const tc_conversion *c) {
  const tc_topology *t = &c->out->topology;
  tc_line found = {0};
  if (t->components == 1 && t->interfaces == 0) return;
  tc_topology_describe(t, &found);
  /* Example: a.msh: 2 components that have no faces in contact (5 to 9 cells): no flux passes between them */
  tc_log_warn(c->log, "%s: %s: no flux passes between them", c->path, found.text);
}

/* Called if `error` has prevented the creation of the dual graph. Returns a better error if there is one. If
 * the dual graph of the cells without the source faces can be created, `error` concerns the faces. Such faces
 * may belong to no cell because their vertices only coincide with those of a cell. The returned error then
 * reports the coincident vertices. */
static tc_status explain_face_error(const tc_conversion *c, tc_status error) {
  tc_mesh *mesh = c->out->mesh;
  const int32_t faces = mesh->faces;
  mesh->faces = 0;
  tc_status status = tc_dual_create(mesh, &c->out->dual);
  if (status)
    tc_status_free(&status);
  else
    status = refuse_coincident(c);
  tc_dual_destroy(&c->out->dual);
  mesh->faces = faces;
  return status ? tc_status_replace(error, status) : error;
}

static tc_status check_cells(const tc_conversion *c) {
  TC_TRY(tc_mesh_orient(c->out->mesh));
  const tc_status status = tc_dual_create(c->out->mesh, &c->out->dual);
  return status ? explain_face_error(c, status) : TC_OK;
}

static tc_status connect_cells(const tc_conversion *c) {
  TC_TRY(check_cells(c));
  c->out->counts.marked_interior = c->out->dual->marked_interior;
  TC_TRY(refuse_coincident(c));
  TC_TRY(check_single_cells(c));
  TC_TRY(tc_topology_find(c->out->mesh, c->out->dual, &c->out->topology));
  TC_TRY(list_components(c));
  warn_components(c);
  return TC_OK;
}

/* The mesh refers to `numbering` during this step, so that messages about the mesh contain the numbers of the
 * source file. */
tc_status tc_conversion_connect(tc_conversion *c) {
  const tc_mesh_numbering numbering = {c->path, c->node_number, c->out->source, c->face_number};
  c->out->mesh->source = &numbering;
  const tc_status status = connect_cells(c);
  c->out->mesh->source = NULL;
  return status;
}
