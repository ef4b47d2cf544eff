/* Decodes the memory operand and the control flow of an x86-64 instruction. With the register values after
 * the instruction, the accessed address can then be computed. sampled_instruction.c decodes whole functions
 * with it, and profile/data_touch.c computes the addresses. Any bytes are accepted, also invalid ones.
 * Source: Intel's manual, volume 2. */
#ifndef TC_BLAME_X86_X86_OPERAND_H
#define TC_BLAME_X86_X86_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tb_x86_flow {
  TB_FLOW_NEXT,
  TB_FLOW_BRANCH, /* conditional branch: continues at its target or at the next instruction */
  TB_FLOW_JUMP,
  TB_FLOW_CALL,
  TB_FLOW_RETURN
} tb_x86_flow;

enum { TB_OPERAND_NONE = -1, TB_OPERAND_IP = 16 };

typedef struct tb_x86_operand {
  int length; /* length of the instruction in bytes; 0 if the instruction is invalid */
  tb_x86_flow flow;
  bool is_direct; /* true for a jump or call to a constant target */
  int64_t target; /* target of a direct jump or call, as offset from the end of the instruction in bytes */
  bool accesses_stack;  /* true for push, pop, call and return, which access memory at the stack pointer */
  bool accesses_memory; /* true if the instruction accesses other memory, at base + index * scale +
                           displacement */
  /* Number of the base register (0 to 15 in encoding order), TB_OPERAND_IP if the address is relative to the
   * next instruction, or TB_OPERAND_NONE. */
  int base;
  int index, scale;
  int64_t displacement;
  bool is_segment_relative; /* true if the address is relative to the segment register fs or gs, whose value
                               is unknown */
  bool overwrites_address;  /* true if the instruction overwrites the base or index register of its address */
  bool
      is_comparison; /* true for a comparison or test, which the processor may fuse with a following branch */
} tb_x86_operand;

tb_x86_operand tb_x86_operand_decode(const uint8_t *code, size_t bytes);

/* Computes the accessed address from the values of the registers after the instruction. `next` is the address
 * of the following instruction. For a gather or scatter, which has a vector of indices, the result does not
 * include an index. */
uint64_t tb_x86_operand_address(const tb_x86_operand *operand, const uint64_t registers[16], uint64_t next);

#endif
