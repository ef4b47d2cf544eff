/* What an instruction of x86-64 reads and writes in memory, and where it goes: enough to tell the address
 * that it used from the registers behind it. After Intel's manual, volume 2. Pure; bytes of any kind are
 * fine. */
#ifndef TC_BLAME_X86_X86_OPERAND_H
#define TC_BLAME_X86_X86_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tb_x86_flow {
  TB_FLOW_NEXT,
  TB_FLOW_BRANCH, /* to its target or the next */
  TB_FLOW_JUMP,
  TB_FLOW_CALL,
  TB_FLOW_RETURN
} tb_x86_flow;

enum { TB_OPERAND_NONE = -1, TB_OPERAND_IP = 16 };

typedef struct tb_x86_operand {
  int length; /* bytes; 0: no instruction */
  tb_x86_flow flow;
  bool direct;    /* jumps and calls: `target` is known */
  int64_t target; /* from the end of the instruction */
  bool stack;     /* push, pop, call, return: memory at the stack pointer */
  bool memory;    /* other memory, at base + index * scale + displacement */
  int base;       /* register 0 .. 15 in the order of their encoding, TB_OPERAND_IP (the next instruction), or
                     TB_OPERAND_NONE */
  int index, scale;
  int64_t displacement;
  bool thread;      /* relative to fs or gs, whose bases nobody knows */
  bool overwritten; /* base or index are no longer what they were when the address was made */
  bool compares;    /* compares or tests: one with a branch behind it */
} tb_x86_operand;

tb_x86_operand tb_x86_operand_decode(const uint8_t *code, size_t bytes);

/* The address, from the registers behind the instruction; next: where the next one begins. Of an index in a
 * vector it is the base. */
uint64_t tb_x86_operand_address(const tb_x86_operand *operand, const uint64_t registers[16], uint64_t next);

#endif
