/* Finds neighbours by a hash join of all faces (mesh/face_join.h). If faces are invalid, the join returns
 * only the first one of them. A pass over the mesh then finds all cells and .face entries with this face, and
 * the error message names them. Boundary faces are numbered at the end. */
#include "mesh/dual.h"

#include <stdio.h>

#include "base/core/memory.h"
#include "mesh/face_join.h"
#include "mesh/face_record.h"

const int tc_cell_face_vertices[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

static long long get_cell_number(const tc_mesh *mesh, int32_t face) {
  return (long long)tc_mesh_cell_number(mesh, face / 4);
}

static long long get_entry_number(const tc_mesh *mesh, int32_t e) {
  return (long long)tc_mesh_face_number(mesh, e);
}

/* Text of the form "(nodes 1, 2, 3)" for a face, used in messages. */
typedef struct face_text {
  char text[80];
} face_text;

static face_text format_nodes(const tc_mesh *mesh, const int32_t node[3]) {
  face_text out;
  snprintf(out.text, sizeof out.text, "(nodes %lld, %lld, %lld)",
           (long long)tc_mesh_node_number(mesh, node[0]), (long long)tc_mesh_node_number(mesh, node[1]),
           (long long)tc_mesh_node_number(mesh, node[2]));
  return out;
}

/* The first three cells with a face, as cell*4+k in ascending order. */
typedef struct face_cells {
  const int32_t *node; /* nodes of the face, ascending */
  int count;           /* at most 3 */
  int32_t face[3];
} face_cells;

static void find_face_cells(const tc_mesh *mesh, const int32_t node[3], face_cells *out) {
  tc_face_record r[4];
  *out = (face_cells){.node = node};
  for (int32_t cell = 0; cell < mesh->cells && out->count < 3; cell++) {
    tc_face_records_of_cell(cell, mesh->vertices + 4 * (size_t)cell, r);
    for (int s = 0; s < 4; s++) {
      if (memcmp(r[s].vertex, node, sizeof r[s].vertex) != 0) continue;
      out->face[out->count++] = tc_face_record_face(&r[s]);
    }
  }
}

/* Returns the vertex opposite a face. `face` is cell*4+k, and face k is opposite vertex k of the cell. */
static int32_t get_face_apex(const tc_mesh *mesh, int32_t face) { return mesh->vertices[face]; }

static tc_status duplicate_cell_error(const tc_mesh *mesh, int32_t a, int32_t b) {
  return tc_status_create(TC_INPUT, "%s%s: cells %lld and %lld have the same four nodes: remove one",
                          tc_mesh_file_path(mesh), tc_mesh_file_ending(mesh, ".ele"),
                          get_cell_number(mesh, a), get_cell_number(mesh, b));
}

/* Returns the error of a face that belongs to more than two cells, or to two cells on the same side. If two
 * of the cells also have the same vertex opposite the face, they have the same four nodes. */
static tc_status cells_error(const tc_mesh *mesh, const face_cells *f) {
  const int32_t *face = f->face;
  for (int i = 1; i < f->count; i++)
    for (int j = 0; j < i; j++)
      if (get_face_apex(mesh, face[i]) == get_face_apex(mesh, face[j]))
        return duplicate_cell_error(mesh, face[j], face[i]);
  if (f->count > 2)
    return tc_status_create(TC_INPUT,
                            "%s%s: cells %lld, %lld and %lld share one face %s, which can belong to at "
                            "most two cells: remove the surplus cells",
                            tc_mesh_file_path(mesh), tc_mesh_file_ending(mesh, ".ele"),
                            get_cell_number(mesh, face[0]), get_cell_number(mesh, face[1]),
                            get_cell_number(mesh, face[2]), format_nodes(mesh, f->node).text);
  return tc_status_create(TC_INPUT,
                          "%s%s: cells %lld and %lld overlap, on one side of the face %s that they "
                          "share: correct their nodes, or generate the mesh again",
                          tc_mesh_file_path(mesh), tc_mesh_file_ending(mesh, ".ele"),
                          get_cell_number(mesh, face[0]), get_cell_number(mesh, face[1]),
                          format_nodes(mesh, f->node).text);
}

/* Checks that all .face entries with the nodes `node` have equal markers. */
static tc_status check_entries(const tc_mesh *mesh, const int32_t node[3]) {
  int32_t last = -1;
  for (int32_t e = mesh->faces; e-- > 0;) {
    const tc_face_record r = tc_face_record_of_triangle(mesh->face_nodes + 3 * (size_t)e, e);
    if (memcmp(r.vertex, node, sizeof r.vertex) != 0) continue;
    if (last < 0) last = e;
    if (mesh->face_marker[e] != mesh->face_marker[last])
      return tc_status_create(TC_INPUT,
                              "%s%s: faces %lld and %lld are the same triangle %s, but have the markers %d "
                              "and %d: remove one",
                              tc_mesh_file_path(mesh), tc_mesh_file_ending(mesh, ".face"),
                              get_entry_number(mesh, e), get_entry_number(mesh, last),
                              format_nodes(mesh, node).text, (int)mesh->face_marker[e],
                              (int)mesh->face_marker[last]);
  }
  return TC_OK;
}

/* Returns the error of the face with the nodes `node`, which the join found to be invalid. */
static tc_status fault_error(const tc_mesh *mesh, const int32_t node[3]) {
  face_cells cells;
  TC_TRY(check_entries(mesh, node));
  find_face_cells(mesh, node, &cells);
  return cells_error(mesh, &cells);
}

static tc_status check_unmatched(const tc_mesh *mesh, const int32_t *entry_face) {
  int32_t first = -1, count = 0;
  for (int32_t e = 0; e < mesh->faces; e++) {
    if (entry_face[e] != TC_FACE_NONE) continue;
    if (count++ == 0) first = e;
  }
  if (count == 0) return TC_OK;
  const tc_face_record r = tc_face_record_of_triangle(mesh->face_nodes + 3 * (size_t)first, first);
  /* Example: heart.msh: 1 triangle is not a face of a cell, the first is face 2 (nodes 1, 2, 5): remove .. */
  if (mesh->source || mesh->is_imported)
    return tc_status_create(TC_INPUT,
                            "%s: %d triangle%s of a cell, the first is face %lld %s: remove these "
                            "faces, or save the volumes to which they belong",
                            tc_mesh_file_path(mesh), (int)count,
                            count == 1 ? " is not a face" : "s are not faces", get_entry_number(mesh, first),
                            format_nodes(mesh, r.vertex).text);
  return tc_status_create(TC_INPUT,
                          "%s.face: face %lld %s is not a face of the mesh: remove the line, or use the "
                          ".face file that was made with %s.ele",
                          mesh->name, get_entry_number(mesh, first), format_nodes(mesh, r.vertex).text,
                          mesh->name);
}

/* Numbers the boundary faces in ascending order of cell*4+k. */
static tc_status number_boundary(tc_dual *dual) {
  const size_t faces = 4 * (size_t)dual->cells;
  size_t boundary = 0;
  for (size_t i = 0; i < faces; i++) boundary += dual->neighbour[i] < 0;
  TC_TRY(TC_POOL_ARRAY(&dual->memory, dual->face, boundary));
  TC_TRY(TC_POOL_ARRAY_ZERO(&dual->memory, dual->marker, boundary));
  for (size_t i = 0; i < faces; i++) {
    if (dual->neighbour[i] >= 0) continue;
    dual->face[dual->boundary] = (int32_t)i;
    dual->neighbour[i] = -1 - dual->boundary++;
  }
  return TC_OK;
}

/* Copies the marker of each .face entry to its boundary face. Nonzero markers of interior faces are only
 * listed in interior_marker. */
static void copy_markers(const tc_mesh *mesh, const int32_t *entry_face, tc_dual *dual) {
  for (int32_t e = 0; e < mesh->faces; e++) {
    const int32_t marker = mesh->face_marker[e];
    if (entry_face[e] < 0) continue;
    const int32_t neighbour = dual->neighbour[entry_face[e]];
    if (neighbour < 0)
      dual->marker[-1 - neighbour] = marker;
    else if (marker != 0)
      dual->interior_marker[dual->marked_interior++] = marker;
  }
}

static tc_status join_faces(const tc_mesh *mesh, int32_t *entry_face, tc_dual *dual) {
  tc_face_join join = {.cells = mesh->cells,
                       .entries = mesh->faces,
                       .vertices = mesh->vertices,
                       .entry_nodes = mesh->face_nodes,
                       .entry_marker = mesh->face_marker,
                       .neighbour = dual->neighbour,
                       .entry_face = entry_face};
  TC_TRY(tc_face_join_run(&join));
  if (join.has_fault) return fault_error(mesh, join.fault);
  TC_TRY(check_unmatched(mesh, entry_face));
  TC_TRY(number_boundary(dual));
  copy_markers(mesh, entry_face, dual);
  return TC_OK;
}

tc_status tc_dual_create(const tc_mesh *mesh, tc_dual **out) {
  tc_dual *dual = NULL;
  int32_t *entry_face = NULL;
  TC_TRY(TC_ALLOC_ZERO(dual, 1));
  dual->cells = mesh->cells;
  tc_status status = TC_POOL_ARRAY(&dual->memory, dual->neighbour, 4 * (size_t)mesh->cells);
  if (!status) status = TC_POOL_ARRAY(&dual->memory, dual->interior_marker, mesh->faces);
  if (!status) status = TC_ALLOC(entry_face, mesh->faces);
  if (!status) status = join_faces(mesh, entry_face, dual);
  tc_free(entry_face);
  TC_RETURN_CREATED(status, dual, tc_dual_destroy(&dual), out);
}

void tc_dual_destroy(tc_dual **dual) { TC_POOL_DESTROY_OWNER(dual); }
