/* Reads the prefixes, the opcode map and the opcode of an x86-64 instruction in legacy, VEX or EVEX
 * encoding. */
#include "blame/x86/x86_instruction.h"

static bool read_prefix(tb_x86_instruction *i, uint8_t byte) {
  switch (byte) {
  case 0x66: i->operand16 = true; return true;
  case 0x67: i->address32 = true; return true;
  case 0xF2: i->repeat_not = true; return true;
  case 0xF3: i->repeat = true; return true;
  case 0x64:
  case 0x65: i->segment = true; return true;
  case 0x26:
  case 0x2E:
  case 0x36:
  case 0x3E:
  case 0xF0: return true;
  default: return false;
  }
}

static void apply_rex(tb_x86_instruction *i, uint8_t rex) {
  i->has_rex = true;
  i->is_wide = (rex & 8) != 0;
  i->rex_r = (uint8_t)((rex & 4) << 1);
  i->rex_x = (uint8_t)((rex & 2) << 2);
  i->rex_b = (uint8_t)((rex & 1) << 3);
}

/* Decodes the last bits of a VEX or EVEX prefix: two bits encode the mandatory prefix (66, F3 or F2), and
 * four bits an additional register. */
static void apply_prefix_bits(tb_x86_instruction *i, uint8_t bits) {
  i->operand16 = (bits & 3) == 1;
  i->repeat = (bits & 3) == 2;
  i->repeat_not = (bits & 3) == 3;
  i->vector_register = (uint8_t)(~bits >> 3 & 15);
}

/* Sets the extension bits of register numbers, which VEX and EVEX store inverted. */
static void apply_inverted_rex(tb_x86_instruction *i, uint8_t bits) {
  apply_rex(i, (uint8_t)(~bits >> 5 & 7));
  i->has_rex = true;
}

static void read_vex(tb_x86_instruction *i, bool three) {
  const uint8_t first = tb_x86_instruction_read_byte(i),
                last = three ? tb_x86_instruction_read_byte(i) : first;
  i->encoding = TB_CODING_VEX;
  apply_inverted_rex(i, three ? first : (uint8_t)(first | 0x60));
  i->is_wide = three && (last & 0x80) != 0;
  i->map = three ? (tb_x86_opcode_map)(first & 31) : TB_MAP_0F;
  if (i->map < TB_MAP_0F || i->map > TB_MAP_0F3A) i->is_invalid = true;
  i->vector_bytes = last & 4 ? 32 : 16;
  apply_prefix_bits(i, last);
  i->opcode = tb_x86_instruction_read_byte(i);
}

static void read_evex(tb_x86_instruction *i) {
  const uint8_t first = tb_x86_instruction_read_byte(i), second = tb_x86_instruction_read_byte(i);
  const uint8_t third = tb_x86_instruction_read_byte(i);
  i->encoding = TB_CODING_EVEX;
  apply_inverted_rex(i, first);
  i->map = (tb_x86_opcode_map)(first & 7);
  if (i->map == TB_MAP_ONE || i->map == TB_MAP_4 || i->map > TB_MAP_6 || (second & 4) == 0)
    i->is_invalid = true;
  i->is_wide = (second & 0x80) != 0;
  apply_prefix_bits(i, second);
  i->is_broadcast = (third & 0x10) != 0;
  i->vector_bytes = (uint8_t)(16 << (third >> 5 & 3));
  i->opcode = tb_x86_instruction_read_byte(i);
}

static void read_second_opcode(tb_x86_instruction *i) {
  i->map = TB_MAP_0F;
  i->opcode = tb_x86_instruction_read_byte(i);
  if (i->opcode != 0x38 && i->opcode != 0x3A) return;
  i->map = i->opcode == 0x38 ? TB_MAP_0F38 : TB_MAP_0F3A;
  i->opcode = tb_x86_instruction_read_byte(i);
}

void tb_x86_instruction_read_prefixes(tb_x86_instruction *i) {
  uint8_t byte = tb_x86_instruction_read_byte(i);
  while (!i->is_invalid && read_prefix(i, byte)) byte = tb_x86_instruction_read_byte(i);
  if (byte >= 0x40 && byte <= 0x4F) {
    apply_rex(i, byte);
    byte = tb_x86_instruction_read_byte(i);
  }
  i->opcode = byte;
  if (byte == 0xC4 || byte == 0xC5)
    read_vex(i, byte == 0xC4);
  else if (byte == 0x62)
    read_evex(i);
  else if (byte == 0x0F)
    read_second_opcode(i);
}
