#include "base/text/line.h"
#include "blame/extract/path_nodes.h"

/* Appends to `line` the steps from the node `from` to its descendant `to`, in C syntax. */
static void write_steps(const tb_path_nodes *nodes, int from, int to, tc_line *line) {
  const tb_path_node *node = nodes->node.item + to;
  if (to == from || node->step == TB_NODE_ROOT) return;
  /* A member without a name adds no text. If it is between a dereference and a named member, these two are
   * still written as "->". */
  if (node->step == TB_NODE_MEMBER && !*node->name) {
    write_steps(nodes, from, node->parent, line);
    return;
  }
  int above = node->parent;
  while (above != from && nodes->node.item[above].step == TB_NODE_MEMBER && !*nodes->node.item[above].name)
    above = nodes->node.item[above].parent;
  const bool arrow = node->step == TB_NODE_MEMBER && nodes->node.item[above].step == TB_NODE_DEREFERENCE;
  write_steps(nodes, from, arrow && above != from ? nodes->node.item[above].parent : above, line);
  if (node->step == TB_NODE_MEMBER)
    tc_line_add(line, "%s%s", arrow && above != from ? "->" : ".", node->name);
  else
    tc_line_add(line, "%s", node->step == TB_NODE_TRUNCATED ? "..." : "[]");
}

/* Returns the number of steps up to the last one that dereferences a pointer, where "->x" counts as two; 0 if
 * there is none. */
static int count_followed(const tb_path_nodes *nodes, int node) {
  int steps = 0, followed = 0;
  for (; nodes->node.item[node].step != TB_NODE_ROOT; node = nodes->node.item[node].parent) {
    const tb_path_node *at = nodes->node.item + node;
    if (at->step == TB_NODE_MEMBER && !*at->name) continue;
    steps++;
    if (followed)
      followed++;
    else if (at->step == TB_NODE_DEREFERENCE)
      followed = 1;
  }
  return followed;
}

/* Formats tb_access_path.member of a node, such as "condensed.copy[]". The text begins at the last member in
 * the path whose struct type has a name. */
static tc_status name_member(const tb_path_nodes *nodes, int node, tc_pool *pool, const char **out) {
  *out = NULL;
  for (int at = node; at >= 0; at = nodes->node.item[at].parent) {
    const tb_path_node *member = nodes->node.item + at;
    if (member->step != TB_NODE_MEMBER || !member->owner || !member->owner->tag || !*member->name) continue;
    tc_line line = {0};
    write_steps(nodes, at, node, &line);
    return tc_pool_printf(pool, out, "%s.%s%s", member->owner->tag, member->name, line.text);
  }
  return TC_OK;
}

tc_status tb_path_nodes_access_path(const tb_path_nodes *nodes, int node, tc_pool *pool,
                                    tb_access_path *out) {
  const tb_path_node *at = nodes->node.item + node, *top = nodes->node.item + at->top;
  tc_line path = {0};
  write_steps(nodes, at->top, node, &path);
  *out =
      (tb_access_path){.root = top->root, .number = top->number, .line = top->line, .is_hidden = top->hidden};
  if (top->root == TB_ROOT_GLOBAL || top->root == TB_ROOT_UNKNOWN) out->number = 0;
  out->pointer_steps = count_followed(nodes, node);
  TC_TRY(tc_pool_printf(pool, &out->name, "%s", top->name));
  TC_TRY(tc_pool_printf(pool, &out->path, "%s", path.text));
  TC_TRY(tc_pool_printf(pool, &out->type, "%s", at->type ? at->type->name : ""));
  if (top->is_static) TC_TRY(tc_pool_printf(pool, &out->file, "%s", tb_ir_path(nodes->ir)));
  return name_member(nodes, node, pool, &out->member);
}
