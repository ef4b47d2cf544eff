/* Computes the reaching stores of tracked variables by the usual data-flow iteration over basic blocks.
 * extract/translation_unit.c calls it after the points-to analysis has found the tracked variables. A bit set
 * per block contains the stores that reach its start. When these sets are final, a last pass over each block
 * finds the stores that reach each load. */
#include "blame/flow/reaching_stores.h"

#include <string.h>

/* Bit sets of the stores that reach the start of each block. Bits are numbered in the order of the stores in
 * the code. */
typedef struct store_sets {
  const tb_ir_body *body;
  const bool *tracked;
  int stores, words;
  int *instruction; /* [stores] instruction index of each store */
  int *variable;    /* [stores] instruction index of the ALLOCA of the stored variable */
  int *first;       /* [blocks + 1] number of the first store of each block */
  /* `block_set` has the elements [blocks][words] and contains the stores that reach the start of each block.
   * `current_set` has the elements [words] and contains the stores that reach the current instruction. A word
   * is 64 bits. */
  uint64_t *block_set, *current_set;
} store_sets;

/* Returns the index of the ALLOCA of the tracked variable that the instruction `code` accesses, if its kind
 * is `op` (LOAD or STORE); otherwise -1. */
static int find_accessed_variable(const store_sets *sets, const tb_ir_instruction *code, tb_ir_op op) {
  if (code->op != op) return -1;
  const tb_ir_value address = code->operand[op == TB_IR_OP_STORE ? 1 : 0];
  return address.kind == TB_VALUE_INSTRUCTION && sets->tracked[address.number] ? address.number : -1;
}

static tc_status number_stores(store_sets *sets, tc_pool *pool) {
  const tb_ir_body *body = sets->body;
  const size_t bytes = ((size_t)body->instructions + 1) * sizeof(int);
  TC_TRY(tc_pool_alloc(pool, bytes, &sets->instruction));
  TC_TRY(tc_pool_alloc(pool, bytes, &sets->variable));
  TC_TRY(tc_pool_alloc(pool, ((size_t)body->blocks + 1) * sizeof(int), &sets->first));
  for (int b = 0; b < body->blocks; b++) {
    for (int c = body->block[b].first; c < body->block[b].end; c++) {
      const int variable = find_accessed_variable(sets, body->instruction + c, TB_IR_OP_STORE);
      if (variable < 0) continue;
      sets->instruction[sets->stores] = c;
      sets->variable[sets->stores++] = variable;
    }
    sets->first[b + 1] = sets->stores;
  }
  sets->words = sets->stores / 64 + 1;
  TC_TRY(tc_pool_alloc(pool, (size_t)sets->words * sizeof(uint64_t), &sets->current_set));
  return tc_pool_alloc(pool, (size_t)body->blocks * (size_t)sets->words * sizeof(uint64_t), &sets->block_set);
}

static void apply_store(const store_sets *sets, int store) {
  for (int a = 0; a < sets->stores; a++)
    if (sets->variable[a] == sets->variable[store]) sets->current_set[a / 64] &= ~((uint64_t)1 << (a % 64));
  sets->current_set[store / 64] |= (uint64_t)1 << (store % 64);
}

static uint64_t *get_block_set(const store_sets *sets, int block) {
  return sets->block_set + (size_t)block * (size_t)sets->words;
}

static bool propagate_block(const store_sets *sets, const tb_flow_graph *flow, int block) {
  bool changed = false;
  memcpy(sets->current_set, get_block_set(sets, block), (size_t)sets->words * sizeof(uint64_t));
  for (int a = sets->first[block]; a < sets->first[block + 1]; a++) apply_store(sets, a);
  for (int i = flow->successors.edge_begin[block]; i < flow->successors.edge_begin[block + 1]; i++)
    for (int w = 0; w < sets->words; w++) {
      uint64_t *to = get_block_set(sets, flow->successors.edge_target[i]) + w;
      changed = changed || (sets->current_set[w] & ~*to);
      *to |= sets->current_set[w];
    }
  return changed;
}

static tc_status add_reaching_stores(const store_sets *sets, int variable, tc_int_list *out) {
  for (int a = 0; a < sets->stores; a++)
    if (sets->variable[a] == variable && (sets->current_set[a / 64] >> (a % 64) & 1))
      TC_TRY(TC_ARRAY_ADD(out, &sets->instruction[a]));
  return TC_OK;
}

static tc_status visit_block(const store_sets *sets, int block, tb_reaching_stores *out) {
  int next = sets->first[block];
  memcpy(sets->current_set, get_block_set(sets, block), (size_t)sets->words * sizeof(uint64_t));
  for (int c = sets->body->block[block].first; c < sets->body->block[block].end; c++) {
    const int variable = find_accessed_variable(sets, sets->body->instruction + c, TB_IR_OP_LOAD);
    if (variable >= 0) TC_TRY(add_reaching_stores(sets, variable, &out->stores_of_load[c]));
    if (next < sets->first[block + 1] && sets->instruction[next] == c) apply_store(sets, next++);
  }
  return TC_OK;
}

tc_status tb_reaching_stores_build(const tb_ir_body *body, const tb_flow_graph *flow, const bool *tracked,
                                   tc_pool *pool, tb_reaching_stores *out) {
  store_sets sets = {.body = body, .tracked = tracked};
  *out = (tb_reaching_stores){0};
  TC_TRY(number_stores(&sets, pool));
  TC_TRY(tc_int_lists_create(pool, body->instructions + 1, &out->stores_of_load));
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < flow->reachable_blocks; i++)
      changed = propagate_block(&sets, flow, flow->order[i]) || changed;
  }
  for (int i = 0; i < flow->reachable_blocks; i++) TC_TRY(visit_block(&sets, flow->order[i], out));
  return TC_OK;
}
