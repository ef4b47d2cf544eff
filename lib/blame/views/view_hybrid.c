/* View `hybrid`: the call tree, with the blamed variables at each blame point. Blame points are functions at
 * which the attribution of samples to callers ends: the outermost function, the functions that the user
 * named, and with --all every function. insert_stack adds the frames of each stack to the tree. The variables
 * are counted in a second pass over the stacks. Source: Zhang and Hollingsworth, section 4.4. */
#include "base/containers/int_list.h"
#include "blame/views/variable_rows.h"
#include "blame/views/view.h"

typedef struct call_tree {
  tb_variable_rows variables;
  /* index of the row of each frame of a stack; -1 for a frame whose function was not analysed */
  tc_int_list node;
  int stack_of_nodes; /* index of the stack to which `node` belongs */
} call_tree;

/* Finds the node of a function that the function of the node `parent` calls. A function that calls itself
 * directly has only one node. */
static tc_status find_child_node(tb_rows *rows, const tb_frame *frame, int parent, int *node) {
  tb_row row = tb_rows_function_row(rows, frame->facts);
  row.node = parent + 1;
  row.parent = *node = parent;
  return parent >= 0 && rows->row[parent].scope == row.scope ? TC_OK : tb_rows_find(rows, &row, node);
}

static tc_status insert_stack(call_tree *t, int stack, bool counts_samples) {
  tb_rows *rows = t->variables.rows;
  const tb_selected_stack *selected = &rows->selection->stack[stack];
  int parent = -1;
  TC_TRY(TC_ARRAY_RESERVE(&t->node, selected->frames));
  for (int f = selected->frames - 1; f >= 0; f--) {
    t->node.item[f] = -1; // NOLINT(clang-analyzer-core.NullDereference): reserved above
    if (!selected->stack->frame[f].facts) continue;
    TC_TRY(find_child_node(rows, &selected->stack->frame[f], parent, &parent));
    t->node.item[f] = parent;
    if (counts_samples) tb_rows_count(rows, parent, stack);
  }
  t->stack_of_nodes = stack;
  return TC_OK;
}

/* True if the node is a blame point: the outermost function, a function that the user named, and with --all
 * every function. */
static bool is_blame_point(const tb_rows *rows, int node) {
  const tb_view_options *o = rows->selection->options;
  return o->shows_all || rows->row[node].parent < 0 ||
         tb_is_blame_point(o->blame_points, rows->row[node].name);
}

static tc_status count_hybrid_stack(void *self, int stack, const tb_blamed_variable *variable) {
  call_tree *t = self;
  tb_rows *rows = t->variables.rows;
  int index;
  if (t->stack_of_nodes != stack) TC_TRY(insert_stack(t, stack, false));
  const int node = t->node.item[variable->frame];
  if (node < 0 || !is_blame_point(rows, node)) return TC_OK;
  TC_TRY(tb_variable_rows_find(&t->variables, node, node, variable->function, variable->access_path, &index));
  tb_rows_count(rows, index, stack);
  return TC_OK;
}

/* Folds a node that is not a blame point into its child if both have the same number of samples. */
static void fold_call_chains(tb_rows *rows) {
  for (int i = 0; i < rows->count && !rows->selection->options->shows_all; i++) {
    const tb_row *row = &rows->row[i];
    const int parent = row->parent;
    if (row->kind != TB_ROW_FUNCTION || parent < 0 || is_blame_point(rows, parent)) continue;
    if (rows->row[parent].samples == row->samples) rows->row[parent].folded_into = i;
  }
}

static tc_status build_hybrid_view(tb_rows *rows) {
  call_tree t = {.variables = tb_variable_rows_init(rows),
                 .node = {.pool = &rows->pool},
                 .stack_of_nodes = -1};
  int other;
  for (int i = 0; i < rows->selection->stacks; i++) {
    TC_TRY(insert_stack(&t, i, true));
    TC_TRY(tb_rows_count_unattributed(rows, i, &other));
  }
  TC_TRY(tb_variables_visit(rows->selection, &(tb_variable_visitor){count_hybrid_stack, &t, NULL,
                                                                    rows->selection->options->blame_points}));
  fold_call_chains(rows);
  return TC_OK;
}

/* Formats the names of the nodes that are folded into node `index`, outermost first, followed by the name of
 * this node. */
static void format_path(const tb_rows *rows, int index, tc_line *out) {
  const int parent = rows->row[index].parent;
  if (parent >= 0 && rows->row[parent].folded_into == index) {
    format_path(rows, parent, out);
    tc_line_add(out, " > ");
  }
  tc_line_add(out, "%s()", rows->row[index].name);
}

static void describe_hybrid_row(const tb_rows *rows, const tb_row *row, tb_view_texts *out) {
  if (row->kind == TB_ROW_VARIABLE) {
    tb_variable_name(rows, row, &out->name);
    tc_line_add(&out->type, "%s", row->type);
  } else if (row->kind == TB_ROW_FUNCTION)
    format_path(rows, (int)(row - rows->row), &out->name);
  else
    tc_line_add(&out->name, "%s", row->name);
}

static void add_hybrid_items(const tb_row *row, tc_section *out) {
  const bool is_variable = row->kind == TB_ROW_VARIABLE;
  TC_ADD(out,
         TC_VALUE("kind", is_variable                    ? "variable"
                          : row->kind == TB_ROW_FUNCTION ? "function"
                                                         : "other"),
         TC_VALUE("written", is_variable ? row->written : NULL),
         TC_VALUE("type", is_variable ? row->type : NULL));
}

const tb_view tb_view_hybrid = {
    .name = "hybrid",
    .summary = "call tree with the blamed variables at its blame points",
    .heading =
        "hybrid (calls, with the blamed variables of the outermost function and of those named by --points)",
    .list = "points",
    .measure = "share",
    .build = build_hybrid_view,
    .describe_row = describe_hybrid_row,
    .add_items = add_hybrid_items,
};
