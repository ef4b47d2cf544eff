#include "blame/ir/ir_internal.h"

/* Recognises accesses to bit-fields. clang stores a bit-field in four steps: it loads the integer that
 * contains the field and its neighbours, masks out the field with an `and`, inserts the new bits with an
 * `or`, and stores the integer. */

static bool is_op(LLVMValueRef value, LLVMOpcode opcode) {
  return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

static bool is_number(LLVMValueRef value) {
  return LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
}

static int lowest_bit(uint64_t bits) {
  int at = 0;
  while (at < 64 && !(bits >> at & 1)) at++;
  return at;
}

/* Returns the `and` instruction that preserves the neighbouring bits when a bit-field is stored, or NULL if
 * the store does not write a bit-field. */
static LLVMValueRef find_mask_operand(LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), address = LLVMGetOperand(store, 1);
  if (is_op(value, LLVMOr)) value = LLVMGetOperand(value, 0);
  if (!is_op(value, LLVMAnd) || !is_number(LLVMGetOperand(value, 1))) return NULL;
  LLVMValueRef loaded = LLVMGetOperand(value, 0);
  return is_op(loaded, LLVMLoad) && LLVMGetOperand(loaded, 0) == address ? value : NULL;
}

static int field_of_store(LLVMValueRef store) {
  LLVMValueRef keep = find_mask_operand(store);
  return keep ? lowest_bit(~LLVMConstIntGetZExtValue(LLVMGetOperand(keep, 1))) : TB_FIELD_NONE;
}

/* True if `keep`, an `and` applied to a loaded integer, only preserves the neighbours of a bit-field that is
 * then stored to the same address. */
static bool is_kept(LLVMValueRef keep, LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(keep); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_op(user, LLVMOr) && LLVMGetFirstUse(user)) user = LLVMGetUser(LLVMGetFirstUse(user));
    if (is_op(user, LLVMStore) && LLVMGetOperand(user, 1) == address && find_mask_operand(user) == keep)
      return true;
  }
  return false;
}

static int shift_amount(LLVMValueRef shift) {
  LLVMValueRef by = LLVMGetOperand(shift, 1);
  return is_number(by) ? (int)LLVMConstIntGetZExtValue(by) : 0;
}

/* Returns the first bit of the bit-field that a load reads, found from the expression applied to the loaded
 * integer x. Examples are x >> 3 & 31 and x & 31 for unsigned fields, and x << 4 >> 9 for signed ones. The
 * field with the highest bits is read by a single shift, x >> 9. */
static int field_of_load(LLVMValueRef load) {
  LLVMUseRef use = LLVMGetFirstUse(load);
  if (!use || LLVMGetNextUse(use)) return TB_FIELD_NONE;
  LLVMValueRef user = LLVMGetUser(use), address = LLVMGetOperand(load, 0);
  if (is_op(user, LLVMAnd) && is_kept(user, address)) return TB_FIELD_KEPT;
  if (is_op(user, LLVMLShr) || is_op(user, LLVMAShr)) return shift_amount(user);
  if (is_op(user, LLVMAnd)) return 0;
  if (!is_op(user, LLVMShl) || !LLVMGetFirstUse(user)) return TB_FIELD_NONE;
  LLVMValueRef back = LLVMGetUser(LLVMGetFirstUse(user));
  return is_op(back, LLVMAShr) ? shift_amount(back) - shift_amount(user) : TB_FIELD_NONE;
}

int tb_ir_field(LLVMValueRef instruction) {
  return is_op(instruction, LLVMStore) ? field_of_store(instruction) : field_of_load(instruction);
}
