#include "blame/ir/ir_internal.h"

/* Recognises accesses to bit-fields. clang stores a bit-field in four steps. It loads the integer that
 * contains the field and its neighbours, and masks out the field with an `and`. It then inserts the new bits
 * with an `or` and stores the integer. */

static bool has_opcode(LLVMValueRef value, LLVMOpcode opcode) {
  return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

static bool is_constant(LLVMValueRef value) {
  return LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
}

static int find_lowest_bit(uint64_t bits) {
  int at = 0;
  while (at < 64 && !(bits >> at & 1)) at++;
  return at;
}

/* Returns the `and` instruction that preserves the neighbouring bits when a bit-field is stored, or NULL if
 * the store does not write a bit-field. */
static LLVMValueRef find_mask_operand(LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), address = LLVMGetOperand(store, 1);
  if (has_opcode(value, LLVMOr)) value = LLVMGetOperand(value, 0);
  if (!has_opcode(value, LLVMAnd) || !is_constant(LLVMGetOperand(value, 1))) return NULL;
  LLVMValueRef loaded = LLVMGetOperand(value, 0);
  return has_opcode(loaded, LLVMLoad) && LLVMGetOperand(loaded, 0) == address ? value : NULL;
}

static int find_stored_bit_field(LLVMValueRef store) {
  LLVMValueRef mask = find_mask_operand(store);
  return mask ? find_lowest_bit(~LLVMConstIntGetZExtValue(LLVMGetOperand(mask, 1))) : TB_FIELD_NONE;
}

/* Returns true if the `and` instruction `mask`, which is applied to a loaded integer, only preserves the
 * neighbouring bits of a bit-field that is then stored to the same address. */
static bool is_preserving_mask(LLVMValueRef mask, LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(mask); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (has_opcode(user, LLVMOr) && LLVMGetFirstUse(user)) user = LLVMGetUser(LLVMGetFirstUse(user));
    if (has_opcode(user, LLVMStore) && LLVMGetOperand(user, 1) == address && find_mask_operand(user) == mask)
      return true;
  }
  return false;
}

static int get_shift_amount(LLVMValueRef shift) {
  LLVMValueRef by = LLVMGetOperand(shift, 1);
  return is_constant(by) ? (int)LLVMConstIntGetZExtValue(by) : 0;
}

/* Returns the first bit of the bit-field that a load reads, found from the expression applied to the loaded
 * integer x. Examples are x >> 3 & 31 and x & 31 for unsigned fields, and x << 4 >> 9 for signed ones. The
 * field with the highest bits is read by a single shift, x >> 9. */
static int find_loaded_bit_field(LLVMValueRef load) {
  LLVMUseRef use = LLVMGetFirstUse(load);
  if (!use || LLVMGetNextUse(use)) return TB_FIELD_NONE;
  LLVMValueRef user = LLVMGetUser(use), address = LLVMGetOperand(load, 0);
  if (has_opcode(user, LLVMAnd) && is_preserving_mask(user, address)) return TB_FIELD_PRESERVED;
  if (has_opcode(user, LLVMLShr) || has_opcode(user, LLVMAShr)) return get_shift_amount(user);
  if (has_opcode(user, LLVMAnd)) return 0;
  if (!has_opcode(user, LLVMShl) || !LLVMGetFirstUse(user)) return TB_FIELD_NONE;
  LLVMValueRef right_shift = LLVMGetUser(LLVMGetFirstUse(user));
  return has_opcode(right_shift, LLVMAShr) ? get_shift_amount(right_shift) - get_shift_amount(user)
                                           : TB_FIELD_NONE;
}

int tb_ir_find_bit_field(LLVMValueRef instruction) {
  return has_opcode(instruction, LLVMStore) ? find_stored_bit_field(instruction)
                                            : find_loaded_bit_field(instruction);
}
