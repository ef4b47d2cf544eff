#include "io/exporters/marked_faces.h"

#include <string.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "mesh/labels.h"

/* Key of a face: its vertices in ascending order. */
typedef struct face_key {
  int32_t node[3];
} face_key;

static void order_pair(int32_t *a, int32_t *b) {
  const int32_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
  *a = low;
  *b = high;
}

static face_key sort_face(int32_t a, int32_t b, int32_t c) {
  order_pair(&a, &b);
  order_pair(&b, &c);
  order_pair(&a, &b);
  return (face_key){{a, b, c}};
}

static tc_status add_entry(const tc_mesh *mesh, int32_t entry, tc_marked_faces *faces) {
  const int32_t *node = mesh->face_nodes + 3 * (size_t)entry;
  const face_key key = sort_face(node[0], node[1], node[2]);
  int number;
  bool added;
  TC_TRY(tc_map_add(&faces->number, &key, sizeof key, &number, &added));
  if (!added) return TC_OK;
  memcpy(faces->node + 3 * (size_t)number, node, 3 * sizeof *node);
  faces->marker[number] = mesh->face_marker[entry];
  faces->count++;
  return TC_OK;
}

/* Sorts the face entries of the mesh by marker and sets order[i] to entry number i of the result. Entries
 * with equal markers retain their order. */
static tc_status sort_entries(const tc_mesh *mesh, int32_t *order) {
  tc_labels *labels = NULL;
  int32_t *key = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_labels_create_distinct(mesh->faces, mesh->face_marker, &labels));
  TC_GUARD(status, TC_ALLOC(key, mesh->faces));
  for (int32_t entry = 0; entry < mesh->faces; entry++)
    key[entry] = tc_labels_find(labels, mesh->face_marker[entry]);
  TC_GUARD(status, tc_sort_by_key(mesh->faces, key, labels->count, order));
cleanup:
  tc_free(key);
  tc_labels_destroy(&labels);
  return status;
}

tc_status tc_marked_faces_init(const tc_mesh *mesh, tc_marked_faces *out) {
  int32_t *order = NULL;
  *out = (tc_marked_faces){.number.key_bytes = sizeof(face_key)};
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->node, 3 * (size_t)mesh->faces));
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->marker, mesh->faces));
  TC_TRY(TC_POOL_ARRAY(&out->memory, order, mesh->faces));
  TC_TRY(sort_entries(mesh, order));
  for (int32_t i = 0; i < mesh->faces; i++)
    if (mesh->face_marker[order[i]]) TC_TRY(add_entry(mesh, order[i], out));
  return TC_OK;
}

void tc_marked_faces_free(tc_marked_faces *faces) {
  tc_map_free(&faces->number);
  tc_pool_free(&faces->memory);
}

void tc_marked_faces_find_cells(const tc_marked_faces *faces, const tc_mesh *mesh, const tc_dual *dual,
                                int32_t *cell) {
  for (size_t item = 4 * (size_t)mesh->cells; item-- > 0;) {
    const int32_t *v = mesh->vertices + item / 4 * 4;
    const int *corner = tc_cell_face_vertices[item % 4];
    if (dual->neighbour[item] >= 0 && dual->marked_interior == 0) continue;
    const face_key key = sort_face(v[corner[0]], v[corner[1]], v[corner[2]]);
    const int number = tc_map_find(&faces->number, &key, sizeof key);
    if (number >= 0) cell[number] = (int32_t)(item / 4);
  }
}
