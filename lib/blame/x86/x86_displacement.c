/* Finds the factor by which the one-byte displacement of an EVEX instruction is multiplied. The factor is
 * usually the size of the memory operand in bytes. x86_operand.c calls it when it reads a memory operand. The
 * factor depends on the opcode map, the opcode and the mandatory prefix. Source: Intel's manual, volume 2,
 * "compressed displacement". */
#include "blame/x86/x86_instruction.h"

static int get_element_bytes(const tb_x86_instruction *i) { return i->is_wide ? 8 : 4; }

/* Returns the factor for opcodes of map 0F. Several instructions may have the same opcode and differ only in
 * the mandatory prefix. Conversions between element sizes read half a vector. */
static int get_unit_0f(const tb_x86_instruction *i) {
  const uint8_t c = i->opcode;
  const int full = i->vector_bytes;
  const bool scalar = i->repeat || i->repeat_not;
  if (c == 0x12 && i->repeat_not) return full == 16 ? 8 : full;
  if ((c == 0x12 || c == 0x16) && i->repeat) return full;
  if (c == 0x12 || c == 0x13 || c == 0x16 || c == 0x17) return 8;
  if (c == 0x6E || (c == 0x7E && !i->repeat)) return get_element_bytes(i);
  if (c == 0x7E || c == 0xD6) return 8;
  if (c == 0xC4) return 2;
  if ((c >= 0xD1 && c <= 0xD3) || c == 0xE1 || c == 0xE2 || (c >= 0xF1 && c <= 0xF3)) return 16;
  if (c == 0x2E || c == 0x2F || c == 0x2A) return get_element_bytes(i);
  if (c == 0x5A && !i->operand16 && !scalar) return full / 2;
  if (c == 0xE6 && i->repeat && !i->is_wide) return full / 2;
  if (c >= 0x78 && c <= 0x7B && i->operand16 && !i->is_wide) return full / 2;
  if (c == 0x7A && i->repeat && !i->is_wide) return full / 2;
  if (c == 0x2C || c == 0x2D || (scalar && (c == 0x78 || c == 0x79))) return i->repeat_not ? 8 : 4;
  if (scalar && (c == 0x7B || c == 0x10 || c == 0x11 || (c >= 0x51 && c <= 0x5F) || c == 0xC2))
    return get_element_bytes(i);
  return full;
}

/* Returns the ratio of the vector size to the size of the memory operand, for the conversions pmovsx, pmovzx
 * and pmov. */
static int get_narrowing_factor(uint8_t opcode) {
  static const char part[6] = {2, 4, 8, 2, 4, 2};
  return (opcode & 15) < 6 ? part[opcode & 15] : 1;
}

static bool is_scalar_0f38(uint8_t c) {
  const bool fused = c >= 0x99 && c <= 0xBF && c % 2 == 1 && (c & 15) >= 9;
  return c == 0x2D || c == 0x43 || c == 0x4D || c == 0x4F || c == 0xCB || c == 0xCD || fused;
}

/* Unit of each opcode of a map in bytes. 0 means the size of the vector, and HALF means half of it. ELEMENT
 * means the size of an element of 4 or 8 bytes, and WORD that of an element of 1 or 2 bytes. */
enum { ELEMENT = 100, HALF, WORD };

static const uint8_t units_0f38[256] =
    {[0x13] = HALF, [0x18] = 4,  [0x19] = 8,    [0x1A] = 16,   [0x1B] = 32, [0x58] = 4, [0x59] = 8,
     [0x5A] = 16,   [0x5B] = 32, [0x62] = WORD, [0x63] = WORD, [0x78] = 1,  [0x79] = 2};

static const uint8_t units_0f3a[256] =
    {[0x0A] = 4,  [0x0B] = ELEMENT, [0x14] = 1,       [0x15] = 2,       [0x16] = ELEMENT, [0x17] = 4,
     [0x18] = 16, [0x19] = 16,      [0x1A] = 32,      [0x1B] = 32,      [0x1D] = HALF,    [0x20] = 1,
     [0x21] = 4,  [0x22] = ELEMENT, [0x27] = ELEMENT, [0x38] = 16,      [0x39] = 16,      [0x3A] = 32,
     [0x3B] = 32, [0x51] = ELEMENT, [0x55] = ELEMENT, [0x57] = ELEMENT, [0x67] = ELEMENT};

static int look_up_unit(const uint8_t *units, const tb_x86_instruction *i) {
  switch (units[i->opcode]) {
  case 0: return i->vector_bytes;
  case ELEMENT: return get_element_bytes(i);
  case HALF: return i->vector_bytes / 2;
  case WORD: return i->is_wide ? 2 : 1;
  default: return units[i->opcode];
  }
}

static int get_unit_0f38(const tb_x86_instruction *i) {
  const uint8_t c = i->opcode;
  if (is_scalar_0f38(c) || (c >= 0x88 && c <= 0x8B) || (c >= 0x90 && c <= 0x93) || (c >= 0xA0 && c <= 0xA3))
    return get_element_bytes(i);
  if ((c >= 0x10 && c <= 0x15 && i->repeat) || (c >= 0x20 && c <= 0x25) || (c >= 0x30 && c <= 0x35))
    return i->vector_bytes / get_narrowing_factor(c);
  return look_up_unit(units_0f38, i);
}

int tb_x86_instruction_displacement_unit(const tb_x86_instruction *i) {
  if (i->encoding != TB_CODING_EVEX) return 1;
  if (i->map >= TB_MAP_5) return i->is_broadcast || i->repeat ? 2 : i->vector_bytes;
  if (i->is_broadcast) return get_element_bytes(i);
  if (i->map == TB_MAP_0F) return get_unit_0f(i);
  return i->map == TB_MAP_0F38 ? get_unit_0f38(i) : look_up_unit(units_0f3a, i);
}
