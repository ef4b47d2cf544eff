#include "blame/flow/control_dependence.h"

/* Processes the edge from the block `branch` to the block `to`. The branch controls `to` and the chain of
 * immediate postdominators of `to`. The chain ends before the immediate postdominator of `branch`, which runs
 * in any case. */
static tc_status follow_edge(const tb_flow_graph *flow, int branch, int to, tb_control_dependence *out) {
  for (int b = to; b != flow->after[branch] && b < flow->blocks && b >= 0; b = flow->after[b])
    TC_TRY(tc_int_list_insert(&out->controlling_branches[b], branch, NULL));
  return TC_OK;
}

static bool exits_cycle(const tb_flow_graph *flow, int branch) {
  const int cycle = flow->cycle[branch];
  for (int i = flow->forth.first[branch]; i < flow->forth.first[branch + 1]; i++)
    if (!tb_flow_graph_is_nested(flow, flow->cycle[flow->forth.to[i]], cycle)) return true;
  return false;
}

static bool is_conditional(const tb_flow_graph *flow, const tb_control_dependence *control, int block) {
  const tc_int_list *under = &control->controlling_branches[block];
  for (int i = 0; i < under->count; i++)
    if (control->conditional[under->item[i]] || !exits_cycle(flow, under->item[i])) return true;
  return false;
}

static void find_conditional(const tb_flow_graph *flow, tb_control_dependence *control) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int b = 0; b < flow->blocks; b++) {
      if (control->conditional[b] || !is_conditional(flow, control, b)) continue;
      changed = control->conditional[b] = true;
    }
  }
}

tc_status tb_control_dependence_build(const tb_flow_graph *flow, tc_pool *pool, tb_control_dependence *out) {
  *out = (tb_control_dependence){0};
  TC_TRY(tc_int_lists_create(pool, flow->blocks + 1, &out->controlling_branches));
  TC_TRY(tc_pool_alloc(pool, (size_t)flow->blocks + 1, &out->conditional));
  for (int b = 0; b < flow->blocks; b++) {
    const int first = flow->forth.first[b], end = flow->forth.first[b + 1];
    for (int i = first; end - first > 1 && i < end; i++) TC_TRY(follow_edge(flow, b, flow->forth.to[i], out));
  }
  find_conditional(flow, out);
  return TC_OK;
}

tc_status tb_control_dependence_of_join(const tb_control_dependence *control, int join, int count,
                                        const int *from, tc_int_list *out) {
  for (int i = 0; i < count; i++) {
    const tc_int_list *under = &control->controlling_branches[from[i]];
    for (int k = 0; k < under->count; k++)
      if (!tc_int_list_contains(&control->controlling_branches[join], under->item[k]))
        TC_TRY(tc_int_list_insert(out, under->item[k], NULL));
  }
  return TC_OK;
}
