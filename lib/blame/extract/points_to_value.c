/* Points-to rules of instructions that compute a value: addresses, loads, calls, casts and selections.
 * points_to.c calls it for each instruction in each pass. The result of a load points to the targets that are
 * stored in the loaded memory. The result of a call points to allocated memory, to the targets of an argument
 * (externals.def), or to unknown memory that gets the name of the call. */
#include "blame/extract/points_to_internal.h"
#include "blame/facts/externals.h"

static bool is_private_memory(const tb_points_to *m, int node) {
  const tb_path_node *at = m->nodes->node.item + node;
  return !at->dereferences && at->root == TB_ROOT_LOCAL && !m->node.item[at->root_node].has_escaped;
}

tc_status tb_points_to_add_stored_targets(tb_points_to *m, int path, bool pointer, tc_int_list *out,
                                          bool *grew) {
  TC_TRY(tb_points_to_grow(m));
  TC_TRY(tb_points_to_insert_list(out, &m->node.item[path].targets, grew));
  if (!pointer || (is_private_memory(m, path) && m->node.item[path].targets.count)) return TC_OK;
  int dereferenced;
  TC_TRY(tb_path_nodes_dereference(m->nodes, path, &dereferenced));
  TC_TRY(tb_points_to_grow(m));
  return tb_points_to_insert(out, dereferenced, grew);
}

static tc_status add_node_after_steps(tb_points_to *m, const tb_ir_instruction *code, int path,
                                      tc_int_list *out, bool *grew) {
  for (int i = 0; i < code->steps; i++) TC_TRY(tb_path_nodes_step(m->nodes, path, code->step + i, &path));
  return tb_points_to_insert(out, path, grew);
}

static tc_status find_root(tb_points_to *m, tb_ir_value value, int *node) {
  tb_path_node root = {.root = TB_ROOT_GLOBAL, .function = -1};
  if (value.kind == TB_VALUE_FUNCTION) {
    root.name = tb_ir_subprogram(m->ir, value.number)->name;
    root.function = value.number;
  } else if (value.kind == TB_VALUE_ARGUMENT) {
    const char *name = m->body->parameter[value.number].name;
    root.name = *name ? name : "return";
    root.root = TB_ROOT_PARAMETER;
    root.number = value.number;
  } else {
    const tb_global *global = tb_ir_global(m->ir, value.number);
    root.name = global->is_text ? "(text)" : global->name;
    root.type = global->type;
    root.number = value.number;
    root.line = global->line;
    root.is_hidden = global->is_text;
    root.is_static = global->is_static;
  }
  return tb_path_nodes_root(m->nodes, &root, node);
}

tc_status tb_points_to_find_targets(tb_points_to *m, tb_ir_value value, tc_int_list *out, bool *grew) {
  int node;
  switch (value.kind) {
  case TB_VALUE_INSTRUCTION: return tb_points_to_insert_list(out, &m->targets[value.number], grew);
  case TB_VALUE_GLOBAL:
  case TB_VALUE_FUNCTION: TC_TRY(find_root(m, value, &node)); break;
  case TB_VALUE_ARGUMENT:
    if (!value.is_pointer) return TC_OK;
    TC_TRY(find_root(m, value, &node));
    TC_TRY(tb_path_nodes_dereference(m->nodes, node, &node));
    break;
  default: return TC_OK;
  }
  TC_TRY(tb_points_to_grow(m));
  return tb_points_to_insert(out, node, grew);
}

tc_status tb_points_to_add_accessed(tb_points_to *m, const tb_ir_instruction *access, tc_int_list *out) {
  tc_int_list targets = {.pool = m->pool};
  TC_TRY(tb_points_to_find_targets(m, access->operand[access->op == TB_IR_OP_STORE ? 1 : 0], &targets, NULL));
  for (int i = 0; i < targets.count; i++) {
    int path;
    if (m->nodes->node.item[targets.item[i]].function >= 0) continue;
    TC_TRY(tb_path_nodes_find_accessed(m->nodes, targets.item[i], access, &path));
    TC_TRY(tb_points_to_insert(out, path, NULL));
  }
  return tb_points_to_grow(m);
}

static tc_status find_load_targets(tb_points_to *m, const tb_ir_instruction *code, tc_int_list *out,
                                   bool *grew) {
  tc_int_list paths = {.pool = m->pool};
  TC_TRY(tb_points_to_add_accessed(m, code, &paths));
  for (int i = 0; i < paths.count; i++)
    TC_TRY(tb_points_to_add_stored_targets(m, paths.item[i], code->is_pointer, out, grew));
  return TC_OK;
}

/* Adds the nodes to which the pointer returned by a call may point: allocated memory, the targets of an
 * argument, or unknown memory. */
static tc_status find_call_targets(tb_points_to *m, int call, bool *grew) {
  const tb_ir_instruction *code = m->body->instruction + call;
  const tb_ir_value callee = code->operand[code->operands - 1];
  tb_external external = {.kind = TB_EXTERNAL_PLAIN, .returned_argument = -1};
  const char *name = "call";
  if (callee.kind == TB_VALUE_FUNCTION) {
    const tb_ir_function *function = tb_ir_subprogram(m->ir, callee.number);
    name = function->name;
    if (!function->has_body && !tb_external_find(name, &external)) external.returned_argument = -1;
  }
  if (external.returned_argument >= 0 && external.returned_argument < code->operands - 1)
    return tb_points_to_find_targets(m, code->operand[external.returned_argument], &m->targets[call], grew);
  tb_path_node root = {.root = external.kind == TB_EXTERNAL_ALLOC ? TB_ROOT_HEAP : TB_ROOT_CALL,
                       .number = call,
                       .function = -1,
                       .line = code->position.line};
  int node;
  TC_TRY(tc_pool_printf(m->nodes->pool, &root.name, "%s@%d:%d", name, code->position.line,
                        code->position.column));
  TC_TRY(tb_path_nodes_root(m->nodes, &root, &node));
  TC_TRY(tb_path_nodes_dereference(m->nodes, node, &node));
  TC_TRY(tb_points_to_grow(m));
  if (m->node.item[node].named_node) {
    m->targets[call].count = 0;
    node = m->node.item[node].named_node;
  }
  return tb_points_to_insert(&m->targets[call], node, grew);
}

static tc_status merge_operand_targets(tb_points_to *m, const tb_ir_instruction *code, tc_int_list *out,
                                       bool *grew) {
  for (int i = 0; i < code->operands; i++) TC_TRY(tb_points_to_find_targets(m, code->operand[i], out, grew));
  return TC_OK;
}

static tc_status find_address_targets(tb_points_to *m, const tb_ir_instruction *code, tc_int_list *out,
                                      bool *grew) {
  tc_int_list base = {.pool = m->pool};
  TC_TRY(tb_points_to_find_targets(m, code->operand[0], &base, NULL));
  for (int i = 0; i < base.count; i++) TC_TRY(add_node_after_steps(m, code, base.item[i], out, grew));
  return tb_points_to_grow(m);
}

static tc_status find_alloca_target(tb_points_to *m, int alloca, bool *grew) {
  int node = m->alloca_node[alloca];
  for (int i = 0; i < m->body->instruction[alloca].dimensions; i++)
    TC_TRY(tb_path_nodes_element(m->nodes, node, &node));
  TC_TRY(tb_points_to_grow(m));
  return tb_points_to_insert(&m->targets[alloca], node, grew);
}

tc_status tb_points_to_update_value(tb_points_to *m, int code, bool *grew) {
  const tb_ir_instruction *at = m->body->instruction + code;
  switch (at->op) {
  case TB_IR_OP_ALLOCA: return find_alloca_target(m, code, grew);
  case TB_IR_OP_LOAD: return find_load_targets(m, at, &m->targets[code], grew);
  case TB_IR_OP_ADDRESS: return find_address_targets(m, at, &m->targets[code], grew);
  case TB_IR_OP_CALL: return at->is_pointer ? find_call_targets(m, code, grew) : TC_OK;
  case TB_IR_OP_CAST:
  case TB_IR_OP_PHI:
  case TB_IR_OP_COMPUTE: return merge_operand_targets(m, at, &m->targets[code], grew);
  default: return TC_OK;
  }
}
