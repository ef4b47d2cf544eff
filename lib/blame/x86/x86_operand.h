/* Memory operand and control flow of an instruction of x86-64: enough to compute the address that it used
 * from the registers after it. sampled_instruction.c calls it to walk a function, and profile/data_touch.c
 * calls it for the address. Accepts any bytes. Pure. Source: Intel's manual, volume 2. */
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
  int length; /* length of the instruction in bytes; 0 if the instruction is invalid */
  tb_x86_flow flow;
  bool direct;    /* true for jumps and calls with a constant `target` */
  int64_t target; /* offset from the end of the instruction */
  bool stack;     /* true for push, pop, call and return, which use memory at the stack pointer */
  bool memory;    /* true if it uses other memory, at base + index * scale + displacement */
  int base; /* register 0 to 15 in encoding order, TB_OPERAND_IP (the next instruction) or TB_OPERAND_NONE */
  int index, scale;
  int64_t displacement;
  bool thread;      /* true if the address is relative to fs or gs, whose bases are unknown */
  bool overwritten; /* true if the instruction overwrites the base or the index of its address */
  bool compares;    /* true for a comparison or test, which may be fused with a branch after it */
} tb_x86_operand;

tb_x86_operand tb_x86_operand_decode(const uint8_t *code, size_t bytes);

/* Computes the address from the registers after the instruction. `next` is the address of the following
 * instruction. For a vector of indices the result is the base address. */
uint64_t tb_x86_operand_address(const tb_x86_operand *operand, const uint64_t registers[16], uint64_t next);

#endif
