#include "blame/extract/points_to_internal.h"

static const tc_instruction *code_of(const tc_memory *m, tc_value value) {
  return value.kind == TC_VALUE_CODE ? m->body->code + value.number : NULL;
}

tc_status tc_memory_global(tc_memory *m, int number, int *out) {
  const tc_global *global = tc_ir_global(m->ir, number);
  const tc_node root = {.name = global->is_text ? "(text)" : global->name,
                        .type = global->type,
                        .root = TC_ROOT_GLOBAL,
                        .number = number,
                        .line = global->line,
                        .function = -1,
                        .hidden = global->is_text,
                        .is_static = global->is_static};
  return tc_nodes_root(m->nodes, &root, out);
}

tc_status tc_memory_function(tc_memory *m, int number, int *out) {
  const tc_node root = {.name = tc_ir_subprogram(m->ir, number)->name,
                        .root = TC_ROOT_GLOBAL,
                        .function = number};
  return tc_nodes_root(m->nodes, &root, out);
}

tc_status tc_memory_parameter(tc_memory *m, int number, int *out) {
  const char *name = m->body->parameter[number].name;
  const tc_node root = {.name = *name ? name : "return",
                        .root = TC_ROOT_PARAMETER,
                        .number = number,
                        .function = -1};
  return tc_nodes_root(m->nodes, &root, out);
}

tc_status tc_memory_unknown(tc_memory *m, int *out) {
  const tc_node root = {.name = "?", .root = TC_ROOT_UNKNOWN, .function = -1};
  return tc_nodes_root(m->nodes, &root, out);
}

/* The argument that a variable begins with; -1: it is none of the parameters. */
static int argument_of(const tc_body *body, int alloca) {
  for (int c = 0; c < body->codes; c++) {
    const tc_instruction *code = body->code + c;
    if (code->op == TC_OP_STORE && code->operand[0].kind == TC_VALUE_ARGUMENT &&
        code->operand[1].kind == TC_VALUE_CODE && code->operand[1].number == alloca)
      return code->operand[0].number;
  }
  return -1;
}

static tc_status make_root(tc_memory *m, int alloca) {
  const tc_variable *variable = m->body->code[alloca].variable;
  const char *tag = m->body->code[alloca].tag;
  const int argument = variable ? argument_of(m->body, alloca) : -1;
  tc_node root = {.name = "(temporary)",
                  .root = TC_ROOT_LOCAL,
                  .number = alloca,
                  .function = -1,
                  .hidden = !variable};
  if (tag) root.type = tc_ir_struct(m->ir, tag);
  if (variable) root.name = variable->name, root.type = variable->type, root.line = variable->line;
  if (argument >= 0) root.root = TC_ROOT_PARAMETER, root.number = argument;
  return tc_nodes_root(m->nodes, &root, &m->alloca_node[alloca]);
}

/* What a fixed way leads to inside of a variable; -1: something else. */
static tc_status inside(tc_memory *m, tc_value address, int *out) {
  const tc_instruction *code = code_of(m, address);
  *out = -1;
  if (code && code->op == TC_OP_ALLOCA) *out = m->alloca_node[address.number];
  if (!code || (code->op != TC_OP_CAST && code->op != TC_OP_STEP)) return TC_OK;
  TC_TRY(inside(m, code->operand[0], out));
  for (int i = 0; i < code->steps && *out >= 0; i++)
    TC_TRY(tc_nodes_step(m->nodes, *out, code->step + i, out));
  return TC_OK;
}

/* A struct by value in registers: an argument is called after the member that it becomes. */
static tc_status name_argument(tc_memory *m, const tc_instruction *store) {
  tc_node root = {.root = TC_ROOT_PARAMETER, .number = store->operand[0].number, .function = -1};
  tb_access_path place;
  int node;
  TC_TRY(inside(m, store->operand[1], &node));
  if (node < 0 || m->nodes->node[node].root == TC_ROOT_PARAMETER) return TC_OK;
  TC_TRY(tc_nodes_settle(m->nodes, node, store, &node));
  TC_TRY(tc_nodes_place(m->nodes, node, m->nodes->pool, &place));
  TC_TRY(tc_pool_print(m->nodes->pool, &root.name, "%s%s", place.name, place.path));
  root.type = m->nodes->node[node].type;
  root.line = place.line;
  return tc_nodes_root(m->nodes, &root, &node);
}

static tc_status make_roots(tc_memory *m) {
  const tc_body *body = m->body;
  for (int c = 0; c < body->codes; c++)
    if (body->code[c].op == TC_OP_ALLOCA) TC_TRY(make_root(m, c));
  for (int c = 0; c < body->codes; c++)
    if (body->code[c].op == TC_OP_STORE && body->code[c].operand[0].kind == TC_VALUE_ARGUMENT)
      TC_TRY(name_argument(m, body->code + c));
  return TC_OK;
}

/* Whether an instruction uses a variable only as a scalar that it reads or writes. */
static bool only_accesses(const tc_instruction *code, int operand, int64_t bits) {
  const bool load = code->op == TC_OP_LOAD, store = code->op == TC_OP_STORE && operand == 1;
  return (load || store) && !code->is_volatile && code->bits == bits;
}

static void find_tracked(tc_memory *m) {
  for (int c = 0; c < m->body->codes; c++) {
    const tc_instruction *code = m->body->code + c;
    m->tracked[c] = code->op == TC_OP_ALLOCA && !code->aggregate && !code->dimensions;
  }
  for (int c = 0; c < m->body->codes; c++)
    for (int i = 0; i < m->body->code[c].operands; i++) {
      const tc_value value = m->body->code[c].operand[i];
      if (value.kind != TC_VALUE_CODE || !m->tracked[value.number]) continue;
      m->tracked[value.number] = only_accesses(m->body->code + c, i, m->body->code[value.number].bits);
    }
}

tc_status tc_memory_roots(tc_memory *m) {
  TC_TRY(make_roots(m));
  find_tracked(m);
  return tc_memory_reach(m);
}
