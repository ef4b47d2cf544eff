/* Finds the instruction that a sample waited for. An interrupted processor reports the address at which it
 * will continue, which is one instruction after the one that took the time (skid 1). Called by
 * profile/resolver.c: tb_code_listing_read once per function, tb_sampled_instruction_find for each address.
 * Pure, except for memory. */
#ifndef TC_BLAME_X86_SAMPLED_INSTRUCTION_H
#define TC_BLAME_X86_SAMPLED_INSTRUCTION_H

#include "base/core/pool.h"
#include "blame/x86/x86_operand.h"

typedef struct tb_jump {
  uint32_t to, from; /* to: offset in the code; from: index of the instruction */
} tb_jump;

/* The instructions of a function and the jumps within it, in the order of their addresses. */
typedef struct tb_code_listing {
  const uint8_t *bytes;
  int count, jumps;
  uint32_t *at; /* [count + 1] offset of each instruction; the last one is the end of the code */
  tb_jump *jump;
} tb_code_listing;

/* Decodes `count` bytes of code, which must outlive `*out`. Each byte that begins no valid instruction counts
 * as one instruction. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_code_listing_read(const uint8_t *bytes, size_t count, tc_pool *pool, tb_code_listing *out);

typedef struct tb_sampled_instruction {
  uint32_t at, next; /* begin and end of the instruction, offsets in the code */
  bool known;        /* `operand` is valid; false if `ip` is not the begin of an instruction */
  tb_x86_operand operand;
} tb_sampled_instruction;

/* Returns the instruction for a sample at offset `ip`. skid 0: the one at `ip`. skid 1: the one executed
 * before it, by these rules. At the target of a backward jump it is the last jump that leads there, as in
 * loops. A forward jump counts only if the preceding instruction does not fall through or uses no memory.
 * Otherwise it is the preceding instruction. For a branch directly after a comparison with memory it is the
 * comparison, because processors fuse both. At the begin of the function it is a call that was just
 * executed. */
tb_sampled_instruction tb_sampled_instruction_find(const tb_code_listing *code, uint32_t ip, int skid);

#endif
