/* An instruction of x86-64, taken apart: inside of operand*.c. */
#ifndef TC_BLAME_X86_X86_INSTRUCTION_H
#define TC_BLAME_X86_X86_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tb_x86_opcode_map {
  TB_MAP_ONE,
  TB_MAP_0F,
  TB_MAP_0F38,
  TB_MAP_0F3A,
  TB_MAP_4,
  TB_MAP_5,
  TB_MAP_6
} tb_x86_opcode_map;
typedef enum tb_x86_encoding { TB_CODING_PLAIN, TB_CODING_VEX, TB_CODING_EVEX } tb_x86_encoding;

typedef struct tb_x86_instruction {
  const uint8_t *at, *end; /* what is not read yet */
  bool bad;
  tb_x86_encoding coding;
  tb_x86_opcode_map map;
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
} tb_x86_instruction;

/* Register of ModRM, extension among it; number of a group without. */
#define TB_MODRM_REGISTER(i) ((((i)->modrm >> 3) & 7) | (i)->rex_r)
#define TB_MODRM_GROUP(i)    (((i)->modrm >> 3) & 7)
#define TB_MODRM_MEMORY(i)   ((i)->modrm < 0xC0)

/* Prefixes, opcode and map. */
void tb_x86_instruction_read_prefixes(tb_x86_instruction *i);

uint8_t tb_x86_instruction_read_byte(tb_x86_instruction *i);
/* The next bytes as a signed number: 1, 2, 4 or 8. */
int64_t tb_x86_instruction_read_number(tb_x86_instruction *i, int bytes);

/* What follows an opcode: ' ' nothing; M ModRM; otherwise immediates: b one byte, w two, z two or four by
 * operand size, v up to eight, e three (enter), o an address, j and J jumps; B, Z: ModRM and b or z; t, T:
 * b or z only in a group's first two; x: no instruction. */
char tb_x86_instruction_form(const tb_x86_instruction *i);

/* How many bytes a displacement of one byte counts in EVEX. */
int tb_x86_instruction_displacement_unit(const tb_x86_instruction *i);

/* Registers of the program that it writes, a bit each, where it has an operand in memory. */
uint32_t tb_x86_instruction_written_registers(const tb_x86_instruction *i);

#endif
