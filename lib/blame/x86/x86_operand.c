/* Decodes an x86-64 instruction as far as is needed to find its memory operand, its length and its control
 * flow (see x86_operand.h). The decoder never reads more than 15 bytes, or beyond the end of the code. If an
 * instruction is longer, the result has length 0. Source: Intel's manual, volume 2.
 */
#include "blame/x86/x86_operand.h"

#include "blame/x86/x86_instruction.h"

enum { BP = 5, SP = 4, SI = 6, DI = 7 };

uint8_t tb_x86_instruction_read_byte(tb_x86_instruction *i) {
  if (i->next < i->end) return *i->next++;
  i->is_invalid = true;
  return 0;
}

/* Reads a signed little-endian number of 0, 1, 2, 3, 4 or 8 bytes. */
static int64_t read_number(tb_x86_instruction *i, int bytes) {
  uint64_t bits = 0;
  for (int k = 0; k < bytes; k++) bits |= (uint64_t)tb_x86_instruction_read_byte(i) << (8 * k);
  const int unused = 64 - 8 * bytes;
  return bytes == 0 ? 0 : (int64_t)(bits << unused) >> unused;
}

/* Reads the SIB byte, which contains the base register, the index register and the scale. Also reads the
 * displacement if there is no base register. */
static void read_sib(tb_x86_instruction *i, tb_x86_operand *o) {
  const uint8_t sib = tb_x86_instruction_read_byte(i);
  o->base = (sib & 7) | i->rex_b;
  o->index = ((sib >> 3) & 7) | i->rex_x;
  o->scale = 1 << (sib >> 6);
  if (o->index == SP) o->index = TB_OPERAND_NONE;
  if ((sib & 7) == BP && i->modrm < 0x40) {
    o->base = TB_OPERAND_NONE;
    o->displacement = read_number(i, 4);
  }
}

static void read_memory(tb_x86_instruction *i, tb_x86_operand *o) {
  const int mode = i->modrm >> 6, low = i->modrm & 7;
  o->accesses_memory = true;
  o->base = low | i->rex_b;
  if (low == SP) {
    read_sib(i, o);
  } else if (low == BP && mode == 0) {
    o->base = TB_OPERAND_IP;
    o->displacement = read_number(i, 4);
  }
  if (mode == 1) o->displacement = read_number(i, 1) * tb_x86_instruction_displacement_unit(i);
  if (mode == 2) o->displacement = read_number(i, 4);
}

static int get_immediate_bytes(const tb_x86_instruction *i) {
  const int by_size = i->operand16 && !i->is_wide ? 2 : 4;
  switch (i->form) {
  case 'b':
  case 'B':
  case 'j': return 1;
  case 't': return TB_MODRM_GROUP(i) < 2 ? 1 : 0;
  case 'w': return 2;
  case 'e': return 3;
  case 'J': return 4;
  case 'z':
  case 'Z': return by_size;
  case 'T': return TB_MODRM_GROUP(i) < 2 ? by_size : 0;
  case 'v': return i->opcode < 0xB8 ? 1 : i->is_wide ? 8 : by_size;
  case 'o': return i->address32 ? 4 : 8;
  default: return 0;
  }
}

static bool has_modrm(char form) {
  return form == 'M' || form == 'B' || form == 'Z' || form == 't' || form == 'T';
}

/* True for instructions that have a memory operand but do not access the memory: lea computes an address, and
 * long nops contain an unused operand. */
static bool accesses_no_memory(const tb_x86_instruction *i) {
  if (i->encoding != TB_CODING_PLAIN) return false;
  return i->map == TB_MAP_ONE ? i->opcode == 0x8D
                              : i->map == TB_MAP_0F && i->opcode >= 0x19 && i->opcode <= 0x1F;
}

/* Sets the operand of a string instruction to the memory that it writes or, if it writes none, reads. The
 * displacement is minus one element, because the instruction has already advanced the registers. */
static void read_string(const tb_x86_instruction *i, tb_x86_operand *o) {
  const bool writes = i->opcode != 0xAC && i->opcode != 0xAD && i->opcode != 0xA6 && i->opcode != 0xA7;
  o->accesses_memory = true;
  o->base = writes ? DI : SI;
  o->displacement = i->opcode % 2 == 0 ? -1 : i->is_wide ? -8 : i->operand16 ? -2 : -4;
}

static bool is_string_instruction(uint8_t opcode) {
  return (opcode >= 0xA4 && opcode <= 0xA7) || (opcode >= 0xAA && opcode <= 0xAF);
}

static bool accesses_stack(const tb_x86_instruction *i) {
  const uint8_t c = i->opcode;
  return (c >= 0x50 && c <= 0x5F) || c == 0x68 || c == 0x6A || c == 0x8F || (c >= 0x9C && c <= 0x9D) ||
         c == 0xC2 || c == 0xC3 || c == 0xC8 || c == 0xC9 || c == 0xE8 ||
         (c == 0xFF && (TB_MODRM_GROUP(i) == 2 || TB_MODRM_GROUP(i) == 6));
}

static tb_x86_flow find_flow(const tb_x86_instruction *i) {
  const uint8_t c = i->opcode;
  if (i->map == TB_MAP_0F) return i->form == 'J' ? TB_FLOW_BRANCH : TB_FLOW_NEXT;
  if (c == 0xC2 || c == 0xC3 || c == 0xCA || c == 0xCB || c == 0xCF) return TB_FLOW_RETURN;
  if (c == 0xE8 || (c == 0xFF && (TB_MODRM_GROUP(i) == 2 || TB_MODRM_GROUP(i) == 3))) return TB_FLOW_CALL;
  if (c == 0xE9 || c == 0xEB || (c == 0xFF && (TB_MODRM_GROUP(i) == 4 || TB_MODRM_GROUP(i) == 5)))
    return TB_FLOW_JUMP;
  return i->form == 'j' ? TB_FLOW_BRANCH : TB_FLOW_NEXT;
}

static bool is_comparison_opcode(const tb_x86_instruction *i) {
  const uint8_t c = i->opcode;
  if (i->map != TB_MAP_ONE) return false;
  if (c == 0x80 || c == 0x81 || c == 0x83) return TB_MODRM_GROUP(i) == 7;
  if (c == 0xF6 || c == 0xF7) return TB_MODRM_GROUP(i) < 2;
  return (c >= 0x38 && c <= 0x3D) || c == 0x84 || c == 0x85;
}

static void read_legacy(const tb_x86_instruction *i, tb_x86_operand *o) {
  if (i->map != TB_MAP_ONE && i->map != TB_MAP_0F) return;
  o->flow = find_flow(i);
  o->is_comparison = is_comparison_opcode(i);
  if (i->map != TB_MAP_ONE) return;
  o->accesses_stack = accesses_stack(i);
  if (is_string_instruction(i->opcode)) read_string(i, o);
}

/* Reads the immediate value. It is a jump offset, an address, or a number that the caller does not need. */
static void read_immediate(tb_x86_instruction *i, tb_x86_operand *o) {
  const int bytes = get_immediate_bytes(i);
  const int64_t value = read_number(i, bytes > 8 ? 8 : bytes);
  o->is_direct = i->form == 'j' || i->form == 'J';
  if (o->is_direct) o->target = value;
  if (i->form == 'o') {
    o->accesses_memory = true;
    o->displacement = value;
  }
}

/* True for gathers, scatters and their prefetches. Such instructions have a vector of indices and therefore
 * access several addresses. */
static bool has_vector_index(const tb_x86_instruction *i) {
  const uint8_t c = i->opcode;
  return i->encoding != TB_CODING_PLAIN && i->map == TB_MAP_0F38 &&
         ((c >= 0x90 && c <= 0x93) || (c >= 0xA0 && c <= 0xA3) || c == 0xC6 || c == 0xC7);
}

static bool overwrites_address(const tb_x86_instruction *i, const tb_x86_operand *o) {
  const uint32_t written = tb_x86_instruction_written_registers(i);
  const bool base = o->base >= 0 && o->base < TB_OPERAND_IP && (written >> o->base & 1) != 0;
  return base || (o->index >= 0 && o->index < TB_OPERAND_IP && (written >> o->index & 1) != 0);
}

tb_x86_operand tb_x86_operand_decode(const uint8_t *code, size_t bytes) {
  const size_t bytes_max = 15;
  tb_x86_operand o = {.base = TB_OPERAND_NONE, .index = TB_OPERAND_NONE, .scale = 1};
  tb_x86_instruction i = {.next = code, .end = code + (bytes < bytes_max ? bytes : bytes_max)};
  tb_x86_instruction_read_prefixes(&i);
  i.form = tb_x86_instruction_form(&i);
  if (i.form == 'x') i.is_invalid = true;
  if (has_modrm(i.form)) {
    i.modrm = tb_x86_instruction_read_byte(&i);
    if (TB_MODRM_MEMORY(&i)) read_memory(&i, &o);
  }
  if (i.encoding == TB_CODING_PLAIN) read_legacy(&i, &o);
  read_immediate(&i, &o);
  if (i.is_invalid) return (tb_x86_operand){.base = TB_OPERAND_NONE, .index = TB_OPERAND_NONE, .scale = 1};
  if (accesses_no_memory(&i)) o.accesses_memory = false;
  if (has_vector_index(&i)) o.index = TB_OPERAND_NONE;
  o.is_segment_relative = i.segment;
  o.overwrites_address = o.accesses_memory && overwrites_address(&i, &o);
  o.length = (int)(i.next - code);
  return o;
}

uint64_t tb_x86_operand_address(const tb_x86_operand *operand, const uint64_t registers[16], uint64_t next) {
  uint64_t address = (uint64_t)operand->displacement;
  if (operand->base == TB_OPERAND_IP)
    address += next;
  else if (operand->base >= 0)
    address += registers[operand->base];
  if (operand->index >= 0) address += registers[operand->index] * (uint64_t)operand->scale;
  return address;
}
