/* Computes the reaching stores of tracked variables by the usual data-flow iteration over basic blocks.
 * extract/translation_unit.c calls it after the points-to analysis has found the tracked variables. A bit set
 * per block contains the stores that reach its start. When these sets are final, a last pass over each block
 * finds the stores that reach each load. */
#include "blame/flow/reaching_stores.h"

#include <string.h>

/* Bit sets of the stores that reach the start of each block. Bits are numbered in the order of the stores in
 * the code. */
typedef struct tb_code_rows {
  const tb_ir_body *body;
  const bool *tracked;
  int assignments, words;
  int *code;     /* [assignments] instruction index of each store */
  int *variable; /* [assignments] instruction index of the ALLOCA of the stored variable */
  int *first;    /* [blocks + 1] number of the first store of each block */
  /* `in` is [blocks][words], the stores that reach each block. `at` is [words], the stores that reach the
   * current instruction. */
  uint64_t *in, *at;
} tb_code_rows;

/* If the instruction is of kind `op` (LOAD or STORE) and accesses a tracked variable, returns the index of
 * the ALLOCA of this variable; otherwise -1. */
static int variable_of(const tb_code_rows *rows, const tb_ir_instruction *code, tb_ir_op op) {
  if (code->op != op) return -1;
  const tb_ir_value address = code->operand[op == TB_IR_OP_STORE ? 1 : 0];
  return address.kind == TB_VALUE_CODE && rows->tracked[address.number] ? address.number : -1;
}

static tc_status find_assignments(tb_code_rows *rows, tc_pool *pool) {
  const tb_ir_body *body = rows->body;
  const size_t bytes = ((size_t)body->codes + 1) * sizeof(int);
  TC_TRY(tc_pool_alloc(pool, bytes, &rows->code));
  TC_TRY(tc_pool_alloc(pool, bytes, &rows->variable));
  TC_TRY(tc_pool_alloc(pool, ((size_t)body->blocks + 1) * sizeof(int), &rows->first));
  for (int b = 0; b < body->blocks; b++) {
    for (int c = body->block[b].first; c < body->block[b].end; c++) {
      const int variable = variable_of(rows, body->code + c, TB_IR_OP_STORE);
      if (variable < 0) continue;
      rows->code[rows->assignments] = c;
      rows->variable[rows->assignments++] = variable;
    }
    rows->first[b + 1] = rows->assignments;
  }
  rows->words = rows->assignments / 64 + 1;
  TC_TRY(tc_pool_alloc(pool, (size_t)rows->words * sizeof(uint64_t), &rows->at));
  return tc_pool_alloc(pool, (size_t)body->blocks * (size_t)rows->words * sizeof(uint64_t), &rows->in);
}

static void assign_variable(const tb_code_rows *rows, int assignment) {
  for (int a = 0; a < rows->assignments; a++)
    if (rows->variable[a] == rows->variable[assignment]) rows->at[a / 64] &= ~((uint64_t)1 << (a % 64));
  rows->at[assignment / 64] |= (uint64_t)1 << (assignment % 64);
}

static uint64_t *block_row(const tb_code_rows *rows, int block) {
  return rows->in + (size_t)block * (size_t)rows->words;
}

static bool propagate_block(const tb_code_rows *rows, const tb_flow_graph *flow, int block) {
  bool changed = false;
  memcpy(rows->at, block_row(rows, block), (size_t)rows->words * sizeof(uint64_t));
  for (int a = rows->first[block]; a < rows->first[block + 1]; a++) assign_variable(rows, a);
  for (int i = flow->forth.first[block]; i < flow->forth.first[block + 1]; i++)
    for (int w = 0; w < rows->words; w++) {
      uint64_t *to = block_row(rows, flow->forth.to[i]) + w;
      changed = changed || (rows->at[w] & ~*to);
      *to |= rows->at[w];
    }
  return changed;
}

static tc_status add_reaching(const tb_code_rows *rows, int variable, tc_int_list *out) {
  for (int a = 0; a < rows->assignments; a++)
    if (rows->variable[a] == variable && (rows->at[a / 64] >> (a % 64) & 1))
      TC_TRY(TC_ARRAY_ADD(out, &rows->code[a]));
  return TC_OK;
}

static tc_status read_block(const tb_code_rows *rows, int block, tb_reaching_stores *out) {
  int next = rows->first[block];
  memcpy(rows->at, block_row(rows, block), (size_t)rows->words * sizeof(uint64_t));
  for (int c = rows->body->block[block].first; c < rows->body->block[block].end; c++) {
    const int variable = variable_of(rows, rows->body->code + c, TB_IR_OP_LOAD);
    if (variable >= 0) TC_TRY(add_reaching(rows, variable, &out->stores[c]));
    if (next < rows->first[block + 1] && rows->code[next] == c) assign_variable(rows, next++);
  }
  return TC_OK;
}

tc_status tb_reaching_stores_build(const tb_ir_body *body, const tb_flow_graph *flow, const bool *tracked,
                                   tc_pool *pool, tb_reaching_stores *out) {
  tb_code_rows rows = {.body = body, .tracked = tracked};
  *out = (tb_reaching_stores){0};
  TC_TRY(find_assignments(&rows, pool));
  TC_TRY(tc_int_lists_create(pool, body->codes + 1, &out->stores));
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < flow->reached; i++) changed = propagate_block(&rows, flow, flow->order[i]) || changed;
  }
  for (int i = 0; i < flow->reached; i++) TC_TRY(read_block(&rows, flow->order[i], out));
  return TC_OK;
}
