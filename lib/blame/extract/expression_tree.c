/* Collects the inputs and source positions of a value from the instructions that compute it. definitions.c
 * calls it for each operand of a definition. The search follows operands down to loads, calls and other
 * definitions, where it stops. For a load of a scalar variable whose address is not taken, the inputs are the
 * stores that reach the load. For any other load, the input is the memory that is read. */
#include "blame/extract/expression_tree.h"

static int compare_positions(const tb_source_position *analysis, const tb_source_position *b) {
  if (analysis->file != b->file) return analysis->file < b->file ? -1 : 1;
  if (analysis->line != b->line) return analysis->line < b->line ? -1 : 1;
  return analysis->column < b->column ? -1 : analysis->column > b->column;
}

tb_expression_tree tb_expression_tree_init(tc_pool *pool) {
  const tc_int_list empty = {.pool = pool};
  return (tb_expression_tree){.reads = empty,
                              .definitions = empty,
                              .entry_parameters = empty,
                              .position = {.pool = pool},
                              .visited = empty};
}

tc_status tb_expression_tree_add_position(tb_expression_tree *tree, tb_source_position position) {
  int at = tree->position.count;
  if (!position.line) return TC_OK;
  while (at > 0 && compare_positions(&position, tree->position.item + at - 1) < 0) at--;
  if (at > 0 && !compare_positions(&position, tree->position.item + at - 1)) return TC_OK;
  return TC_ARRAY_INSERT(&tree->position, at, &position);
}

tc_status tb_expression_tree_add_tree(tb_expression_tree *tree, const tb_expression_tree *added) {
  TC_TRY(tc_int_list_insert_list(&tree->reads, &added->reads, NULL));
  TC_TRY(tc_int_list_insert_list(&tree->definitions, &added->definitions, NULL));
  TC_TRY(tc_int_list_insert_list(&tree->entry_parameters, &added->entry_parameters, NULL));
  for (int i = 0; i < added->position.count; i++)
    TC_TRY(tb_expression_tree_add_position(tree, added->position.item[i]));
  return TC_OK;
}

int tb_expression_tree_entry_parameter(const tb_analysis *analysis, int code) {
  const tb_ir_instruction *store = analysis->body.instruction + code;
  if (store->op != TB_IR_OP_STORE || store->operand[0].kind != TB_VALUE_ARGUMENT ||
      store->operand[1].kind != TB_VALUE_INSTRUCTION)
    return -1;
  const tb_ir_instruction *variable = analysis->body.instruction + store->operand[1].number;
  if (variable->op != TB_IR_OP_ALLOCA) return -1;
  const tb_path_node *node =
      analysis->nodes.node.item + analysis->points_to.alloca_node[store->operand[1].number];
  return node->root == TB_ROOT_PARAMETER ? store->operand[0].number : -1;
}

/* Adds to the tree the stores that reach a load of a tracked variable. At the start of a function, the
 * compiler stores each parameter in a variable. If a load may read this initial value, the input is the
 * parameter and not the store. */
static tc_status add_reaching_stores(tb_analysis *analysis, int load, tb_expression_tree *tree) {
  const tc_int_list *stores = &analysis->reaching_stores.stores_of_load[load];
  for (int i = 0; i < stores->count; i++) {
    const int parameter = tb_expression_tree_entry_parameter(analysis, stores->item[i]);
    if (parameter >= 0)
      TC_TRY(tc_int_list_insert(&tree->entry_parameters, parameter, NULL));
    else if (analysis->definition[stores->item[i]] >= 0)
      TC_TRY(tc_int_list_insert(&tree->definitions, analysis->definition[stores->item[i]], NULL));
  }
  return TC_OK;
}

/* Returns true if a load only serves to preserve the other bits of a word when a bit-field is stored. Such a
 * load is not an input of the stored value. */
static bool only_preserves_bits(const tb_analysis *analysis, const tb_ir_instruction *load,
                                const tc_int_list *paths) {
  for (int i = 0; i < paths->count; i++)
    if (!tb_path_nodes_is_bit_field(&analysis->nodes, paths->item[i])) return false;
  return load->bit_field == TB_FIELD_PRESERVED;
}

static tc_status add_read_memory(tb_analysis *analysis, const tb_ir_instruction *load,
                                 tb_expression_tree *tree) {
  tc_int_list paths = {.pool = analysis->nodes.pool};
  TC_TRY(tb_points_to_add_accessed(&analysis->points_to, load, &paths));
  return only_preserves_bits(analysis, load, &paths) ? TC_OK
                                                     : tc_int_list_insert_list(&tree->reads, &paths, NULL);
}

static tc_status add_load(tb_analysis *analysis, int load, tb_expression_tree *tree) {
  const tb_ir_instruction *code = analysis->body.instruction + load;
  const tb_ir_value address = code->operand[0];
  TC_TRY(tb_expression_tree_add_position(tree, code->position));
  if (address.kind == TB_VALUE_INSTRUCTION && analysis->points_to.is_tracked[address.number])
    return add_reaching_stores(analysis, load, tree);
  TC_TRY(tb_expression_tree_add(analysis, address, tree));
  return add_read_memory(analysis, code, tree);
}

/* Adds the branches that select the operand of a phi instruction, because its result depends on them. */
static tc_status add_selecting_branches(tb_analysis *analysis, const tb_ir_instruction *phi,
                                        tb_expression_tree *tree) {
  tc_int_list blocks = {.pool = analysis->nodes.pool};
  TC_TRY(tb_control_dependence_find_join_branches(&analysis->control_dependence, phi->block, phi->operands,
                                                  phi->incoming_block, &blocks));
  for (int i = 0; i < blocks.count; i++)
    if (analysis->branch[blocks.item[i]] >= 0)
      TC_TRY(tc_int_list_insert(&tree->definitions, analysis->branch[blocks.item[i]], NULL));
  return TC_OK;
}

static tc_status add_instruction(tb_analysis *analysis, int number, tb_expression_tree *tree) {
  const tb_ir_instruction *code = analysis->body.instruction + number;
  bool is_new = false;
  TC_TRY(tc_int_list_insert(&tree->visited, number, &is_new));
  if (!is_new || code->op == TB_IR_OP_ALLOCA) return TC_OK;
  if (code->op == TB_IR_OP_LOAD) return add_load(analysis, number, tree);
  if (analysis->definition[number] >= 0)
    return tc_int_list_insert(&tree->definitions, analysis->definition[number], NULL);
  if (code->op == TB_IR_OP_PHI) TC_TRY(add_selecting_branches(analysis, code, tree));
  TC_TRY(tb_expression_tree_add_position(tree, code->position));
  for (int i = 0; i < code->operands; i++) TC_TRY(tb_expression_tree_add(analysis, code->operand[i], tree));
  return TC_OK;
}

tc_status tb_expression_tree_add(tb_analysis *analysis, tb_ir_value value, tb_expression_tree *tree) {
  if (value.kind == TB_VALUE_ARGUMENT) return tc_int_list_insert(&tree->entry_parameters, value.number, NULL);
  return value.kind == TB_VALUE_INSTRUCTION ? add_instruction(analysis, value.number, tree) : TC_OK;
}
