#include "blame/x86/sampled_instruction.h"

#include "base/containers/array.h"
#include "base/containers/search.h"

static tb_x86_operand decode_operand(const tb_code_listing *code, int instruction) {
  return tb_x86_operand_decode(code->bytes + code->offset[instruction],
                               code->offset[code->count] - code->offset[instruction]);
}

tc_status tb_code_listing_read(const uint8_t *bytes, size_t count, tc_pool *pool, tb_code_listing *out) {
  TC_ARRAY(uint32_t) start = {.pool = pool};
  TC_ARRAY(tb_jump) jump = {.pool = pool};
  for (size_t at = 0; at < count;) {
    const tb_x86_operand operand = tb_x86_operand_decode(bytes + at, count - at);
    const size_t next = at + (size_t)(operand.length > 0 ? operand.length : 1);
    const int64_t to = (int64_t)next + operand.target;
    const bool jumps = operand.is_direct && (operand.flow == TB_FLOW_JUMP || operand.flow == TB_FLOW_BRANCH);
    if (jumps && to >= 0 && to < (int64_t)count)
      TC_TRY(TC_ARRAY_ADD(&jump, &(tb_jump){(uint32_t)to, (uint32_t)start.count}));
    TC_TRY(TC_ARRAY_ADD(&start, &(uint32_t){(uint32_t)at}));
    at = next;
  }
  TC_TRY(TC_ARRAY_ADD(&start, &(uint32_t){(uint32_t)count}));
  *out = (tb_code_listing){bytes, start.count - 1, jump.count, start.item, jump.item};
  return TC_OK;
}

static int find_instruction(const tb_code_listing *code, uint32_t ip) {
  int at;
  TC_SEARCH(at, code->count, code->offset[at] < ip);
  return at < code->count && code->offset[at] == ip ? at : -1;
}

/* Returns the index of the last instruction that jumps to the instruction with index `instruction`; -1 if
 * there is none. Sets *is_backward to true if the jump goes backwards. */
static int find_jump_to(const tb_code_listing *code, int instruction, bool *is_backward) {
  int last = -1;
  *is_backward = false;
  for (int j = 0; j < code->jumps; j++) {
    if (code->jump[j].to != code->offset[instruction]) continue;
    last = (int)code->jump[j].from;
    *is_backward = last >= instruction;
  }
  return last;
}

static bool falls_through(const tb_x86_operand *operand) {
  return operand->flow != TB_FLOW_JUMP && operand->flow != TB_FLOW_RETURN;
}

/* Returns the index of the instruction that was probably executed before the given one, which must not be the
 * first. */
static int find_previous_instruction(const tb_code_listing *code, int instruction) {
  bool is_backward;
  const int jump = find_jump_to(code, instruction, &is_backward);
  const tb_x86_operand previous = decode_operand(code, instruction - 1);
  return jump < 0 || (!is_backward && falls_through(&previous) && previous.accesses_memory) ? instruction - 1
                                                                                            : jump;
}

/* Returns the index of the comparison if the instruction is a branch directly after a comparison with memory.
 * The processor executes both as one operation. Otherwise returns `instruction`. */
static int find_fused_comparison(const tb_code_listing *code, int instruction) {
  if (instruction == 0 || decode_operand(code, instruction).flow != TB_FLOW_BRANCH) return instruction;
  const tb_x86_operand previous = decode_operand(code, instruction - 1);
  return previous.is_comparison && previous.accesses_memory ? instruction - 1 : instruction;
}

tb_sampled_instruction tb_sampled_instruction_find(const tb_code_listing *code, uint32_t ip, int skid) {
  const int instruction = find_instruction(code, ip);
  if (instruction < 0) return (tb_sampled_instruction){.begin = ip > 0 && skid > 0 ? ip - 1 : ip, .end = ip};
  if (instruction == 0 && skid > 0)
    return (tb_sampled_instruction){.is_known = true,
                                    .operand = {.flow = TB_FLOW_CALL, .accesses_stack = true}};
  const int sampled =
      skid > 0 ? find_fused_comparison(code, find_previous_instruction(code, instruction)) : instruction;
  return (tb_sampled_instruction){.begin = code->offset[sampled],
                                  .end = code->offset[sampled + 1],
                                  .is_known = true,
                                  .operand = decode_operand(code, sampled)};
}
