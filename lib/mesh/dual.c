/* Matching of faces. A counting sort distributes the faces of all cells and the entries of the .face file to
 * buckets, one per lowest node of the triangle. Within a bucket, items are sorted by the two other nodes, so
 * equal triangles are adjacent. Each group of equal triangles is checked and becomes an interior or a
 * boundary face. Boundary faces are numbered at the end. */
#include "mesh/dual.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/core/memory.h"

const int tc_cell_face_vertices[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/* Buckets of faces by lowest node. Item cell*4+k is a face of the mesh, item -1-e is entry e of the .face
 * file. */
typedef struct buckets {
  size_t *begin;    /* [nodes+1] bucket of node n: item[begin[n]] .. item[begin[n+1]-1] */
  int32_t *item;    /* [4 cells + faces] items of all buckets, bucket by bucket */
  size_t items_max; /* number of items in the fullest bucket */
  tc_pool memory;   /* owns the arrays of this struct */
} buckets;

/* An item of a bucket with its sort key. */
typedef struct entry {
  uint64_t key; /* middle * 2^32 + highest, where `middle` and `highest` are the two higher node numbers of
                   the face */
  int32_t item;
  /* True if an even permutation sorts the nodes. If two right-handed cells are on different sides of a face,
   * the value is true for exactly one of the two. */
  bool is_even;
} entry;

/* A triangle, independent of the order of its nodes. */
typedef struct triangle {
  int32_t low;
  uint64_t key;
  bool is_even;
} triangle;

static triangle sort_triangle(int32_t a, int32_t b, int32_t c) {
  bool ab = a > b, bc = b > c, ac = a > c;
  int32_t low = a < b ? (a < c ? a : c) : (b < c ? b : c);
  int32_t high = a > b ? (a > c ? a : c) : (b > c ? b : c);
  int32_t middle = (int32_t)((int64_t)a + b + c - low - high);
  return (triangle){low, (uint64_t)middle << 32 | (uint32_t)high, !(ab ^ bc ^ ac)};
}

static triangle sort_item_triangle(const tc_mesh *mesh, int32_t item) {
  if (item < 0) {
    const int32_t *n = mesh->face_nodes + 3 * (size_t)(-1 - item);
    return sort_triangle(n[0], n[1], n[2]);
  }
  const int32_t *v = mesh->vertices + 4 * (size_t)(item / 4);
  const int *corner = tc_cell_face_vertices[item % 4];
  // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript): fill_buckets has filled all items
  return sort_triangle(v[corner[0]], v[corner[1]], v[corner[2]]);
}

static long long get_cell_number(const tc_mesh *mesh, int32_t item) {
  return (long long)tc_mesh_cell_number(mesh, item / 4);
}

static long long get_entry_number(const tc_mesh *mesh, int32_t item) {
  return (long long)tc_mesh_face_number(mesh, -1 - item);
}

static int32_t lower(int32_t a, int32_t b) { return a < b ? a : b; }

/* Sets low[k] to the lowest node of face k of a cell. */
static void find_lowest_nodes(const int32_t v[4], int32_t low[4]) {
  const int32_t low_01 = lower(v[0], v[1]), low_23 = lower(v[2], v[3]);
  low[0] = lower(v[1], low_23);
  low[1] = lower(v[0], low_23);
  low[2] = lower(low_01, v[3]);
  low[3] = lower(low_01, v[2]);
}

static int32_t find_lowest_entry_node(const tc_mesh *mesh, int32_t e) {
  const int32_t *n = mesh->face_nodes + 3 * (size_t)e;
  return lower(lower(n[0], n[1]), n[2]);
}

static void count_items(const tc_mesh *mesh, size_t *count) {
  int32_t low[4];
  for (int32_t e = 0; e < mesh->faces; e++) count[find_lowest_entry_node(mesh, e)]++;
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    find_lowest_nodes(mesh->vertices + 4 * (size_t)cell, low);
    for (int k = 0; k < 4; k++) count[low[k]]++;
  }
}

/* Places the items in descending order. */
static void place_items(const tc_mesh *mesh, buckets *b) {
  int32_t low[4];
  for (int32_t cell = mesh->cells; cell-- > 0;) {
    find_lowest_nodes(mesh->vertices + 4 * (size_t)cell, low);
    for (int k = 3; k >= 0; k--) b->item[--b->begin[low[k]]] = 4 * cell + k;
  }
  for (int32_t e = 0; e < mesh->faces; e++) b->item[--b->begin[find_lowest_entry_node(mesh, e)]] = -1 - e;
}

/* Fills the buckets by a counting sort of all items by lowest node. Items are placed in descending order from
 * the end of their bucket, so each bucket is in ascending order. */
static tc_status fill_buckets(const tc_mesh *mesh, buckets *b) {
  const int64_t items = 4 * (int64_t)mesh->cells;
  TC_TRY(TC_POOL_ARRAY_ZERO(&b->memory, b->begin, (size_t)mesh->nodes + 1));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->item, items + mesh->faces));
  count_items(mesh, b->begin);
  size_t end = 0;
  for (int32_t n = 0; n <= mesh->nodes; n++) {
    if (b->begin[n] > b->items_max) b->items_max = b->begin[n];
    b->begin[n] = end += b->begin[n];
  }
  place_items(mesh, b);
  return TC_OK;
}

static bool entry_precedes(const entry *a, const entry *b) {
  return a->key < b->key || (a->key == b->key && a->item < b->item);
}

static int compare_entries(const void *a, const void *b) {
  return entry_precedes(a, b) ? -1 : entry_precedes(b, a);
}

/* Sorts the items of a bucket by key: by insertion in the usual case of a few dozen items, and by qsort if
 * one node has very many faces. */
static void sort_entries(entry *entries, size_t n) {
  enum { insertion_max = 96 };
  if (n > insertion_max) {
    qsort(entries, n, sizeof *entries, compare_entries);
    return;
  }
  for (size_t i = 1; i < n; i++) {
    entry moving = entries[i];
    size_t at = i;
    for (; at > 0 && entry_precedes(&moving, &entries[at - 1]); at--) entries[at] = entries[at - 1];
    entries[at] = moving;
  }
}

/* Text of the form "(nodes 1, 2, 3)" for an item, used in messages. */
typedef struct item_text {
  char text[80];
} item_text;

static item_text format_nodes(const tc_mesh *mesh, int32_t item) {
  item_text out;
  triangle t = sort_item_triangle(mesh, item);
  snprintf(out.text, sizeof out.text, "(nodes %lld, %lld, %lld)", (long long)tc_mesh_node_number(mesh, t.low),
           (long long)tc_mesh_node_number(mesh, (int32_t)(t.key >> 32)),
           (long long)tc_mesh_node_number(mesh, (int32_t)(t.key & UINT32_MAX)));
  return out;
}

static int32_t get_face_apex(const tc_mesh *mesh, int32_t item) { return mesh->vertices[item]; }

static tc_status duplicate_cell_error(const tc_mesh *mesh, int32_t a, int32_t b) {
  return tc_status_create(TC_INPUT, "%s%s: cells %lld and %lld have the same four nodes: remove one",
                          tc_mesh_file_path(mesh), tc_mesh_file_ending(mesh, ".ele"),
                          get_cell_number(mesh, a), get_cell_number(mesh, b));
}

/* Checks that exactly two cells, on different sides, share a face. Of more cells only the first three are
 * compared for equal vertices, enough to detect a mesh joined to itself. */
static tc_status check_cells(const tc_mesh *mesh, const entry *cells, size_t n) {
  for (size_t i = 1; i < n && i < 3; i++)
    for (size_t j = 0; j < i; j++)
      if (get_face_apex(mesh, cells[i].item) == get_face_apex(mesh, cells[j].item))
        return duplicate_cell_error(mesh, cells[j].item, cells[i].item);
  if (n > 2)
    return tc_status_create(TC_INPUT,
                            "%s%s: cells %lld, %lld and %lld share one face %s, which can belong to at "
                            "most two cells: remove the surplus cells",
                            tc_mesh_file_path(mesh), tc_mesh_file_ending(mesh, ".ele"),
                            get_cell_number(mesh, cells[0].item), get_cell_number(mesh, cells[1].item),
                            get_cell_number(mesh, cells[2].item), format_nodes(mesh, cells[0].item).text);
  if (cells[0].is_even == cells[1].is_even)
    return tc_status_create(TC_INPUT,
                            "%s%s: cells %lld and %lld overlap, on one side of the face %s that they "
                            "share: correct their nodes, or generate the mesh again",
                            tc_mesh_file_path(mesh), tc_mesh_file_ending(mesh, ".ele"),
                            get_cell_number(mesh, cells[0].item), get_cell_number(mesh, cells[1].item),
                            format_nodes(mesh, cells[0].item).text);
  return TC_OK;
}

/* Matching of all faces of a mesh. */
typedef struct matching {
  const tc_mesh *mesh;
  tc_dual *dual;
  int32_t unmatched;       /* number of entries that are not faces of a cell */
  int32_t first_unmatched; /* item of the entry with the lowest number among these entries */
} matching;

static void record_unmatched(matching *m, const entry *entries, size_t n) {
  if (m->unmatched == 0 || entries[n - 1].item > m->first_unmatched) m->first_unmatched = entries[n - 1].item;
  m->unmatched += (int32_t)n;
}

static tc_status check_unmatched(const matching *m) {
  const tc_mesh *mesh = m->mesh;
  const int32_t item = m->first_unmatched;
  if (m->unmatched == 0) return TC_OK;
  /* Example: heart.msh: 1 triangle is not a face of a cell, the first is face 2 (nodes 1, 2, 5): remove .. */
  if (mesh->source || mesh->is_imported)
    return tc_status_create(TC_INPUT,
                            "%s: %d triangle%s of a cell, the first is face %lld %s: remove these "
                            "faces, or save the volumes to which they belong",
                            tc_mesh_file_path(mesh), (int)m->unmatched,
                            m->unmatched == 1 ? " is not a face" : "s are not faces",
                            get_entry_number(mesh, item), format_nodes(mesh, item).text);
  return tc_status_create(TC_INPUT,
                          "%s.face: face %lld %s is not a face of the mesh: remove the line, or use the "
                          ".face file that was made with %s.ele",
                          mesh->name, get_entry_number(mesh, item), format_nodes(mesh, item).text,
                          mesh->name);
}

/* Checks that all n >= 1 entries of the .face file for one triangle have the same marker. */
static tc_status check_entries(const tc_mesh *mesh, const entry *entries, size_t n) {
  int32_t first = entries[0].item;
  for (size_t i = 1; i < n; i++) {
    int32_t other = entries[i].item;
    if (mesh->face_marker[-1 - other] != mesh->face_marker[-1 - first])
      return tc_status_create(TC_INPUT,
                              "%s%s: faces %lld and %lld are the same triangle %s, but have the markers %d "
                              "and %d: remove one",
                              tc_mesh_file_path(mesh), tc_mesh_file_ending(mesh, ".face"),
                              get_entry_number(mesh, other), get_entry_number(mesh, first),
                              format_nodes(mesh, first).text, (int)mesh->face_marker[-1 - other],
                              (int)mesh->face_marker[-1 - first]);
  }
  return TC_OK;
}

static tc_status match_cells(const matching *m, const entry *cells, size_t n, int32_t marker) {
  tc_dual *dual = m->dual;
  TC_TRY(check_cells(m->mesh, cells, n));
  dual->neighbour[cells[0].item] = cells[1].item / 4;
  dual->neighbour[cells[1].item] = cells[0].item / 4;
  if (marker != 0) dual->interior_marker[dual->marked_interior++] = marker;
  return TC_OK;
}

/* Matches the n items of one triangle. The items are sorted: first entries of the .face file, whose items are
 * negative, then faces of cells. Until boundary faces are numbered, `neighbour` is -1 for an unmarked
 * boundary face and -2-e for one marked by entry e. */
static tc_status match_faces(matching *m, const entry *group, size_t n) {
  size_t entries = 0;
  while (entries < n && group[entries].item < 0) entries++;
  const entry *cells = group + entries;
  if (entries == n) {
    record_unmatched(m, group, n);
    return TC_OK;
  }
  if (entries) TC_TRY(check_entries(m->mesh, group, entries));
  if (n - entries > 1)
    return match_cells(m, cells, n - entries, entries ? m->mesh->face_marker[-1 - group[0].item] : 0);
  m->dual->neighbour[cells[0].item] = entries ? -1 + group[0].item : -1;
  return TC_OK;
}

static tc_status match_bucket(matching *m, const int32_t *item, size_t n, entry *scratch) {
  for (size_t i = 0; i < n; i++) {
    const triangle t = sort_item_triangle(m->mesh, item[i]);
    scratch[i] = (entry){t.key, item[i], t.is_even};
  }
  sort_entries(scratch, n);
  for (size_t i = 0, next; i < n; i = next) {
    for (next = i + 1; next < n && scratch[next].key == scratch[i].key;) next++;
    TC_TRY(match_faces(m, scratch + i, next - i));
  }
  return TC_OK;
}

static tc_status match_all_faces(const tc_mesh *mesh, tc_dual *dual) {
  buckets b = {0};
  matching m = {.mesh = mesh, .dual = dual};
  entry *scratch;
  tc_status status = TC_OK;
  TC_GUARD(status, fill_buckets(mesh, &b));
  TC_GUARD(status, TC_POOL_ARRAY(&b.memory, scratch, b.items_max));
  for (int32_t n = 0; n < mesh->nodes; n++)
    TC_GUARD(status, match_bucket(&m, b.item + b.begin[n], b.begin[n + 1] - b.begin[n], scratch));
  TC_GUARD(status, check_unmatched(&m));
cleanup:
  tc_pool_free(&b.memory);
  return status;
}

/* Numbers the boundary faces in ascending order of cell*4+k. */
static tc_status number_boundary(const tc_mesh *mesh, tc_dual *dual) {
  const size_t items = 4 * (size_t)mesh->cells;
  size_t boundary = 0;
  for (size_t i = 0; i < items; i++) boundary += dual->neighbour[i] < 0;
  TC_TRY(TC_POOL_ARRAY(&dual->memory, dual->face, boundary));
  TC_TRY(TC_POOL_ARRAY(&dual->memory, dual->marker, boundary));
  for (size_t i = 0; i < items; i++) {
    int32_t neighbour = dual->neighbour[i];
    if (neighbour >= 0) continue;
    dual->face[dual->boundary] = (int32_t)i;
    dual->marker[dual->boundary] = neighbour == -1 ? 0 : mesh->face_marker[-2 - neighbour];
    dual->neighbour[i] = -1 - dual->boundary++;
  }
  return TC_OK;
}

tc_status tc_dual_create(const tc_mesh *mesh, tc_dual **out) {
  tc_dual *dual = NULL;
  TC_TRY(TC_ALLOC_ZERO(dual, 1));
  dual->cells = mesh->cells;
  tc_status status = TC_POOL_ARRAY(&dual->memory, dual->neighbour, 4 * (size_t)mesh->cells);
  if (!status) status = TC_POOL_ARRAY(&dual->memory, dual->interior_marker, mesh->faces);
  if (!status) status = match_all_faces(mesh, dual);
  if (!status) status = number_boundary(mesh, dual);
  TC_RETURN_CREATED(status, dual, tc_dual_destroy(&dual), out);
}

void tc_dual_destroy(tc_dual **dual) { TC_POOL_DESTROY_OWNER(dual); }
