/* Memory operand and control flow of an instruction of x86-64: enough to compute the address that it used
 * from the registers after it. Called by sampled_instruction.c to walk a function and by profile/data_touch.c
 * for the address. Accepts any bytes. Pure. Source: Intel's manual, volume 2. */
#ifndef TC_BLAME_X86_X86_OPERAND_H
#define TC_BLAME_X86_X86_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tb_x86_flow {
  TB_FLOW_NEXT,
  TB_FLOW_BRANCH, /* continues at its target or at the next instruction */
  TB_FLOW_JUMP,
  TB_FLOW_CALL,
  TB_FLOW_RETURN
} tb_x86_flow;

enum { TB_OPERAND_NONE = -1, TB_OPERAND_IP = 16 };

typedef struct tb_x86_operand {
  int length; /* in bytes; 0: no valid instruction */
  tb_x86_flow flow;
  bool direct;    /* jumps and calls with a constant target, see `target` */
  int64_t target; /* offset from the end of the instruction */
  bool stack;     /* push, pop, call, return: uses memory at the stack pointer */
  bool memory;    /* uses other memory, at base + index * scale + displacement */
  int base; /* register 0 to 15 in encoding order, TB_OPERAND_IP (the next instruction) or TB_OPERAND_NONE */
  int index, scale;
  int64_t displacement;
  bool thread;      /* relative to fs or gs, whose bases are unknown */
  bool overwritten; /* the instruction overwrites the base or the index of its address */
  bool compares;    /* compares or tests, so it may be fused with a branch after it */
} tb_x86_operand;

tb_x86_operand tb_x86_operand_decode(const uint8_t *code, size_t bytes);

/* Computes the address from the registers after the instruction. next: address of the following instruction.
 * For a vector of indices the result is the base address. */
uint64_t tb_x86_operand_address(const tb_x86_operand *operand, const uint64_t registers[16], uint64_t next);

#endif
