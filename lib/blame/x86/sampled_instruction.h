/* Finds the x86-64 instruction that caused a sample. When a sample interrupts the processor, the reported
 * address is that at which the processor will resume. This is one instruction after the one that took the
 * time. The offset is called skid. profile/resolver.c calls tb_code_listing_read once per function, and then
 * tb_sampled_instruction_find for each sampled address. */
#ifndef TC_BLAME_X86_SAMPLED_INSTRUCTION_H
#define TC_BLAME_X86_SAMPLED_INSTRUCTION_H

#include "base/core/pool.h"
#include "blame/x86/x86_operand.h"

typedef struct tb_jump {
  uint32_t to, from; /* `to`: byte offset of the target in the code; `from`: index of the jump instruction */
} tb_jump;

/* The instructions of a function and the jumps within the function, in the order of their addresses. */
typedef struct tb_code_listing {
  const uint8_t *bytes;
  int count, jumps;
  uint32_t *offset; /* [count + 1] byte offset of each instruction; the last entry is the size of the code */
  tb_jump *jump;
} tb_code_listing;

/* Decodes `count` bytes of machine code, which must outlive `*out`. A byte at which no valid instruction
 * begins is listed as an instruction of one byte. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_code_listing_read(const uint8_t *bytes, size_t count, tc_pool *pool, tb_code_listing *out);

typedef struct tb_sampled_instruction {
  uint32_t begin, end; /* start and end of the instruction, as byte offsets in the code */
  bool is_known; /* true if `operand` is valid; false if no instruction of the listing begins at the sampled
                    address */
  tb_x86_operand operand;
} tb_sampled_instruction;

/* Returns the instruction that caused a sample at byte offset `ip` of the code. `skid` is the number of
 * instructions by which the sampler reports too late. With skid 0 the result is the instruction at `ip`. With
 * skid 1 the result is the instruction that was executed before, by these rules:
 * - If `ip` is the target of a backward jump, as in loops, the result is the last jump to `ip`.
 * - If `ip` is the target of a forward jump, the result is the jump, unless the instruction before `ip`
 *   accesses memory and continues at `ip`.
 * - Otherwise the result is the instruction before `ip`.
 * - If the result is a branch directly after a comparison with memory, it is replaced by the comparison,
 *   because processors execute both as one operation.
 * - If `ip` is the start of the function, the sample belongs to the call in the calling function. The result
 *   is then a call without a position. */
tb_sampled_instruction tb_sampled_instruction_find(const tb_code_listing *code, uint32_t ip, int skid);

#endif
