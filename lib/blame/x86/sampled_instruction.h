/* Finds the instruction that a sample waited for. An interrupted processor reports the address at which it
 * will continue, which is one instruction after the one that took the time (skid 1). profile/resolver.c calls
 * tb_code_listing_read once per function, and tb_sampled_instruction_find for each address. Pure, except for
 * memory. */
#ifndef TC_BLAME_X86_SAMPLED_INSTRUCTION_H
#define TC_BLAME_X86_SAMPLED_INSTRUCTION_H

#include "base/core/pool.h"
#include "blame/x86/x86_operand.h"

typedef struct tb_jump {
  uint32_t to, from; /* offset of the target in the code; index of the jumping instruction */
} tb_jump;

/* The instructions of a function and the jumps within it, in the order of their addresses. */
typedef struct tb_code_listing {
  const uint8_t *bytes;
  int count, jumps;
  uint32_t *at; /* [count + 1] offset of each instruction; the last item is the end of the code */
  tb_jump *jump;
} tb_code_listing;

/* Decodes `count` bytes of code, which must outlive `*out`. A byte at which no valid instruction begins
 * counts as one instruction. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_code_listing_read(const uint8_t *bytes, size_t count, tc_pool *pool, tb_code_listing *out);

typedef struct tb_sampled_instruction {
  uint32_t at, next; /* start and end of the instruction, as offsets in the code */
  bool known;        /* true if `operand` is valid; false if no instruction begins at `ip` */
  tb_x86_operand operand;
} tb_sampled_instruction;

/* Returns the instruction for a sample at offset `ip`. `skid` is the number of instructions by
 * which the sampler reports too late. With skid 0 the result is the instruction at `ip`. With skid 1 it is
 * the one executed before it, by these rules:
 * - At the target of a backward jump, as in loops, it is the last jump to that target.
 * - At the target of a forward jump it is the jump, if the preceding instruction does not fall through or
 * uses no memory.
 * - Otherwise it is the preceding instruction. If that is a branch directly after a comparison with memory,
 * it is the comparison, because processors fuse both.
 * - At the start of the function it is the call in the calling function; the result then has no instruction.
 */
tb_sampled_instruction tb_sampled_instruction_find(const tb_code_listing *code, uint32_t ip, int skid);

#endif
