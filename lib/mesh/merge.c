/* Merges nodes in four steps, which number the remaining nodes, find boundary faces that became equal, copy
 * the mesh with the new numbers, and check the result. Equal faces are found by sorting their new node
 * numbers. The check orients the new mesh and creates its dual, so it finds the same errors as in a mesh that
 * was read from files. */
#include "mesh/merge.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "mesh/check.h"
#include "mesh/tetrahedron.h"

/* Nodes of a face in ascending order. */
typedef struct face_nodes {
  int32_t node[3];
} face_nodes;

static face_nodes sort_nodes(int32_t a, int32_t b, int32_t c) {
  const int32_t low = a < b ? (a < c ? a : c) : (b < c ? b : c),
                high = a > b ? (a > c ? a : c) : (b > c ? b : c);
  return (face_nodes){{low, (int32_t)((int64_t)a + b + c - low - high), high}};
}

static int compare_faces(const void *a, const void *b) {
  const int32_t *x = ((const face_nodes *)a)->node, *y = ((const face_nodes *)b)->node;
  for (int i = 0; i < 3; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

/* ---- numbering of the nodes ---- */

/* Sets number[n] to the number of node n in the new mesh. */
static void number_nodes(const tc_mesh *mesh, const tc_coincidence *coincidence, int32_t *number) {
  int32_t count = 0;
  /* The node same_as[n] is lower than n, so its new number is already set. */
  for (int32_t n = 0; n < mesh->nodes; n++)
    number[n] = coincidence->same_as[n] == n ? count++ : number[coincidence->same_as[n]];
}

static tc_status check_cell(const tc_mesh *mesh, const int32_t *number, int32_t cell) {
  const int32_t *v = mesh->vertices + 4 * (size_t)cell;
  for (int i = 1; i < 4; i++)
    for (int j = 0; j < i; j++)
      if (number[v[i]] == number[v[j]])
        return tc_status_create(TC_INPUT,
                                "%s: cell %lld would become flat, because its nodes %lld and %lld (distance "
                                "%.6g) would be merged: use a smaller tolerance",
                                mesh->name, (long long)tc_mesh_user_number(mesh, cell),
                                (long long)tc_mesh_user_number(mesh, v[j]),
                                (long long)tc_mesh_user_number(mesh, v[i]),
                                tc_mesh_distance(mesh, v[i], v[j]));
  return TC_OK;
}

static void copy_points(const tc_mesh *mesh, const tc_coincidence *coincidence, const int32_t *number,
                        tc_mesh *out) {
  for (int32_t n = 0; n < mesh->nodes; n++)
    if (coincidence->same_as[n] == n)
      memcpy(out->points + 3 * (size_t)number[n], mesh->points + 3 * (size_t)n, 3 * sizeof *out->points);
}

static void copy_cells(const tc_mesh *mesh, const int32_t *number, tc_mesh *out) {
  memcpy(out->region, mesh->region, (size_t)mesh->cells * sizeof *out->region);
  for (size_t i = 0; i < 4 * (size_t)mesh->cells; i++) out->vertices[i] = number[mesh->vertices[i]];
}

/* ---- faces that become interior ---- */

/* Boundary faces of the old mesh that became interior, each as three node numbers of the new mesh; sorted. */
typedef struct joined_faces {
  int32_t count;
  face_nodes *face;
} joined_faces;

static void renumber_boundary(const tc_mesh *mesh, const tc_dual *dual, const int32_t *number,
                              face_nodes *face) {
  for (int32_t b = 0; b < dual->boundary; b++) {
    const int32_t *v = mesh->vertices + 4 * (size_t)(dual->face[b] / 4);
    const int *corner = tc_cell_face_vertices[dual->face[b] % 4];
    face[b] = sort_nodes(number[v[corner[0]]], number[v[corner[1]]], number[v[corner[2]]]);
  }
}

/* Finds the boundary faces of the old mesh that two or more cells share after the merge. If more than two
 * cells share a face, check_result returns an error later. */
static tc_status find_joined(const tc_mesh *mesh, const tc_dual *dual, const int32_t *number,
                             joined_faces *out) {
  TC_TRY(TC_ALLOC(out->face, dual->boundary));
  renumber_boundary(mesh, dual, number, out->face);
  qsort(out->face, (size_t)dual->boundary, sizeof *out->face, compare_faces);
  for (int32_t b = 0, next; b < dual->boundary; b = next) {
    for (next = b + 1; next < dual->boundary && !compare_faces(&out->face[b], &out->face[next]);) next++;
    if (next - b > 1) out->face[out->count++] = out->face[b];
  }
  return TC_OK;
}

tc_status tc_mesh_count_coincident_faces(const tc_mesh *mesh, const tc_dual *dual,
                                         const tc_coincidence *coincidence, int32_t *faces) {
  joined_faces joined = {0};
  const tc_status status = find_joined(mesh, dual, coincidence->same_as, &joined);
  *faces = joined.count;
  tc_free(joined.face);
  return status;
}

static bool is_joined(const joined_faces *joined, const int32_t node[3]) {
  const face_nodes key = sort_nodes(node[0], node[1], node[2]);
  return bsearch(&key, joined->face, (size_t)joined->count, sizeof key, compare_faces) != NULL;
}

/* Copies the entries of the .face file, except those of boundary faces that became interior. The arrays of
 * `out` have room for all entries. */
static void copy_entries(const tc_mesh *mesh, const int32_t *number, const joined_faces *joined,
                         tc_mesh *out) {
  out->faces = 0;
  for (int32_t e = 0; e < mesh->faces; e++) {
    int32_t *node = out->face_nodes + 3 * (size_t)out->faces;
    for (int i = 0; i < 3; i++) node[i] = number[mesh->face_nodes[3 * (size_t)e + (size_t)i]];
    if (!is_joined(joined, node)) out->face_marker[out->faces++] = mesh->face_marker[e];
  }
}

/* ---- creation and check of the result ---- */

/* Checks that no volume became negative. All cells were oriented before the merge, so a negative volume means
 * that a node moved through the opposite face of its cell. */
static tc_status check_orientation(const tc_mesh *mesh) {
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    const int32_t *v = mesh->vertices + 4 * (size_t)cell;
    const double *p[4];
    for (int i = 0; i < 4; i++) p[i] = mesh->points + 3 * (size_t)v[i];
    if (tc_volume6(p[0], p[1], p[2], p[3]) < 0.0)
      return tc_status_create(TC_INPUT, "cell %lld is inverted", (long long)tc_mesh_user_number(mesh, cell));
  }
  return TC_OK;
}

static tc_status check_result(tc_mesh *mesh) {
  tc_dual *dual = NULL;
  tc_status status = check_orientation(mesh);
  if (!status) status = tc_mesh_orient(mesh);
  if (!status) status = tc_dual_create(mesh, &dual);
  tc_dual_destroy(&dual);
  if (tc_status_code(status) != TC_INPUT) return status;
  const tc_status error =
      tc_status_create(TC_INPUT, "merged nodes give an invalid mesh (%s): use a smaller tolerance",
                       tc_status_text(status));
  tc_status_free(&status);
  return error;
}

static tc_status create_mesh(const tc_mesh *mesh, const tc_coincidence *coincidence, const int32_t *number,
                             const joined_faces *joined, tc_mesh **out) {
  TC_TRY(tc_mesh_create(mesh->name, mesh->nodes - coincidence->nodes, mesh->cells, mesh->faces, out));
  (*out)->base = mesh->base;
  (*out)->is_imported = mesh->is_imported;
  TC_TRY(tc_mesh_set_names(*out, mesh->names, mesh->name_list));
  copy_points(mesh, coincidence, number, *out);
  copy_cells(mesh, number, *out);
  copy_entries(mesh, number, joined, *out);
  return check_result(*out);
}

static tc_status merge_nodes(const tc_mesh *mesh, const tc_dual *dual, const tc_coincidence *coincidence,
                             int32_t *number, tc_mesh **out, tc_merged *merged) {
  joined_faces joined = {0};
  tc_status status = TC_OK;
  number_nodes(mesh, coincidence, number);
  for (int32_t cell = 0; cell < mesh->cells; cell++) TC_TRY(check_cell(mesh, number, cell));
  TC_GUARD(status, find_joined(mesh, dual, number, &joined));
  TC_GUARD(status, create_mesh(mesh, coincidence, number, &joined, out));
  *merged = (tc_merged){coincidence->nodes, joined.count, mesh->faces - (*out)->faces};
cleanup:
  tc_free(joined.face);
  return status;
}

tc_status tc_mesh_merge(const tc_mesh *mesh, const tc_dual *dual, double tolerance, tc_mesh **out,
                        tc_merged *merged) {
  tc_coincidence coincidence = {0};
  int32_t *number = NULL;
  tc_mesh *result = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_coincidence_find(mesh, dual, tolerance, &coincidence));
  TC_GUARD(status, TC_ALLOC(number, mesh->nodes));
  TC_GUARD(status, merge_nodes(mesh, dual, &coincidence, number, &result, merged));
  *out = result;
  result = NULL;
cleanup:
  tc_mesh_destroy(&result);
  tc_free(number);
  tc_coincidence_free(&coincidence);
  return status;
}
