/* The instruction that a sample waited for: a processor that is interrupted says where it will go on, which
 * is one instruction behind the one that took the time. */
#ifndef TC_BLAME_X86_SAMPLED_INSTRUCTION_H
#define TC_BLAME_X86_SAMPLED_INSTRUCTION_H

#include "base/core/pool.h"
#include "blame/x86/x86_operand.h"

typedef struct tb_jump {
  uint32_t to, from; /* from where the code begins; `from`: number of the instruction */
} tb_jump;

/* The instructions of a function and its jumps within itself, in their order. */
typedef struct tb_code_listing {
  const uint8_t *bytes;
  int count, jumps;
  uint32_t *at; /* [count + 1] where each begins, from where the code begins; the last where it ends */
  tb_jump *jump;
} tb_code_listing;

/* bytes: outlive the thing. Bytes that are no instruction stand for one each. Errors: TC_INTERNAL. */
tc_status tb_code_listing_read(const uint8_t *bytes, size_t count, tc_pool *pool, tb_code_listing *out);

typedef struct tb_sampled_instruction {
  uint32_t at, next; /* where the instruction begins and ends, from where the code begins */
  bool known;        /* `operand` is: false where `ip` is between instructions */
  tb_x86_operand operand;
} tb_sampled_instruction;

/* Of a sample at `ip`: the instruction before it, or, at the target of a jump, the jump that leads there: the
 * last that leads back, as in loops; a jump ahead only where the instruction before it does not go on or uses
 * no memory. Of a branch right behind a comparison with memory, the comparison: processors make one of both.
 * At the begin of a function it is that itself, as a call that was just made. skid 0: the one at `ip`. */
tb_sampled_instruction tb_sampled_instruction_find(const tb_code_listing *code, uint32_t ip, int skid);

#endif
