#include <string.h>

#include "blame/ir/ir_internal.h"

static bool begins(const char *name, const char *with) { return !strncmp(name, with, strlen(with)); }

/* Of LLVM's own functions, those that touch no memory that anybody sees. */
static bool says_nothing(const char *name) {
  static const char *const silent[] = {"dbg.",           "lifetime.", "stacksave",  "stackrestore",
                                       "va_end",         "assume",    "donothing",  "invariant.",
                                       "trap",           "debugtrap", "sideeffect", "experimental.noalias",
                                       "var.annotation", "ubsantrap"};
  for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
    if (begins(name, silent[i])) return true;
  return false;
}

static int intrinsic(const char *name) {
  if (says_nothing(name)) return -1;
  if (begins(name, "memcpy") || begins(name, "memmove") || begins(name, "va_copy")) return TC_OP_COPY;
  if (begins(name, "memset")) return TC_OP_SET;
  if (begins(name, "prefetch")) return TC_OP_PREFETCH;
  return begins(name, "va_start") ? TC_OP_VARIADIC : TC_OP_COMPUTE;
}

static int op_of_call(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(callee)) return TC_OP_CHANGE;
  if (!LLVMIsAFunction(callee)) return TC_OP_CALL;
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  return begins(name, "llvm.") ? intrinsic(name + strlen("llvm.")) : TC_OP_CALL;
}

int tc_ir_operation(LLVMValueRef instruction, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAlloca: return TC_OP_ALLOCA;
  case LLVMLoad: return TC_OP_LOAD;
  case LLVMStore: return TC_OP_STORE;
  case LLVMGetElementPtr: return TC_OP_STEP;
  case LLVMPHI: return TC_OP_PHI;
  case LLVMRet: return TC_OP_RETURN;
  case LLVMBr: return LLVMIsConditional(instruction) ? TC_OP_BRANCH : TC_OP_JUMP;
  case LLVMSwitch:
  case LLVMIndirectBr: return TC_OP_BRANCH;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return TC_OP_CHANGE;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr: return op_of_call(instruction);
  case LLVMFence:
  case LLVMUnreachable: return -1;
  default: return opcode >= LLVMTrunc && opcode <= LLVMBitCast ? TC_OP_CAST : TC_OP_COMPUTE;
  }
}
