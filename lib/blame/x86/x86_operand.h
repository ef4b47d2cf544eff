/* What an instruction of x86-64 reads and writes in memory, and where it goes: enough to tell the address
 * that it used from the registers behind it. After Intel's manual, volume 2. Pure; bytes of any kind are
 * fine. */
#ifndef TC_BLAME_X86_X86_OPERAND_H
#define TC_BLAME_X86_X86_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tc_flow {
  TC_FLOW_NEXT,
  TC_FLOW_BRANCH, /* to its target or the next */
  TC_FLOW_JUMP,
  TC_FLOW_CALL,
  TC_FLOW_RETURN
} tc_flow;

enum { TC_OPERAND_NONE = -1, TC_OPERAND_IP = 16 };

typedef struct tc_operand {
  int length; /* bytes; 0: no instruction */
  tc_flow flow;
  bool direct;    /* jumps and calls: `target` is known */
  int64_t target; /* from the end of the instruction */
  bool stack;     /* push, pop, call, return: memory at the stack pointer */
  bool memory;    /* other memory, at base + index * scale + displacement */
  int base;       /* register 0 .. 15 in the order of their encoding, TC_OPERAND_IP (the next instruction), or
                     TC_OPERAND_NONE */
  int index, scale;
  int64_t displacement;
  bool thread;      /* relative to fs or gs, whose bases nobody knows */
  bool overwritten; /* base or index are no longer what they were when the address was made */
  bool compares;    /* compares or tests: one with a branch behind it */
} tc_operand;

tc_operand tc_operand_decode(const uint8_t *code, size_t bytes);

/* The address, from the registers behind the instruction; next: where the next one begins. Of an index in a
 * vector it is the base. */
uint64_t tc_operand_address(const tc_operand *operand, const uint64_t registers[16], uint64_t next);

#endif
