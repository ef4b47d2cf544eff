/* Collects the inputs and source positions of a value from the instructions that compute it. definitions.c
 * calls it for each operand of a definition. The search follows operands down to loads, calls and other
 * definitions, where it stops. For a load of a scalar variable whose address is not taken, the inputs are the
 * stores that reach the load. For any other load, the input is the memory that is read. */
#include "blame/extract/expression_tree.h"

static int compare_positions(const tb_source_position *a, const tb_source_position *b) {
  if (a->file != b->file) return a->file < b->file ? -1 : 1;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  return a->column < b->column ? -1 : a->column > b->column;
}

tb_expression_tree tb_expression_tree_init(tc_pool *pool) {
  const tc_int_list empty = {.pool = pool};
  return (tb_expression_tree){.reads = empty,
                              .definitions = empty,
                              .entry_parameters = empty,
                              .position = {.pool = pool},
                              .seen = empty};
}

tc_status tb_expression_tree_add_position(tb_expression_tree *tree, tb_source_position spot) {
  int at = tree->position.count;
  if (!spot.line) return TC_OK;
  while (at > 0 && compare_positions(&spot, tree->position.item + at - 1) < 0) at--;
  if (at > 0 && !compare_positions(&spot, tree->position.item + at - 1)) return TC_OK;
  return TC_ARRAY_INSERT(&tree->position, at, &spot);
}

tc_status tb_expression_tree_add_tree(tb_expression_tree *tree, const tb_expression_tree *from) {
  TC_TRY(tc_int_list_insert_list(&tree->reads, &from->reads, NULL));
  TC_TRY(tc_int_list_insert_list(&tree->definitions, &from->definitions, NULL));
  TC_TRY(tc_int_list_insert_list(&tree->entry_parameters, &from->entry_parameters, NULL));
  for (int i = 0; i < from->position.count; i++)
    TC_TRY(tb_expression_tree_add_position(tree, from->position.item[i]));
  return TC_OK;
}

int tb_expression_tree_entry_parameter(const tb_analysis *a, int code) {
  const tb_ir_instruction *at = a->body.code + code;
  if (at->op != TB_IR_OP_STORE || at->operand[0].kind != TB_VALUE_ARGUMENT ||
      at->operand[1].kind != TB_VALUE_CODE)
    return -1;
  const tb_ir_instruction *to = a->body.code + at->operand[1].number;
  if (to->op != TB_IR_OP_ALLOCA) return -1;
  const tb_path_node *node = a->nodes.node.item + a->memory.alloca_node[at->operand[1].number];
  return node->root == TB_ROOT_PARAMETER ? at->operand[0].number : -1;
}

/* Adds the stores that reach the load of a tracked variable. The compiler stores each parameter in a variable
 * at the start of a function. Instead of this store, the initial value of the parameter is added. */
static tc_status add_tracked(tb_analysis *a, int load, tb_expression_tree *tree) {
  const tc_int_list *stores = &a->reach.stores_of_load[load];
  for (int i = 0; i < stores->count; i++) {
    const int parameter = tb_expression_tree_entry_parameter(a, stores->item[i]);
    if (parameter >= 0)
      TC_TRY(tc_int_list_insert(&tree->entry_parameters, parameter, NULL));
    else if (a->definition[stores->item[i]] >= 0)
      TC_TRY(tc_int_list_insert(&tree->definitions, a->definition[stores->item[i]], NULL));
  }
  return TC_OK;
}

/* True if a load belongs to the store of a bit-field and only preserves the other bits of the word. The
 * loaded value is then not an input. */
static bool only_keeps(const tb_analysis *a, const tb_ir_instruction *load, const tc_int_list *paths) {
  for (int i = 0; i < paths->count; i++)
    if (!tb_path_nodes_is_field(&a->nodes, paths->item[i])) return false;
  return load->field == TB_FIELD_KEPT;
}

static tc_status add_read(tb_analysis *a, const tb_ir_instruction *load, tb_expression_tree *tree) {
  tc_int_list paths = {.pool = a->nodes.pool};
  TC_TRY(tb_points_to_accessed(&a->memory, load, &paths));
  return only_keeps(a, load, &paths) ? TC_OK : tc_int_list_insert_list(&tree->reads, &paths, NULL);
}

static tc_status add_load(tb_analysis *a, int load, tb_expression_tree *tree) {
  const tb_ir_instruction *code = a->body.code + load;
  const tb_ir_value address = code->operand[0];
  TC_TRY(tb_expression_tree_add_position(tree, code->at));
  if (address.kind == TB_VALUE_CODE && a->memory.tracked[address.number]) return add_tracked(a, load, tree);
  TC_TRY(tb_expression_tree_add(a, address, tree));
  return add_read(a, code, tree);
}

/* Adds the branches that decide which operand of a phi instruction is used, because the result depends on
 * them. */
static tc_status add_choice(tb_analysis *a, const tb_ir_instruction *phi, tb_expression_tree *tree) {
  tc_int_list blocks = {.pool = a->nodes.pool};
  TC_TRY(
      tb_control_dependence_find_join_branches(&a->control, phi->block, phi->operands, phi->from, &blocks));
  for (int i = 0; i < blocks.count; i++)
    if (a->branch[blocks.item[i]] >= 0)
      TC_TRY(tc_int_list_insert(&tree->definitions, a->branch[blocks.item[i]], NULL));
  return TC_OK;
}

static tc_status add_code(tb_analysis *a, int number, tb_expression_tree *tree) {
  const tb_ir_instruction *code = a->body.code + number;
  bool fresh = false;
  TC_TRY(tc_int_list_insert(&tree->seen, number, &fresh));
  if (!fresh || code->op == TB_IR_OP_ALLOCA) return TC_OK;
  if (code->op == TB_IR_OP_LOAD) return add_load(a, number, tree);
  if (a->definition[number] >= 0) return tc_int_list_insert(&tree->definitions, a->definition[number], NULL);
  if (code->op == TB_IR_OP_PHI) TC_TRY(add_choice(a, code, tree));
  TC_TRY(tb_expression_tree_add_position(tree, code->at));
  for (int i = 0; i < code->operands; i++) TC_TRY(tb_expression_tree_add(a, code->operand[i], tree));
  return TC_OK;
}

tc_status tb_expression_tree_add(tb_analysis *a, tb_ir_value value, tb_expression_tree *tree) {
  if (value.kind == TB_VALUE_ARGUMENT) return tc_int_list_insert(&tree->entry_parameters, value.number, NULL);
  return value.kind == TB_VALUE_CODE ? add_code(a, value.number, tree) : TC_OK;
}
