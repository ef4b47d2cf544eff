/* Finds the general-purpose registers that an instruction with a memory operand writes. x86_operand.c uses
 * this to detect that an instruction has overwritten a register of its own address. */
#include "blame/x86/x86_instruction.h"

enum { AX = 1 << 0, DX = 1 << 2 };

static uint32_t make_register_bit(int number) { return UINT32_C(1) << (number & 15); }

/* Returns the bit of the register to which an 8-bit register operand belongs. Without a REX prefix, the
 * numbers 4 to 7 denote the second bytes of registers 0 to 3. */
static uint32_t find_byte_register(const tb_x86_instruction *i) {
  return make_register_bit(i->has_rex ? TB_MODRM_REGISTER(i) : TB_MODRM_REGISTER(i) & 3);
}

static uint32_t find_written_one_byte(const tb_x86_instruction *i) {
  const uint8_t c = i->opcode;
  if (c < 0x38 && (c & 7) == 2) return find_byte_register(i);
  if (c < 0x38 && (c & 7) == 3) return make_register_bit(TB_MODRM_REGISTER(i));
  switch (c) {
  case 0x86:
  case 0x8A: return find_byte_register(i);
  case 0x63:
  case 0x69:
  case 0x6B:
  case 0x87:
  case 0x8B: return make_register_bit(TB_MODRM_REGISTER(i));
  case 0xF6: return TB_MODRM_GROUP(i) >= 4 ? AX : 0;
  case 0xF7: return TB_MODRM_GROUP(i) >= 4 ? AX | DX : 0;
  case 0xA0:
  case 0xA1: return AX;
  default: return 0;
  }
}

static uint32_t find_written_0f(const tb_x86_instruction *i) {
  const uint8_t c = i->opcode;
  const bool loads = (c >= 0x40 && c <= 0x4F) || c == 0x02 || c == 0x03 || c == 0xAF || c == 0xB2 ||
                     c == 0xB4 || c == 0xB5 || c == 0xB6 || c == 0xB7 || c == 0xB8 ||
                     (c >= 0xBC && c <= 0xBF) || c == 0xC1;
  if (loads) return make_register_bit(TB_MODRM_REGISTER(i));
  if (c == 0xC0) return find_byte_register(i);
  if ((c == 0x2C || c == 0x2D) && (i->repeat || i->repeat_not))
    return make_register_bit(TB_MODRM_REGISTER(i));
  if (c == 0xB0 || c == 0xB1) return AX;
  return c == 0xC7 && TB_MODRM_GROUP(i) == 1 ? AX | DX : 0;
}

static uint32_t find_written_vector(const tb_x86_instruction *i) {
  const uint8_t c = i->opcode;
  if (i->map == TB_MAP_0F && (c == 0x2C || c == 0x2D || c == 0x78 || c == 0x79) &&
      (i->repeat || i->repeat_not))
    return make_register_bit(TB_MODRM_REGISTER(i));
  if (i->encoding == TB_CODING_EVEX) return 0;
  if (i->map == TB_MAP_0F3A && c == 0xF0) return make_register_bit(TB_MODRM_REGISTER(i));
  if (i->map != TB_MAP_0F38) return 0;
  if (c == 0xF3) return make_register_bit(i->vector_register);
  if (c == 0xF6) return make_register_bit(i->vector_register) | make_register_bit(TB_MODRM_REGISTER(i));
  return c == 0xF2 || c == 0xF5 || c == 0xF7 ? make_register_bit(TB_MODRM_REGISTER(i)) : 0;
}

static uint32_t find_written_0f38(const tb_x86_instruction *i) {
  const uint8_t c = i->opcode;
  const bool loads = c == 0xF0 || (c == 0xF1 && i->repeat_not) || c == 0xF6;
  return loads ? make_register_bit(TB_MODRM_REGISTER(i)) : 0;
}

uint32_t tb_x86_instruction_written_registers(const tb_x86_instruction *i) {
  if (i->encoding != TB_CODING_PLAIN) return find_written_vector(i);
  switch (i->map) {
  case TB_MAP_ONE: return find_written_one_byte(i);
  case TB_MAP_0F: return find_written_0f(i);
  case TB_MAP_0F38: return find_written_0f38(i);
  default: return 0;
  }
}
