/* Points-to analysis of one function: allocation of the sets, the fixed-point iteration and the queries.
 * translation_unit.c calls it after the flow graph is built. The iteration ignores the order of instructions.
 * It visits all live instructions until no set grows, at most MOST_PASSES times. The rules of single
 * instructions are in points_to_value.c and points_to_store.c, the variables in points_to_roots.c. */
#include "blame/extract/points_to.h"

#include <stdlib.h>
#include <string.h>

#include "blame/extract/points_to_internal.h"

enum { MOST_PASSES = 12 };

static tc_status grow_list(void *list, size_t size, int from, int to) {
  void *old;
  memcpy(&old, list, sizeof old);
  char *wide = realloc(old, (size_t)to * size);
  if (!wide) return tc_status_create(TC_INTERNAL, "out of memory: %d access paths of a function", to);
  memset(wide + (size_t)from * size, 0, (size_t)(to - from) * size);
  memcpy(list, &wide, sizeof wide);
  return TC_OK; // cppcheck-suppress memleak // the list owns it
}

tc_status tb_points_to_grow(tb_points_to *m) {
  const int from = m->capacity, to = m->nodes->capacity;
  if (to <= from) return TC_OK;
  TC_TRY(grow_list(&m->points, sizeof *m->points, from, to));
  TC_TRY(grow_list(&m->names, sizeof *m->names, from, to));
  TC_TRY(grow_list(&m->seen, sizeof *m->seen, from, to));
  TC_TRY(grow_list(&m->home, sizeof *m->home, from, to));
  m->capacity = to;
  return TC_OK;
}

tc_status tb_points_to_insert(tc_int_list *list, int node, bool *grew) {
  return list->count < TB_POINTS_TO_MAX ? tc_int_list_insert(list, node, grew) : TC_OK;
}

tc_status tb_points_to_insert_list(tc_int_list *list, const tc_int_list *from, bool *grew) {
  for (int i = 0; i < from->count; i++) TC_TRY(tb_points_to_insert(list, from->item[i], grew));
  return TC_OK;
}

static tc_status alloc_points_to(tb_points_to *m, tc_pool *pool) {
  const size_t codes = (size_t)m->body->codes + 1;
  TC_TRY(tc_pool_alloc(pool, codes * sizeof *m->targets, &m->targets));
  TC_TRY(tc_pool_alloc(pool, codes * sizeof *m->alloca_node, &m->alloca_node));
  return tc_pool_alloc(pool, codes, &m->tracked);
}

static bool is_live(const tb_points_to *m, int code) {
  const int block = m->body->code[code].block;
  return block < 0 || m->flow->live[block];
}

/* Applies the rules until no set grows. Several passes are needed, because constant expressions follow their
 * uses and loops lead back. */
static tc_status iterate_to_fixpoint(tb_points_to *m) {
  bool grew = true;
  for (int pass = 0; pass < MOST_PASSES && grew; pass++) {
    grew = false;
    for (int c = 0; c < m->body->codes; c++) {
      if (!is_live(m, c)) continue;
      TC_TRY(tb_points_to_value(m, c, &grew));
      TC_TRY(tb_points_to_store(m, m->body->code + c, &grew));
    }
  }
  return TC_OK;
}

bool tb_points_to_is_visible(const tb_points_to *m, int place) {
  const tb_path_node *at = m->nodes->node + place;
  return at->follows || m->seen[at->top] || (at->root != TB_ROOT_LOCAL && at->root != TB_ROOT_PARAMETER);
}

/* Fills in `names`. Memory to which a visible stored pointer points is also named by the dereferenced
 * pointer. */
static tc_status name_pointers(tb_points_to *m) {
  for (int place = 0; place < m->capacity && place < m->nodes->count; place++) {
    int behind;
    if (!m->points[place].count || !tb_points_to_is_visible(m, place)) continue;
    TC_TRY(tb_path_nodes_dereference(m->nodes, place, &behind));
    TC_TRY(tb_points_to_grow(m));
    const tc_int_list *points = &m->points[place];
    for (int i = 0; i < points->count; i++)
      if (points->item[i] != behind && m->nodes->node[points->item[i]].function < 0)
        TC_TRY(tb_points_to_insert(&m->names[points->item[i]], behind, NULL));
  }
  return TC_OK;
}

tc_status tb_points_to_build(const tb_ir *ir, const tb_ir_body *body, const tb_flow_graph *flow,
                             tb_path_nodes *nodes, tc_pool *pool, tb_points_to *out) {
  *out = (tb_points_to){.ir = ir, .body = body, .flow = flow, .nodes = nodes};
  TC_TRY(alloc_points_to(out, pool));
  TC_TRY(tb_points_to_add_roots(out));
  TC_TRY(iterate_to_fixpoint(out));
  return name_pointers(out);
}

void tb_points_to_free(tb_points_to *memory) {
  for (int c = 0; memory->targets && c < memory->body->codes; c++) tc_int_list_free(&memory->targets[c]);
  for (int i = 0; i < memory->capacity; i++) {
    tc_int_list_free(&memory->points[i]);
    tc_int_list_free(&memory->names[i]);
  }
  free(memory->points);
  free(memory->names);
  free(memory->seen);
  free(memory->home);
}

tc_status tb_points_to_targets(tb_points_to *m, tb_ir_value value, tc_int_list *out) {
  tc_int_list raw = {0};
  tc_status status = tb_points_to_raw(m, value, &raw, NULL);
  for (int i = 0; i < raw.count && !status; i++)
    if (m->nodes->node[raw.item[i]].function < 0) status = tc_int_list_insert(out, raw.item[i], NULL);
  tc_int_list_free(&raw);
  return status;
}

static tc_status add_names(tb_points_to *m, int place, tc_int_list *out, bool *grew) {
  for (int above = place; above >= 0; above = m->nodes->node[above].parent)
    for (int i = 0; i < m->names[above].count; i++) {
      int other;
      TC_TRY(tb_path_nodes_rebase(m->nodes, place, above, m->names[above].item[i], &other));
      TC_TRY(tb_points_to_grow(m));
      TC_TRY(tb_points_to_insert(out, other, grew));
    }
  return TC_OK;
}

tc_status tb_points_to_add_aliases(tb_points_to *m, tc_int_list *places) {
  for (bool grew = true; grew;) {
    grew = false;
    for (int i = 0; i < places->count && !grew; i++) TC_TRY(add_names(m, places->item[i], places, &grew));
  }
  return TC_OK;
}
