#include "blame/flow/control_dependence.h"

/* Records the blocks that the edge from the block `branch` to the block `target` controls: `target` and the
 * chain of immediate postdominators of `target`. The chain ends before the immediate postdominator of
 * `branch`, because this block runs in any case. */
static tc_status add_edge_dependences(const tb_flow_graph *flow, int branch, int target,
                                      tb_control_dependence *out) {
  for (int b = target; b != flow->postdominator[branch] && b < flow->blocks && b >= 0;
       b = flow->postdominator[b])
    TC_TRY(tc_int_list_insert(&out->controlling_branches[b], branch, NULL));
  return TC_OK;
}

static bool can_exit_cycle(const tb_flow_graph *flow, int branch) {
  const int cycle = flow->cycle_of_block[branch];
  for (int i = flow->successors.edge_begin[branch]; i < flow->successors.edge_begin[branch + 1]; i++)
    if (!tb_flow_graph_is_nested(flow, flow->cycle_of_block[flow->successors.edge_target[i]], cycle))
      return true;
  return false;
}

static bool is_conditional(const tb_flow_graph *flow, const tb_control_dependence *control, int block) {
  const tc_int_list *branches = &control->controlling_branches[block];
  for (int i = 0; i < branches->count; i++)
    if (control->is_conditional[branches->item[i]] || !can_exit_cycle(flow, branches->item[i])) return true;
  return false;
}

static void find_conditional_blocks(const tb_flow_graph *flow, tb_control_dependence *control) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int b = 0; b < flow->blocks; b++) {
      if (control->is_conditional[b] || !is_conditional(flow, control, b)) continue;
      changed = control->is_conditional[b] = true;
    }
  }
}

tc_status tb_control_dependence_build(const tb_flow_graph *flow, tc_pool *pool, tb_control_dependence *out) {
  *out = (tb_control_dependence){0};
  TC_TRY(tc_int_lists_create(pool, flow->blocks + 1, &out->controlling_branches));
  TC_TRY(tc_pool_alloc(pool, (size_t)flow->blocks + 1, &out->is_conditional));
  for (int b = 0; b < flow->blocks; b++) {
    const int first = flow->successors.edge_begin[b], end = flow->successors.edge_begin[b + 1];
    for (int i = first; end - first > 1 && i < end; i++)
      TC_TRY(add_edge_dependences(flow, b, flow->successors.edge_target[i], out));
  }
  find_conditional_blocks(flow, out);
  return TC_OK;
}

tc_status tb_control_dependence_find_join_branches(const tb_control_dependence *control, int join, int count,
                                                   const int *from, tc_int_list *out) {
  for (int i = 0; i < count; i++) {
    const tc_int_list *branches = &control->controlling_branches[from[i]];
    for (int k = 0; k < branches->count; k++)
      if (!tc_int_list_contains(&control->controlling_branches[join], branches->item[k]))
        TC_TRY(tc_int_list_insert(out, branches->item[k], NULL));
  }
  return TC_OK;
}
