/* Internal to x86_*.c: a decoded instruction of x86-64 and the steps of its decoding. tb_x86_operand_decode
 * (x86_operand.c) reads the prefixes and the opcode, then looks up the form of the following bytes, and reads
 * ModRM, displacement and immediates. Source: Intel's manual, volume 2. */
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
  const uint8_t *at, *end; /* next byte to decode; end of the code */
  bool bad;
  tb_x86_encoding coding;
  tb_x86_opcode_map map;
  uint8_t opcode;
  bool operand16, address32, repeat, repeat_not, segment; /* prefixes 66, 67, F3, F2, and fs or gs */
  bool any_rex, wide;
  uint8_t rex_r, rex_x, rex_b; /* 8 if the bit is set, otherwise 0 */
  uint8_t third;               /* third register of VEX and EVEX, which is not in ModRM */
  uint8_t vector_bytes;        /* size of the vector in bytes: 16, 32 or 64 */
  bool broadcast;
  char form; /* letter of tb_x86_instruction_form */
  uint8_t modrm;
} tb_x86_instruction;

/* Fields of the ModRM byte. TB_MODRM_REGISTER is the register number with the extension by the prefix.
 * TB_MODRM_GROUP selects the operation of an opcode that encodes several. TB_MODRM_MEMORY is true if the
 * operand is in memory. */
#define TB_MODRM_REGISTER(i) ((((i)->modrm >> 3) & 7) | (i)->rex_r)
#define TB_MODRM_GROUP(i)    (((i)->modrm >> 3) & 7)
#define TB_MODRM_MEMORY(i)   ((i)->modrm < 0xC0)

/* Reads prefixes, opcode map and opcode. */
void tb_x86_instruction_read_prefixes(tb_x86_instruction *i);

uint8_t tb_x86_instruction_read_byte(tb_x86_instruction *i);
/* Reads a little-endian signed number of 1, 2, 4 or 8 bytes. */
int64_t tb_x86_instruction_read_number(tb_x86_instruction *i, int bytes);

/* Returns a letter for the bytes that follow the opcode. ' ': none. M: ModRM. Immediates: b one byte, w two
 * bytes, z two or four (operand size), v up to eight, e three (enter), o an address, j and J jump offsets of
 * one and four bytes. B and Z: ModRM with b or z. t and T: ModRM, with b or z for the first two opcodes of
 * the group only. x: invalid. */
char tb_x86_instruction_form(const tb_x86_instruction *i);

/* Returns the number of bytes for which one unit of a one-byte displacement stands; 1 except in EVEX. */
int tb_x86_instruction_displacement_unit(const tb_x86_instruction *i);

/* Returns the general registers that an instruction with a memory operand writes, one bit each. */
uint32_t tb_x86_instruction_written_registers(const tb_x86_instruction *i);

#endif
