#include <string.h>

#include "blame/ir/ir_internal.h"

static bool starts_with(const char *name, const char *prefix) {
  return !strncmp(name, prefix, strlen(prefix));
}

/* True for intrinsic functions of LLVM that neither read nor write memory of the analysed program. `name` is
 * the part of the name after "llvm.". */
static bool is_ignored_intrinsic(const char *name) {
  static const char *const ignored[] = {"dbg.",           "lifetime.", "stacksave",  "stackrestore",
                                        "va_end",         "assume",    "donothing",  "invariant.",
                                        "trap",           "debugtrap", "sideeffect", "experimental.noalias",
                                        "var.annotation", "ubsantrap"};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    if (starts_with(name, ignored[i])) return true;
  return false;
}

static int find_intrinsic_op(const char *name) {
  if (is_ignored_intrinsic(name)) return -1;
  if (starts_with(name, "memcpy") || starts_with(name, "memmove") || starts_with(name, "va_copy"))
    return TB_IR_OP_COPY;
  if (starts_with(name, "memset")) return TB_IR_OP_SET;
  if (starts_with(name, "prefetch")) return TB_IR_OP_PREFETCH;
  return starts_with(name, "va_start") ? TB_IR_OP_VARIADIC : TB_IR_OP_COMPUTE;
}

static int find_call_op(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(callee)) return TB_IR_OP_ATOMIC;
  if (!LLVMIsAFunction(callee)) return TB_IR_OP_CALL;
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  return starts_with(name, "llvm.") ? find_intrinsic_op(name + strlen("llvm.")) : TB_IR_OP_CALL;
}

int tb_ir_find_op(LLVMValueRef instruction, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAlloca: return TB_IR_OP_ALLOCA;
  case LLVMLoad: return TB_IR_OP_LOAD;
  case LLVMStore: return TB_IR_OP_STORE;
  case LLVMGetElementPtr: return TB_IR_OP_ADDRESS;
  case LLVMPHI: return TB_IR_OP_PHI;
  case LLVMRet: return TB_IR_OP_RETURN;
  case LLVMBr: return LLVMIsConditional(instruction) ? TB_IR_OP_BRANCH : TB_IR_OP_JUMP;
  case LLVMSwitch:
  case LLVMIndirectBr: return TB_IR_OP_BRANCH;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return TB_IR_OP_ATOMIC;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr: return find_call_op(instruction);
  case LLVMFence:
  case LLVMUnreachable: return -1;
  default: return opcode >= LLVMTrunc && opcode <= LLVMBitCast ? TB_IR_OP_CAST : TB_IR_OP_COMPUTE;
  }
}
