#include "blame/extract/points_to_internal.h"
#include "blame/facts/externals.h"

bool tc_memory_is_own(const tc_memory *m, int node) {
  const tc_node *at = m->nodes->node + node;
  return !at->follows && at->root == TC_ROOT_LOCAL && !m->seen[at->top];
}

tc_status tc_memory_kept(tc_memory *m, int place, bool pointer, tc_ints *out, bool *grew) {
  TC_TRY(tc_memory_reach(m));
  TC_TRY(tc_memory_insert_all(out, &m->points[place], grew));
  if (!pointer || (tc_memory_is_own(m, place) && m->points[place].count)) return TC_OK;
  int behind;
  TC_TRY(tc_nodes_follow(m->nodes, place, &behind));
  TC_TRY(tc_memory_reach(m));
  return tc_memory_insert(out, behind, grew);
}

static tc_status add_stepped(tc_memory *m, const tc_instruction *code, int place, tc_ints *out, bool *grew) {
  for (int i = 0; i < code->steps; i++) TC_TRY(tc_nodes_step(m->nodes, place, code->step + i, &place));
  return tc_memory_insert(out, place, grew);
}

tc_status tc_memory_raw(tc_memory *m, tc_value value, tc_ints *out, bool *grew) {
  int node;
  switch (value.kind) {
  case TC_VALUE_CODE: return tc_memory_insert_all(out, &m->leads[value.number], grew);
  case TC_VALUE_GLOBAL: TC_TRY(tc_memory_global(m, value.number, &node)); break;
  case TC_VALUE_FUNCTION: TC_TRY(tc_memory_function(m, value.number, &node)); break;
  case TC_VALUE_ARGUMENT:
    if (!value.pointer) return TC_OK;
    TC_TRY(tc_memory_parameter(m, value.number, &node));
    TC_TRY(tc_nodes_follow(m->nodes, node, &node));
    break;
  default: return TC_OK;
  }
  TC_TRY(tc_memory_reach(m));
  return tc_memory_insert(out, node, grew);
}

tc_status tc_memory_accessed(tc_memory *m, const tc_instruction *access, tc_ints *out) {
  tc_ints raw = {0};
  const tc_value address = access->operand[access->op == TC_OP_STORE ? 1 : 0];
  tc_status status = tc_memory_raw(m, address, &raw, NULL);
  for (int i = 0; i < raw.count && !status; i++) {
    int place;
    if (m->nodes->node[raw.of[i]].function >= 0) continue;
    status = tc_nodes_settle(m->nodes, raw.of[i], access, &place);
    if (!status) status = tc_memory_insert(out, place, NULL);
  }
  tc_ints_clear(&raw);
  return status ? status : tc_memory_reach(m);
}

static tc_status load(tc_memory *m, const tc_instruction *code, tc_ints *out, bool *grew) {
  tc_ints places = {0};
  tc_status status = tc_memory_accessed(m, code, &places);
  for (int i = 0; i < places.count && !status; i++)
    status = tc_memory_kept(m, places.of[i], code->pointer, out, grew);
  tc_ints_clear(&places);
  return status;
}

/* New memory, or what a function gave: a root of the call. */
static tc_status called(tc_memory *m, int call, bool *grew) {
  const tc_instruction *code = m->body->code + call;
  const tc_value callee = code->operand[code->operands - 1];
  tc_external external = {.kind = TC_EXTERNAL_PLAIN, .same = -1};
  const char *name = "call";
  if (callee.kind == TC_VALUE_FUNCTION) {
    const tc_subprogram *function = tc_ir_subprogram(m->ir, callee.number);
    name = function->name;
    if (!function->has_body && !tc_external_find(name, &external)) external.same = -1;
  }
  if (external.same >= 0 && external.same < code->operands - 1)
    return tc_memory_raw(m, code->operand[external.same], &m->leads[call], grew);
  tc_node root = {.root = external.kind == TC_EXTERNAL_ALLOC ? TC_ROOT_HEAP : TC_ROOT_CALL,
                  .number = call,
                  .function = -1,
                  .line = code->at.line};
  int node;
  TC_TRY(tc_pool_print(m->nodes->pool, &root.name, "%s@%d:%d", name, code->at.line, code->at.column));
  TC_TRY(tc_nodes_root(m->nodes, &root, &node));
  TC_TRY(tc_nodes_follow(m->nodes, node, &node));
  TC_TRY(tc_memory_reach(m));
  if (m->home[node]) {
    m->leads[call].count = 0;
    node = m->home[node];
  }
  return tc_memory_insert(&m->leads[call], node, grew);
}

static tc_status union_of_operands(tc_memory *m, const tc_instruction *code, tc_ints *out, bool *grew) {
  for (int i = 0; i < code->operands; i++) TC_TRY(tc_memory_raw(m, code->operand[i], out, grew));
  return TC_OK;
}

static tc_status step(tc_memory *m, const tc_instruction *code, tc_ints *out, bool *grew) {
  tc_ints base = {0};
  tc_status status = tc_memory_raw(m, code->operand[0], &base, NULL);
  for (int i = 0; i < base.count && !status; i++) status = add_stepped(m, code, base.of[i], out, grew);
  tc_ints_clear(&base);
  return status ? status : tc_memory_reach(m);
}

static tc_status allocated(tc_memory *m, int alloca, bool *grew) {
  int node = m->alloca_node[alloca];
  for (int i = 0; i < m->body->code[alloca].dimensions; i++) TC_TRY(tc_nodes_element(m->nodes, node, &node));
  TC_TRY(tc_memory_reach(m));
  return tc_memory_insert(&m->leads[alloca], node, grew);
}

tc_status tc_memory_value(tc_memory *m, int code, bool *grew) {
  const tc_instruction *at = m->body->code + code;
  switch (at->op) {
  case TC_OP_ALLOCA: return allocated(m, code, grew);
  case TC_OP_LOAD: return load(m, at, &m->leads[code], grew);
  case TC_OP_STEP: return step(m, at, &m->leads[code], grew);
  case TC_OP_CALL: return at->pointer ? called(m, code, grew) : TC_OK;
  case TC_OP_CAST:
  case TC_OP_PHI:
  case TC_OP_COMPUTE: return union_of_operands(m, at, &m->leads[code], grew);
  default: return TC_OK;
  }
}
