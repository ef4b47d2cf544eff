/* Boundary conditions: the root checks the rules of the config against the markers of the mesh. All ranks
 * evaluate the exchange coefficient h at their faces. If h is invalid somewhere, the rank that owns the
 * lowest such cell creates the error message. */
#include "solve/problem/boundary.h"

#include <math.h>
#include <stdio.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/text/line.h"
#include "comm/world/mpi_world.h"
#include "mesh/tetrahedron.h"

#define TC_PHASE "setting up the boundary"

static const tc_named_item kinds[] =
    {[TC_BOUNDARY_FLUX] = {"flux", "value: inflow per area and time; 0: no flux"},
     [TC_BOUNDARY_VALUE] = {"value", "value: value of the field at the face"},
     [TC_BOUNDARY_EXCHANGE] = {"exchange", "h (outside - field) flows in per area and time"}};

TC_REGISTRY_NAMED_ITEMS(tc_boundary_kinds, kinds);

/* ---- checking the rules ---- */

/* True if the formula is a constant 0. */
static bool is_zero(tc_expression *formula) {
  static const double origin[4];
  double value = NAN;
  if (!tc_expression_is_constant(formula)) return false;
  tc_status status = tc_expression_value(formula, origin, &value);
  tc_status_free(&status);
  return value == 0.0;
}

tc_expression *tc_boundary_datum(const tc_boundary_rule *rule) {
  switch (rule->kind) {
  case TC_BOUNDARY_FLUX: return rule->value && is_zero(rule->value) ? NULL : rule->value;
  case TC_BOUNDARY_VALUE: return rule->value;
  case TC_BOUNDARY_EXCHANGE: return rule->outside;
  }
  return NULL;
}

const tc_boundary_rule *tc_boundary_find_rule(const tc_boundary_options *choice, int32_t marker) {
  for (int r = 0; r < choice->rules; r++)
    if (choice->rule[r].marker.number == marker) return &choice->rule[r];
  return &choice->common;
}

/* Called on the root. Returns the error for a rule of a marker in a mesh whose boundary faces have no
 * markers. */
static tc_status no_markers_error(const tc_face_file *file, const tc_boundary_rule *rule) {
  const int marker = (int)rule->marker.number;
  if (file->is_imported)
    return tc_status_create(TC_USAGE,
                            "%s: no boundary face has the marker %d, because the faces of %s have no "
                            "markers: use boundary.default, or save the mesh with groups of faces",
                            rule->where, marker, file->mesh);
  if (file->faces == 0)
    return tc_status_create(TC_USAGE,
                            "%s: no boundary face has the marker %d, because %s.face does not exist or has "
                            "no faces; markers in .node are not read: run tetgen without -F, or use "
                            "boundary.default",
                            rule->where, marker, file->mesh);
  return tc_status_create(TC_USAGE,
                          "%s: no boundary face has the marker %d, because %s.face has no markers: add them, "
                          "or use boundary.default",
                          rule->where, marker, file->mesh);
}

/* Called on the root. Returns the error for a rule whose marker has a name in the mesh but no faces. Returns
 * TC_OK for other markers. */
static tc_status empty_group_error(const tc_space *space, const tc_boundary_rule *rule) {
  const tc_labels *named = space->face_file.named;
  const int32_t index = named ? tc_labels_find(named, rule->marker.number) : -1;
  char label[TC_LABEL_TEXT];
  tc_line list;
  if (index < 0) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: no face has the marker %s; each face has one marker only, and a group listed "
                          "earlier in --groups of tetracast mesh import may contain these faces: use one of "
                          "the markers %s",
                          rule->where, tc_labels_format_label(named, index, label),
                          tc_labels_format(space->markers, &list));
}

/* Called on the root. Returns the error for a rule whose marker belongs to no boundary face of the mesh. */
static tc_status missing_marker_error(const tc_space *space, const tc_boundary_rule *rule) {
  const tc_face_file *file = &space->face_file;
  const tc_labels *markers = space->markers;
  tc_line list;
  const int32_t interior_index = file->interior ? tc_labels_find(file->interior, rule->marker.number) : -1;
  if (interior_index >= 0)
    return tc_status_create(TC_USAGE,
                            "%s: marker %d is on interior faces only (%lld), but conditions apply to "
                            "boundary faces: remove it, or use one of the markers %s",
                            rule->where, (int)rule->marker.number,
                            (long long)file->interior->items[interior_index],
                            tc_labels_format(markers, &list));
  TC_TRY(empty_group_error(space, rule));
  if (file->faces == 0 || (markers->count == 1 && markers->label[0] == 0))
    return no_markers_error(file, rule);
  return tc_status_create(TC_USAGE,
                          "%s: no boundary face of the mesh has the marker %d (its markers: %s): use one of "
                          "these",
                          rule->where, (int)rule->marker.number, tc_labels_format(markers, &list));
}

/* Called on the root. Checks that each rule has a marker of the mesh and that no marker has two rules. */
static tc_status check_rules(const tc_space *space, const tc_boundary_options *choice) {
  for (int r = 0; r < choice->rules; r++) {
    const tc_boundary_rule *rule = &choice->rule[r];
    if (tc_labels_find(space->markers, rule->marker.number) < 0) return missing_marker_error(space, rule);
    if (tc_boundary_find_rule(choice, rule->marker.number) != rule)
      return tc_status_create(TC_USAGE, "%s: marker %d already has a condition: remove one of the two",
                              rule->where, (int)rule->marker.number);
  }
  return TC_OK;
}

/* Examples: marker 3 'inlet' (20 faces, area 0.5): value; marker 1 (30 faces, area 0.7), 2 (8 faces, area
 * 0.1): no flux (boundary.default) */
static void log_boundary(const tc_labels *markers, const tc_boundary_options *choice, const tc_log *log) {
  tc_line default_markers = {0};
  for (int32_t k = 0; k < markers->count; k++) {
    const tc_boundary_rule *rule = tc_boundary_find_rule(choice, markers->label[k]);
    char label[TC_LABEL_TEXT], text[96 + TC_LABEL_TEXT];
    tc_snprintf(text, sizeof text, "%s (%lld faces, area %.6g)", tc_labels_format_label(markers, k, label),
                (long long)markers->items[k], markers->size[k]);
    if (rule == &choice->common)
      tc_line_add_item(&default_markers, text);
    else
      tc_log_write(log, TC_LOG_NORMAL, "marker %s: %s", text, kinds[rule->kind].name);
  }
  if (default_markers.length)
    tc_log_write(log, TC_LOG_NORMAL, "marker %s: %s (boundary.default)", default_markers.text,
                 tc_boundary_datum(&choice->common) ? kinds[choice->common.kind].name : "no flux");
}

/* ---- coefficients of exchanges ---- */

static void face_centroid(const tc_submesh *s, int32_t cell, int k, double out[3]) {
  const double *p[3];
  for (int i = 0; i < 3; i++)
    p[i] = s->points + 3 * (size_t)s->vertices[4 * (size_t)cell + (size_t)tc_cell_face_vertices[k][i]];
  tc_face_centroid(p[0], p[1], p[2], out);
}

static bool is_valid_exchange(double h) { return h >= 0.0 && h <= TC_DIFFUSION_MAX; }

/* Owned cell with the lowest number at whose face the exchange coefficient h is invalid. */
typedef struct invalid_exchange {
  tc_gid cell;
  double h;
  const tc_expression *formula;
} invalid_exchange;

static tc_status fill_face(const tc_space *space, const tc_boundary_rule *rule, int32_t cell, int k,
                           tc_physics *physics, invalid_exchange *worst) {
  const tc_submesh *s = space->submesh;
  double centroid[3], *h = &physics->exchange[-1 - s->neighbour[4 * (size_t)cell + (size_t)k]];
  face_centroid(s, cell, k, centroid);
  TC_TRY(tc_expression_value(rule->h, centroid, h));
  if (!is_valid_exchange(*h) && cell < s->owned && s->id[cell] < worst->cell)
    *worst = (invalid_exchange){s->id[cell], *h, rule->h};
  return TC_OK;
}

/* Not collective. Evaluates the exchange coefficient h at all faces of kind exchange of this rank's cells and
 * writes it to `physics`. Records in *worst the lowest cell with an invalid h. */
static tc_status fill_exchange(const tc_space *space, const tc_boundary_options *choice, tc_physics *physics,
                               invalid_exchange *worst) {
  const tc_submesh *s = space->submesh;
  TC_TRY(tc_physics_alloc_exchange(physics));
  for (int32_t cell = 0; cell < s->inner; cell++)
    for (int k = 0; k < 4; k++) {
      const int32_t other = s->neighbour[4 * (size_t)cell + (size_t)k];
      if (other >= 0) continue;
      const tc_boundary_rule *rule = tc_boundary_find_rule(choice, s->marker[-1 - other]);
      if (rule->kind == TC_BOUNDARY_EXCHANGE) TC_TRY(fill_face(space, rule, cell, k, physics, worst));
    }
  return TC_OK;
}

static tc_status exchange_error(const tc_space *space, const invalid_exchange *worst) {
  const tc_code code = tc_expression_is_constant(worst->formula) ? TC_USAGE : TC_INPUT;
  return tc_status_create(code,
                          "%s: h is %g at the boundary face of cell %lld: set it to a value from 0 to %g",
                          tc_expression_where(worst->formula), worst->h, (long long)worst->cell + space->base,
                          TC_DIFFUSION_MAX);
}

/* Collective. Evaluates the coefficient h of all faces of kind exchange and checks it. */
static tc_status evaluate_exchange(const tc_space *space, const tc_boundary_options *choice,
                                   tc_physics *physics) {
  invalid_exchange worst = {TC_GID_NONE, 0.0, NULL};
  tc_gid lowest;
  TC_TRY(tc_world_agree(space->world, fill_exchange(space, choice, physics, &worst)));
  TC_TRY(TC_MPI(space->world,
                MPI_Allreduce(&worst.cell, &lowest, 1, TC_MPI_GID, MPI_MIN, tc_world_comm(space->world))));
  if (lowest == TC_GID_NONE) return TC_OK;
  return tc_world_agree(space->world, worst.cell == lowest ? exchange_error(space, &worst) : TC_OK);
}

tc_status tc_boundary_apply(const tc_space *space, const tc_boundary_options *choice, const tc_log *log,
                            tc_physics *physics) {
  bool has_exchange = false, is_logged = choice->rules > 0;
  const bool root = space->world->rank == 0;
  TC_TRY(tc_world_agree(space->world, root ? check_rules(space, choice) : TC_OK));
  for (int b = 0; b < physics->boundaries; b++) {
    const tc_boundary_rule *rule = tc_boundary_find_rule(choice, physics->boundary[b].marker);
    physics->boundary[b].kind = rule->kind;
    physics->boundary[b].has_data = tc_boundary_datum(rule) != NULL;
    has_exchange = has_exchange || rule->kind == TC_BOUNDARY_EXCHANGE;
    is_logged = is_logged || physics->boundary[b].has_data;
  }
  if (is_logged) log_boundary(space->markers, choice, log);
  return has_exchange ? evaluate_exchange(space, choice, physics) : TC_OK;
}
