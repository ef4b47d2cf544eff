/* Points-to analysis of one function: allocation of the sets, the fixed-point iteration and the queries.
 * translation_unit.c calls it after the flow graph is built. The iteration ignores the order of instructions.
 * It visits all reachable instructions until no set grows, at most PASSES_MAX times. points_to_value.c and
 * points_to_store.c contain the rules of single instructions, and points_to_roots.c creates the nodes of the
 * variables. */
#include "blame/extract/points_to.h"

#include "blame/extract/points_to_internal.h"

enum { PASSES_MAX = 12 };

tc_status tb_points_to_grow(tb_points_to *m) {
  const tb_memory_node new = {.targets = {.pool = m->pool}, .aliases = {.pool = m->pool}};
  while (m->node.count < m->nodes->node.count) TC_TRY(TC_ARRAY_ADD(&m->node, &new));
  return TC_OK;
}

tc_status tb_points_to_insert(tc_int_list *list, int node, bool *grew) {
  return list->count < TB_POINTS_TO_MAX ? tc_int_list_insert(list, node, grew) : TC_OK;
}

tc_status tb_points_to_insert_list(tc_int_list *list, const tc_int_list *from, bool *grew) {
  for (int i = 0; i < from->count; i++) TC_TRY(tb_points_to_insert(list, from->item[i], grew));
  return TC_OK;
}

static bool is_reachable(const tb_points_to *m, int code) {
  const int block = m->body->instruction[code].block;
  return block < 0 || m->flow->is_reachable[block];
}

/* Applies the rules of all instructions until no set grows. Several passes are needed because of loops, and
 * because constant expressions are stored after the instructions that use them. */
static tc_status iterate_to_fixpoint(tb_points_to *m) {
  bool grew = true;
  for (int pass = 0; pass < PASSES_MAX && grew; pass++) {
    grew = false;
    for (int c = 0; c < m->body->instructions; c++) {
      if (!is_reachable(m, c)) continue;
      TC_TRY(tb_points_to_update_value(m, c, &grew));
      TC_TRY(tb_points_to_update_memory(m, m->body->instruction + c, &grew));
    }
  }
  return TC_OK;
}

bool tb_points_to_is_visible(const tb_points_to *m, int path) {
  const tb_path_node *at = m->nodes->node.item + path;
  return at->dereferences || m->node.item[at->root_node].has_escaped ||
         (at->root != TB_ROOT_LOCAL && at->root != TB_ROOT_PARAMETER);
}

/* Adds aliases for pointers that other functions can access. Each target of such a pointer gets the
 * dereferenced pointer as an alias. */
static tc_status find_pointer_aliases(tb_points_to *m) {
  for (int path = 0; path < m->node.count; path++) {
    int dereferenced;
    if (!m->node.item[path].targets.count || !tb_points_to_is_visible(m, path)) continue;
    TC_TRY(tb_path_nodes_dereference(m->nodes, path, &dereferenced));
    TC_TRY(tb_points_to_grow(m));
    const tc_int_list targets = m->node.item[path].targets;
    for (int i = 0; i < targets.count; i++)
      if (targets.item[i] != dereferenced && m->nodes->node.item[targets.item[i]].function < 0)
        TC_TRY(tb_points_to_insert(&m->node.item[targets.item[i]].aliases, dereferenced, NULL));
  }
  return TC_OK;
}

tc_status tb_points_to_build(const tb_ir *ir, const tb_ir_body *body, const tb_flow_graph *flow,
                             tb_path_nodes *nodes, tc_pool *pool, tb_points_to *out) {
  const size_t codes = (size_t)body->instructions + 1;
  *out = (tb_points_to){.ir = ir,
                        .body = body,
                        .flow = flow,
                        .nodes = nodes,
                        .pool = pool,
                        .node = {.pool = pool}};
  TC_TRY(tc_int_lists_create(pool, body->instructions + 1, &out->targets));
  TC_TRY(tc_pool_alloc(pool, codes * sizeof *out->alloca_node, &out->alloca_node));
  TC_TRY(tc_pool_alloc(pool, codes, &out->is_tracked));
  TC_TRY(tb_points_to_add_roots(out));
  TC_TRY(iterate_to_fixpoint(out));
  return find_pointer_aliases(out);
}

tc_status tb_points_to_add_targets(tb_points_to *m, tb_ir_value value, tc_int_list *out) {
  tc_int_list targets = {.pool = m->pool};
  TC_TRY(tb_points_to_find_targets(m, value, &targets, NULL));
  for (int i = 0; i < targets.count; i++)
    if (m->nodes->node.item[targets.item[i]].function < 0)
      TC_TRY(tc_int_list_insert(out, targets.item[i], NULL));
  return TC_OK;
}

static tc_status add_aliases(tb_points_to *m, int path, tc_int_list *out, bool *grew) {
  for (int ancestor = path; ancestor >= 0; ancestor = m->nodes->node.item[ancestor].parent)
    for (int i = 0; i < m->node.item[ancestor].aliases.count; i++) {
      int alias;
      TC_TRY(tb_path_nodes_rebase(m->nodes, path, ancestor, m->node.item[ancestor].aliases.item[i], &alias));
      TC_TRY(tb_points_to_grow(m));
      TC_TRY(tb_points_to_insert(out, alias, grew));
    }
  return TC_OK;
}

tc_status tb_points_to_add_aliases(tb_points_to *m, tc_int_list *paths) {
  TC_TRY(tb_points_to_grow(m));
  for (bool grew = true; grew;) {
    grew = false;
    for (int i = 0; i < paths->count && !grew; i++) TC_TRY(add_aliases(m, paths->item[i], paths, &grew));
  }
  return TC_OK;
}
