/* Prefixes and opcode of an instruction: plain, VEX or EVEX. */
#include "blame/x86/x86_instruction.h"

static bool take_prefix(tc_instruction *i, uint8_t byte) {
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

static void take_rex(tc_instruction *i, uint8_t rex) {
  i->any_rex = true;
  i->wide = (rex & 8) != 0;
  i->rex_r = (uint8_t)((rex & 4) << 1);
  i->rex_x = (uint8_t)((rex & 2) << 2);
  i->rex_b = (uint8_t)((rex & 1) << 3);
}

/* The last two bits of a prefix of VEX and EVEX stand for 66, F3 or F2. */
static void take_implied(tc_instruction *i, uint8_t bits) {
  i->operand16 = (bits & 3) == 1;
  i->repeat = (bits & 3) == 2;
  i->repeat_not = (bits & 3) == 3;
  i->third = (uint8_t)(~bits >> 3 & 15);
}

/* Registers stand inverted in them. */
static void take_inverted(tc_instruction *i, uint8_t bits) {
  take_rex(i, (uint8_t)(~bits >> 5 & 7));
  i->any_rex = true;
}

static void take_vex(tc_instruction *i, bool three) {
  const uint8_t first = tc_instruction_byte(i), last = three ? tc_instruction_byte(i) : first;
  i->coding = TC_CODING_VEX;
  take_inverted(i, three ? first : (uint8_t)(first | 0x60));
  i->wide = three && (last & 0x80) != 0;
  i->map = three ? (tc_map)(first & 31) : TC_MAP_0F;
  if (i->map < TC_MAP_0F || i->map > TC_MAP_0F3A) i->bad = true;
  i->vector_bytes = last & 4 ? 32 : 16;
  take_implied(i, last);
  i->opcode = tc_instruction_byte(i);
}

static void take_evex(tc_instruction *i) {
  const uint8_t first = tc_instruction_byte(i), second = tc_instruction_byte(i);
  const uint8_t third = tc_instruction_byte(i);
  i->coding = TC_CODING_EVEX;
  take_inverted(i, first);
  i->map = (tc_map)(first & 7);
  if (i->map == TC_MAP_ONE || i->map == TC_MAP_4 || i->map > TC_MAP_6 || (second & 4) == 0) i->bad = true;
  i->wide = (second & 0x80) != 0;
  take_implied(i, second);
  i->broadcast = (third & 0x10) != 0;
  i->vector_bytes = (uint8_t)(16 << (third >> 5 & 3));
  i->opcode = tc_instruction_byte(i);
}

/* The opcode behind 0F. */
static void take_second(tc_instruction *i) {
  i->map = TC_MAP_0F;
  i->opcode = tc_instruction_byte(i);
  if (i->opcode != 0x38 && i->opcode != 0x3A) return;
  i->map = i->opcode == 0x38 ? TC_MAP_0F38 : TC_MAP_0F3A;
  i->opcode = tc_instruction_byte(i);
}

void tc_instruction_begin(tc_instruction *i) {
  uint8_t byte = tc_instruction_byte(i);
  while (!i->bad && take_prefix(i, byte)) byte = tc_instruction_byte(i);
  if (byte >= 0x40 && byte <= 0x4F) {
    take_rex(i, byte);
    byte = tc_instruction_byte(i);
  }
  i->opcode = byte;
  if (byte == 0xC4 || byte == 0xC5)
    take_vex(i, byte == 0xC4);
  else if (byte == 0x62)
    take_evex(i);
  else if (byte == 0x0F)
    take_second(i);
}
