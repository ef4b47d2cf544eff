#include "blame/x86/x86_operand.h"

#include "blame/x86/x86_instruction.h"

enum { BP = 5, SP = 4, SI = 6, DI = 7 };

uint8_t tc_instruction_byte(tc_instruction *i) {
  if (i->at < i->end) return *i->at++;
  i->bad = true;
  return 0;
}

int64_t tc_instruction_number(tc_instruction *i, int bytes) {
  uint64_t bits = 0;
  for (int k = 0; k < bytes; k++) bits |= (uint64_t)tc_instruction_byte(i) << (8 * k);
  const int unused = 64 - 8 * bytes;
  return bytes == 0 ? 0 : (int64_t)(bits << unused) >> unused;
}

/* Base, index and displacement: the byte SIB and what follows it. */
static void read_scaled(tc_instruction *i, tc_operand *o) {
  const uint8_t sib = tc_instruction_byte(i);
  o->base = (sib & 7) | i->rex_b;
  o->index = ((sib >> 3) & 7) | i->rex_x;
  o->scale = 1 << (sib >> 6);
  if (o->index == SP) o->index = TC_OPERAND_NONE;
  if ((sib & 7) == BP && i->modrm < 0x40) {
    o->base = TC_OPERAND_NONE;
    o->displacement = tc_instruction_number(i, 4);
  }
}

static void read_memory(tc_instruction *i, tc_operand *o) {
  const int mode = i->modrm >> 6, low = i->modrm & 7;
  o->memory = true;
  o->base = low | i->rex_b;
  if (low == SP) {
    read_scaled(i, o);
  } else if (low == BP && mode == 0) {
    o->base = TC_OPERAND_IP;
    o->displacement = tc_instruction_number(i, 4);
  }
  if (mode == 1) o->displacement = tc_instruction_number(i, 1) * tc_instruction_unit(i);
  if (mode == 2) o->displacement = tc_instruction_number(i, 4);
}

/* Bytes of what stands at the end of the instruction. */
static int immediate(const tc_instruction *i) {
  const int by_size = i->operand16 && !i->wide ? 2 : 4;
  switch (i->form) {
  case 'b':
  case 'B':
  case 'j': return 1;
  case 't': return TC_MODRM_GROUP(i) < 2 ? 1 : 0;
  case 'w': return 2;
  case 'e': return 3;
  case 'J': return 4;
  case 'z':
  case 'Z': return by_size;
  case 'T': return TC_MODRM_GROUP(i) < 2 ? by_size : 0;
  case 'v': return i->opcode < 0xB8 ? 1 : i->wide ? 8 : by_size;
  case 'o': return i->address32 ? 4 : 8;
  default: return 0;
  }
}

static bool has_modrm(char form) {
  return form == 'M' || form == 'B' || form == 'Z' || form == 't' || form == 'T';
}

/* lea computes an address, and long nops have one, but nothing is there. */
static bool touches_nothing(const tc_instruction *i) {
  if (i->coding != TC_CODING_PLAIN) return false;
  return i->map == TC_MAP_ONE ? i->opcode == 0x8D
                              : i->map == TC_MAP_0F && i->opcode >= 0x19 && i->opcode <= 0x1F;
}

/* String instructions: the memory that they write, else read; the registers have moved on. */
static void read_string(const tc_instruction *i, tc_operand *o) {
  const bool writes = i->opcode != 0xAC && i->opcode != 0xAD && i->opcode != 0xA6 && i->opcode != 0xA7;
  o->memory = true;
  o->base = writes ? DI : SI;
  o->displacement = i->opcode % 2 == 0 ? -1 : i->wide ? -8 : i->operand16 ? -2 : -4;
}

static bool is_string(uint8_t opcode) {
  return (opcode >= 0xA4 && opcode <= 0xA7) || (opcode >= 0xAA && opcode <= 0xAF);
}

static bool moves_stack(const tc_instruction *i) {
  const uint8_t c = i->opcode;
  return (c >= 0x50 && c <= 0x5F) || c == 0x68 || c == 0x6A || c == 0x8F || (c >= 0x9C && c <= 0x9D) ||
         c == 0xC2 || c == 0xC3 || c == 0xC8 || c == 0xC9 || c == 0xE8 ||
         (c == 0xFF && (TC_MODRM_GROUP(i) == 2 || TC_MODRM_GROUP(i) == 6));
}

static tc_flow flow_of(const tc_instruction *i) {
  const uint8_t c = i->opcode;
  if (i->map == TC_MAP_0F) return i->form == 'J' ? TC_FLOW_BRANCH : TC_FLOW_NEXT;
  if (c == 0xC2 || c == 0xC3 || c == 0xCA || c == 0xCB || c == 0xCF) return TC_FLOW_RETURN;
  if (c == 0xE8 || (c == 0xFF && (TC_MODRM_GROUP(i) == 2 || TC_MODRM_GROUP(i) == 3))) return TC_FLOW_CALL;
  if (c == 0xE9 || c == 0xEB || (c == 0xFF && (TC_MODRM_GROUP(i) == 4 || TC_MODRM_GROUP(i) == 5)))
    return TC_FLOW_JUMP;
  return i->form == 'j' ? TC_FLOW_BRANCH : TC_FLOW_NEXT;
}

static bool compares(const tc_instruction *i) {
  const uint8_t c = i->opcode;
  if (i->map != TC_MAP_ONE) return false;
  if (c == 0x80 || c == 0x81 || c == 0x83) return TC_MODRM_GROUP(i) == 7;
  if (c == 0xF6 || c == 0xF7) return TC_MODRM_GROUP(i) < 2;
  return (c >= 0x38 && c <= 0x3D) || c == 0x84 || c == 0x85;
}

static void read_plain(const tc_instruction *i, tc_operand *o) {
  if (i->map != TC_MAP_ONE && i->map != TC_MAP_0F) return;
  o->flow = flow_of(i);
  o->compares = compares(i);
  if (i->map != TC_MAP_ONE) return;
  o->stack = moves_stack(i);
  if (is_string(i->opcode)) read_string(i, o);
}

/* The last bytes: a target, an address, or a number that nobody needs. */
static void read_immediate(tc_instruction *i, tc_operand *o) {
  const int bytes = immediate(i);
  const int64_t value = tc_instruction_number(i, bytes > 8 ? 8 : bytes);
  o->direct = i->form == 'j' || i->form == 'J';
  if (o->direct) o->target = value;
  if (i->form == 'o') {
    o->memory = true;
    o->displacement = value;
  }
}

/* Gathers, scatters and their prefetches take many addresses: their index is a vector. */
static bool index_is_vector(const tc_instruction *i) {
  const uint8_t c = i->opcode;
  return i->coding != TC_CODING_PLAIN && i->map == TC_MAP_0F38 &&
         ((c >= 0x90 && c <= 0x93) || (c >= 0xA0 && c <= 0xA3) || c == 0xC6 || c == 0xC7);
}

static bool overwrites(const tc_instruction *i, const tc_operand *o) {
  const uint32_t written = tc_instruction_writes(i);
  const bool base = o->base >= 0 && o->base < TC_OPERAND_IP && (written >> o->base & 1) != 0;
  return base || (o->index >= 0 && o->index < TC_OPERAND_IP && (written >> o->index & 1) != 0);
}

tc_operand tc_operand_decode(const uint8_t *code, size_t bytes) {
  const size_t most = 15;
  tc_operand o = {.base = TC_OPERAND_NONE, .index = TC_OPERAND_NONE, .scale = 1};
  tc_instruction i = {.at = code, .end = code + (bytes < most ? bytes : most)};
  tc_instruction_begin(&i);
  i.form = tc_instruction_form(&i);
  if (i.form == 'x') i.bad = true;
  if (has_modrm(i.form)) {
    i.modrm = tc_instruction_byte(&i);
    if (TC_MODRM_MEMORY(&i)) read_memory(&i, &o);
  }
  if (i.coding == TC_CODING_PLAIN) read_plain(&i, &o);
  read_immediate(&i, &o);
  if (i.bad) return (tc_operand){.base = TC_OPERAND_NONE, .index = TC_OPERAND_NONE, .scale = 1};
  if (touches_nothing(&i)) o.memory = false;
  if (index_is_vector(&i)) o.index = TC_OPERAND_NONE;
  o.thread = i.segment;
  o.overwritten = o.memory && overwrites(&i, &o);
  o.length = (int)(i.at - code);
  return o;
}

uint64_t tc_operand_address(const tc_operand *operand, const uint64_t registers[16], uint64_t next) {
  uint64_t address = (uint64_t)operand->displacement;
  if (operand->base == TC_OPERAND_IP)
    address += next;
  else if (operand->base >= 0)
    address += registers[operand->base];
  if (operand->index >= 0) address += registers[operand->index] * (uint64_t)operand->scale;
  return address;
}
