#include "io/importers/msh_reader.h"

#include "base/core/memory.h"
#include "base/numeric/hash.h"

/* Determines the range of the numbers and if they are consecutive. */
static void scan_numbers(tc_msh_vertices *v) {
  v->low = v->high = v->number[0];
  v->is_consecutive = true;
  for (int32_t i = 0; i < v->count; i++) {
    if (v->number[i] < v->low) v->low = v->number[i];
    if (v->number[i] > v->high) v->high = v->number[i];
    v->is_consecutive = v->is_consecutive && v->number[i] - i == v->number[0];
  }
}

static tc_status fill_table(tc_msh_vertices *v, int32_t *repeated) {
  const int64_t length = v->high - v->low + 1;
  TC_TRY(TC_ALLOC(v->table, length));
  for (int64_t i = 0; i < length; i++) v->table[i] = -1;
  for (int32_t i = 0; i < v->count; i++) {
    int32_t *entry = &v->table[v->number[i] - v->low];
    if (*entry >= 0) *repeated = i;
    *entry = i;
  }
  return TC_OK;
}

int32_t tc_msh_vertices_search(const tc_msh_vertices *v, int64_t number) {
  const uint64_t hash = tc_hash_mix((uint64_t)number);
  int at = 0;
  for (int i; (i = tc_hash_index_next(&v->index, hash, &at)) >= 0;)
    if (v->number[i] == number) return i;
  return -1;
}

static tc_status fill_index(tc_msh_vertices *v, int32_t *repeated) {
  for (int32_t i = 0; i < v->count; i++) {
    if (tc_msh_vertices_search(v, v->number[i]) >= 0) *repeated = i;
    TC_TRY(tc_hash_index_add(&v->index, tc_hash_mix((uint64_t)v->number[i])));
  }
  return TC_OK;
}

tc_status tc_msh_vertices_init(tc_msh_vertices *v, int32_t count, const int64_t *number, int32_t *repeated) {
  *v = (tc_msh_vertices){.count = count, .number = number, .high = -1};
  *repeated = -1;
  if (count == 0) return TC_OK;
  scan_numbers(v);
  if (v->is_consecutive) return TC_OK;
  return v->high - v->low < 4 * (int64_t)count ? fill_table(v, repeated) : fill_index(v, repeated);
}

void tc_msh_vertices_free(tc_msh_vertices *v) {
  tc_free(v->table);
  v->table = NULL;
  tc_hash_index_free(&v->index);
}

/* ---- reading ---- */

tc_status tc_msh_begin_vertices(tc_msh_reader *r, int64_t count, int64_t bytes_min) {
  TC_TRY(tc_msh_check_count(&r->tokens, "vertices", count, bytes_min));
  return tc_raw_mesh_set_points(r->raw, (int32_t)count, true);
}

tc_status tc_msh_finish_vertices(tc_msh_reader *r) {
  int32_t repeated;
  tc_msh_vertices *v = &r->vertices;
  r->has_nodes = true;
  TC_TRY(tc_msh_vertices_init(v, r->raw->points, r->raw->point_number, &repeated));
  if (repeated >= 0)
    return tc_msh_error(&r->tokens, "$Nodes has several vertices with the number %lld: number them uniquely",
                        (long long)r->raw->point_number[repeated]);
  if (!v->is_consecutive || v->low > INT32_MAX || v->low < INT32_MIN) return TC_OK;
  r->raw->base = (int32_t)v->low;
  r->raw->point_number = NULL;
  return TC_OK;
}
