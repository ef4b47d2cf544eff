#include "base/text/line.h"
#include "blame/extract/path_nodes.h"

/* Appends to `line` the steps from the node `from` to its descendant `to`, in C syntax. */
static void write_steps(const tb_path_nodes *nodes, int from, int to, tc_line *line) {
  const tb_path_node *node = nodes->node.item + to;
  if (to == from || node->step == TB_NODE_ROOT) return;
  /* A member without a name adds no text. If such a member is between a dereference and a named member, the
   * dereference and the named member are still written as "->name". */
  if (node->step == TB_NODE_MEMBER && !*node->name) {
    write_steps(nodes, from, node->parent, line);
    return;
  }
  int ancestor = node->parent;
  while (ancestor != from && nodes->node.item[ancestor].step == TB_NODE_MEMBER &&
         !*nodes->node.item[ancestor].name)
    ancestor = nodes->node.item[ancestor].parent;
  const bool arrow = node->step == TB_NODE_MEMBER && nodes->node.item[ancestor].step == TB_NODE_DEREFERENCE;
  write_steps(nodes, from, arrow && ancestor != from ? nodes->node.item[ancestor].parent : ancestor, line);
  if (node->step == TB_NODE_MEMBER)
    tc_line_add(line, "%s%s", arrow && ancestor != from ? "->" : ".", node->name);
  else
    tc_line_add(line, "%s", node->step == TB_NODE_TRUNCATED ? "..." : "[]");
}

/* Returns the value of tb_access_path.pointer_steps: the number of steps up to the last one that dereferences
 * a pointer, where "->x" counts as two; 0 if there is none. */
static int count_pointer_steps(const tb_path_nodes *nodes, int node) {
  int steps = 0, pointer_steps = 0;
  for (; nodes->node.item[node].step != TB_NODE_ROOT; node = nodes->node.item[node].parent) {
    const tb_path_node *target = nodes->node.item + node;
    if (target->step == TB_NODE_MEMBER && !*target->name) continue;
    steps++;
    if (pointer_steps)
      pointer_steps++;
    else if (target->step == TB_NODE_DEREFERENCE)
      pointer_steps = 1;
  }
  return pointer_steps;
}

/* Formats tb_access_path.member of a node, such as "condensed.copy[]". The text begins at the last member in
 * the path whose struct type has a name. */
static tc_status format_member(const tb_path_nodes *nodes, int node, tc_pool *pool, const char **out) {
  *out = NULL;
  for (int target = node; target >= 0; target = nodes->node.item[target].parent) {
    const tb_path_node *member = nodes->node.item + target;
    if (member->step != TB_NODE_MEMBER || !member->owner || !member->owner->tag || !*member->name) continue;
    tc_line line = {0};
    write_steps(nodes, target, node, &line);
    return tc_pool_printf(pool, out, "%s.%s%s", member->owner->tag, member->name, line.text);
  }
  return TC_OK;
}

tc_status tb_path_nodes_access_path(const tb_path_nodes *nodes, int node, tc_pool *pool,
                                    tb_access_path *out) {
  const tb_path_node *target = nodes->node.item + node, *root = nodes->node.item + target->root_node;
  tc_line path = {0};
  write_steps(nodes, target->root_node, node, &path);
  *out = (tb_access_path){.root = root->root,
                          .number = root->number,
                          .line = root->line,
                          .is_hidden = root->is_hidden};
  if (root->root == TB_ROOT_GLOBAL || root->root == TB_ROOT_UNKNOWN) out->number = 0;
  out->pointer_steps = count_pointer_steps(nodes, node);
  TC_TRY(tc_pool_printf(pool, &out->name, "%s", root->name));
  TC_TRY(tc_pool_printf(pool, &out->path, "%s", path.text));
  TC_TRY(tc_pool_printf(pool, &out->type, "%s", target->type ? target->type->name : ""));
  if (root->is_static) TC_TRY(tc_pool_printf(pool, &out->file, "%s", tb_ir_path(nodes->ir)));
  return format_member(nodes, node, pool, &out->member);
}
