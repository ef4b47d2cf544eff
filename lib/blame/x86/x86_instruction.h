/* Internal to x86_*.c: an x86-64 instruction while it is decoded, and the steps of decoding.
 * tb_x86_operand_decode (x86_operand.c) reads the prefixes and the opcode. It then finds in a table which
 * bytes follow the opcode, and reads the ModRM byte, the displacement and the immediate value. Source:
 * Intel's manual, volume 2. */
#ifndef TC_BLAME_X86_X86_INSTRUCTION_H
#define TC_BLAME_X86_X86_INSTRUCTION_H

#include <stdbool.h>
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
  const uint8_t *next, *end; /* next byte to decode, and end of the code */
  bool is_invalid;
  tb_x86_encoding encoding;
  tb_x86_opcode_map map;
  uint8_t opcode;
  /* true if the prefix is present: 66, 67, F3, F2, and for `segment` 64 or 65 (fs or gs) */
  bool operand16, address32, repeat, repeat_not, segment;
  bool has_rex, is_wide;
  uint8_t rex_r, rex_x, rex_b; /* extension bits of register numbers: 8 if set, otherwise 0 */
  uint8_t vector_register; /* number of the additional register operand of VEX and EVEX, which ModRM does not
                              contain */
  uint8_t vector_bytes;    /* size of the vector operands in bytes: 16, 32 or 64 */
  bool is_broadcast;
  char form; /* letter that describes the bytes after the opcode (tb_x86_instruction_form) */
  uint8_t modrm;
} tb_x86_instruction;

/* Fields of the ModRM byte. TB_MODRM_REGISTER is the number of the register operand, including its extension
 * bit. TB_MODRM_GROUP selects the operation if several share one opcode. TB_MODRM_MEMORY is true if the other
 * operand is in memory. */
#define TB_MODRM_REGISTER(i) ((((i)->modrm >> 3) & 7) | (i)->rex_r)
#define TB_MODRM_GROUP(i)    (((i)->modrm >> 3) & 7)
#define TB_MODRM_MEMORY(i)   ((i)->modrm < 0xC0)

/* Reads the prefixes and the opcode, and sets the opcode map to which the opcode belongs. */
void tb_x86_instruction_read_prefixes(tb_x86_instruction *i);

uint8_t tb_x86_instruction_read_byte(tb_x86_instruction *i);

/* Returns a letter that describes the bytes after the opcode. ' ' means no bytes, and M means a ModRM byte
 * with its displacement. These letters mean an immediate value: b one byte, w two bytes, z two or four (by
 * operand size), v one to eight, e three (instruction enter). o means an address, and j and J jump offsets of
 * one and four bytes. B and Z mean ModRM followed by b or z. t and T mean ModRM, followed by b or z for the
 * first two operations of the group only. x means an invalid opcode. */
char tb_x86_instruction_form(const tb_x86_instruction *i);

/* Returns the factor by which a one-byte displacement is multiplied. It is 1 except in EVEX encoding. */
int tb_x86_instruction_displacement_unit(const tb_x86_instruction *i);

/* Returns the general-purpose registers that an instruction with a memory operand writes, as one bit per
 * register. */
uint32_t tb_x86_instruction_written_registers(const tb_x86_instruction *i);

#endif
