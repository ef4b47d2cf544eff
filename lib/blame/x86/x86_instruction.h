/* An instruction of x86-64, taken apart: inside of operand*.c. */
#ifndef TC_BLAME_X86_X86_INSTRUCTION_H
#define TC_BLAME_X86_X86_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tc_map { TC_MAP_ONE, TC_MAP_0F, TC_MAP_0F38, TC_MAP_0F3A, TC_MAP_4, TC_MAP_5, TC_MAP_6 } tc_map;
typedef enum tc_coding { TC_CODING_PLAIN, TC_CODING_VEX, TC_CODING_EVEX } tc_coding;

typedef struct tc_instruction {
  const uint8_t *at, *end; /* what is not read yet */
  bool bad;
  tc_coding coding;
  tc_map map;
  uint8_t opcode;
  bool operand16, address32, repeat, repeat_not, segment; /* prefixes 66, 67, F3, F2, fs or gs */
  bool any_rex, wide;
  uint8_t rex_r, rex_x, rex_b; /* 8 where set */
  uint8_t third;               /* the register of VEX and EVEX that ModRM does not name */
  uint8_t vector_bytes;        /* 16, 32, 64 */
  bool broadcast;
  char form; /* what follows the opcode: x86_forms.c */
  uint8_t modrm;
  int immediate; /* bytes */
} tc_instruction;

/* Register of ModRM, extension among it; number of a group without. */
#define TC_MODRM_REGISTER(i) ((((i)->modrm >> 3) & 7) | (i)->rex_r)
#define TC_MODRM_GROUP(i)    (((i)->modrm >> 3) & 7)
#define TC_MODRM_MEMORY(i)   ((i)->modrm < 0xC0)

/* Prefixes, opcode and map. */
void tc_instruction_begin(tc_instruction *i);

uint8_t tc_instruction_byte(tc_instruction *i);
/* The next bytes as a signed number: 1, 2, 4 or 8. */
int64_t tc_instruction_number(tc_instruction *i, int bytes);

/* What follows an opcode: ' ' nothing; M ModRM; otherwise immediates: b one byte, w two, z two or four by
 * operand size, v up to eight, e three (enter), o an address, j and J jumps; B, Z: ModRM and b or z; t, T:
 * b or z only in a group's first two; x: no instruction. */
char tc_instruction_form(const tc_instruction *i);

/* How many bytes a displacement of one byte counts in EVEX. */
int tc_instruction_unit(const tc_instruction *i);

/* Registers of the program that it writes, a bit each, where it has an operand in memory. */
uint32_t tc_instruction_writes(const tc_instruction *i);

#endif
