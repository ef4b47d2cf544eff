/* Creates the root nodes of the local variables and parameters of a function. points_to.c calls it before the
 * iteration. points_to_value.c adds the root of a global variable or a function at its first use. A variable
 * in which the compiler stores an argument becomes the root of the parameter of this argument. Scalars whose
 * address is not taken are marked as tracked, because reaching_stores.c handles them exactly. */
#include "blame/extract/points_to_internal.h"

static const tb_ir_instruction *get_instruction(const tb_points_to *m, tb_ir_value value) {
  return value.kind == TB_VALUE_INSTRUCTION ? m->body->instruction + value.number : NULL;
}

tc_status tb_points_to_get_unknown(tb_points_to *m, int *out) {
  const tb_path_node root = {.name = "?", .root = TB_ROOT_UNKNOWN, .function = -1};
  return tb_path_nodes_root(m->nodes, &root, out);
}

static int find_stored_argument(const tb_ir_body *body, int alloca) {
  for (int c = 0; c < body->instructions; c++) {
    const tb_ir_instruction *code = body->instruction + c;
    if (code->op == TB_IR_OP_STORE && code->operand[0].kind == TB_VALUE_ARGUMENT &&
        code->operand[1].kind == TB_VALUE_INSTRUCTION && code->operand[1].number == alloca)
      return code->operand[0].number;
  }
  return -1;
}

static tc_status create_root(tb_points_to *m, int alloca) {
  const tb_declared_variable *variable = m->body->instruction[alloca].variable;
  const char *tag = m->body->instruction[alloca].tag;
  const int argument = variable ? find_stored_argument(m->body, alloca) : -1;
  tb_path_node root = {.name = "(temporary)",
                       .root = TB_ROOT_LOCAL,
                       .number = alloca,
                       .function = -1,
                       .is_hidden = !variable};
  if (tag) root.type = tb_ir_find_struct(m->ir, tag);
  if (variable) root.name = variable->name, root.type = variable->type, root.line = variable->line;
  if (argument >= 0) root.root = TB_ROOT_PARAMETER, root.number = argument;
  return tb_path_nodes_root(m->nodes, &root, &m->alloca_node[alloca]);
}

/* Returns in *out the node of the memory at `address` if the address has a constant offset within a local
 * variable; otherwise -1. */
static tc_status find_node_of_address(tb_points_to *m, tb_ir_value address, int *out) {
  const tb_ir_instruction *code = get_instruction(m, address);
  *out = -1;
  if (code && code->op == TB_IR_OP_ALLOCA) *out = m->alloca_node[address.number];
  if (!code || (code->op != TB_IR_OP_CAST && code->op != TB_IR_OP_ADDRESS)) return TC_OK;
  TC_TRY(find_node_of_address(m, code->operand[0], out));
  for (int i = 0; i < code->steps && *out >= 0; i++)
    TC_TRY(tb_path_nodes_step(m->nodes, *out, code->step + i, out));
  return TC_OK;
}

/* Creates a root for an argument that is a part of a struct. In LLVM, a struct that is passed by value in
 * registers becomes several arguments. The root of each argument gets the name of the member in which the
 * argument is stored. */
static tc_status create_argument_root(tb_points_to *m, const tb_ir_instruction *store) {
  tb_path_node root = {.root = TB_ROOT_PARAMETER, .number = store->operand[0].number, .function = -1};
  tb_access_path path;
  int node;
  TC_TRY(find_node_of_address(m, store->operand[1], &node));
  if (node < 0 || m->nodes->node.item[node].root == TB_ROOT_PARAMETER) return TC_OK;
  TC_TRY(tb_path_nodes_find_accessed(m->nodes, node, store, &node));
  TC_TRY(tb_path_nodes_access_path(m->nodes, node, m->nodes->pool, &path));
  TC_TRY(tc_pool_printf(m->nodes->pool, &root.name, "%s%s", path.name, path.path));
  root.type = m->nodes->node.item[node].type;
  root.line = path.line;
  return tb_path_nodes_root(m->nodes, &root, &node);
}

static tc_status create_roots(tb_points_to *m) {
  const tb_ir_body *body = m->body;
  for (int c = 0; c < body->instructions; c++)
    if (body->instruction[c].op == TB_IR_OP_ALLOCA) TC_TRY(create_root(m, c));
  for (int c = 0; c < body->instructions; c++)
    if (body->instruction[c].op == TB_IR_OP_STORE &&
        body->instruction[c].operand[0].kind == TB_VALUE_ARGUMENT)
      TC_TRY(create_argument_root(m, body->instruction + c));
  return TC_OK;
}

/* True if the instruction only loads or stores a whole scalar of `bits` bits, whose address is operand number
 * `operand`. */
static bool is_plain_access(const tb_ir_instruction *code, int operand, int64_t bits) {
  const bool load = code->op == TB_IR_OP_LOAD, store = code->op == TB_IR_OP_STORE && operand == 1;
  return (load || store) && !code->is_volatile && code->bits == bits;
}

static void mark_tracked(tb_points_to *m) {
  for (int c = 0; c < m->body->instructions; c++) {
    const tb_ir_instruction *code = m->body->instruction + c;
    m->is_tracked[c] = code->op == TB_IR_OP_ALLOCA && !code->is_aggregate && !code->dimensions;
  }
  for (int c = 0; c < m->body->instructions; c++)
    for (int i = 0; i < m->body->instruction[c].operands; i++) {
      const tb_ir_value value = m->body->instruction[c].operand[i];
      if (value.kind != TB_VALUE_INSTRUCTION || !m->is_tracked[value.number]) continue;
      m->is_tracked[value.number] =
          is_plain_access(m->body->instruction + c, i, m->body->instruction[value.number].bits);
    }
}

tc_status tb_points_to_add_roots(tb_points_to *m) {
  TC_TRY(create_roots(m));
  mark_tracked(m);
  return tb_points_to_grow(m);
}
