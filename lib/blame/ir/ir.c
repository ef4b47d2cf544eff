/* Opens a translation unit: loads the bitcode and converts its functions, global variables and types to the
 * structs of ir.h. Names, lines and types come from the debug information. Some types occur in casts or
 * signatures but not as the type of a variable. The retained types of the unit and the types of each
 * signature are therefore converted too. ir_body.c converts the function bodies later, one at a time. */
#include "blame/ir/ir.h"

#include <llvm-c/BitReader.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "blame/ir/ir_internal.h"

/* Operand numbers in LLVM 14's debug information: file and retained types of a compile unit, type of a
 * function, and list of the types in a function type. */
enum { UNIT_FILE = 0, UNIT_RETAINED = 5, SUBPROGRAM_TYPE = 4, TYPE_TYPES = 3 };

/* Handler that stores the first error message of LLVM. Without a handler LLVM would end the process. */
static void record_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
  tb_ir *ir = data;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || ir->llvm_message) return;
  char *message = LLVMGetDiagInfoDescription(info);
  ir->llvm_message = strdup(message);
  LLVMDisposeMessage(message);
}

static tc_status load_bitcode(tb_ir *ir, const char *bitcode) {
  LLVMMemoryBufferRef buffer = NULL;
  char *reason = NULL;
  tc_status status = TC_OK;
  if (LLVMCreateMemoryBufferWithContentsOfFile(bitcode, &buffer, &reason)) {
    status = tc_status_create(TC_INPUT, "%s: cannot be read: %s: rerun tcblame analyze", bitcode, reason);
    LLVMDisposeMessage(reason);
    return status;
  }
  if (LLVMParseBitcodeInContext2(ir->context, buffer, &ir->module))
    status =
        tc_status_create(TC_INPUT, "%s: is not bitcode of clang 14: %s: remove it and rerun tcblame analyze",
                         bitcode, ir->llvm_message ? ir->llvm_message : "damaged");
  LLVMDisposeMemoryBuffer(buffer);
  return status;
}

/* Reads the source path and the retained types of the unit. Retained types are types that no variable has,
 * for example those that occur only in casts. */
static tc_status read_unit(tb_ir *ir, const char *bitcode) {
  LLVMValueRef unit;
  if (!LLVMGetNamedMetadataNumOperands(ir->module, "llvm.dbg.cu"))
    return tc_status_create(TC_INPUT, "%s: has no debug information: compile with -g", bitcode);
  LLVMGetNamedMetadataOperands(ir->module, "llvm.dbg.cu", &unit);
  LLVMMetadataRef node = LLVMValueAsMetadata(unit), retained = tb_ir_get_operand(ir, node, UNIT_RETAINED);
  const unsigned count = retained ? tb_ir_count_operands(ir, retained) : 0;
  const tb_type *type;
  TC_TRY(tb_ir_file_path(ir, tb_ir_get_operand(ir, node, UNIT_FILE), &ir->path));
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef retained_type = tb_ir_get_operand(ir, retained, i);
    if (retained_type && LLVMGetMetadataKind(retained_type) != LLVMDISubprogramMetadataKind)
      TC_TRY(tb_ir_convert_type(ir, retained_type, &type));
  }
  return TC_OK;
}

static bool is_static(LLVMValueRef value) {
  const LLVMLinkage linkage = LLVMGetLinkage(value);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static tc_status copy_name(tb_ir *ir, LLVMValueRef value, const char **out) {
  size_t length;
  const char *name = LLVMGetValueName2(value, &length);
  return tc_pool_printf(&ir->pool, out, "%.*s", (int)length, name);
}

/* Converts the parameter and result types of a function, because it is possible that no variable has these
 * types. */
static tc_status read_signature(tb_ir *ir, LLVMMetadataRef subprogram) {
  LLVMMetadataRef type = tb_ir_get_operand(ir, subprogram, SUBPROGRAM_TYPE);
  LLVMMetadataRef types = type ? tb_ir_get_operand(ir, type, TYPE_TYPES) : NULL;
  const unsigned count = types ? tb_ir_count_operands(ir, types) : 0;
  const tb_type *read;
  for (unsigned i = 0; i < count; i++) TC_TRY(tb_ir_convert_type(ir, tb_ir_get_operand(ir, types, i), &read));
  return TC_OK;
}

static tc_status read_subprogram(tb_ir *ir, LLVMValueRef function, tb_ir_function *out) {
  LLVMMetadataRef node = LLVMGetSubprogram(function);
  out->is_static = is_static(function);
  out->has_body = !LLVMIsDeclaration(function) && node;
  TC_TRY(copy_name(ir, function, &out->name));
  char *signature = LLVMPrintTypeToString(LLVMGlobalGetValueType(function));
  tc_status status = tc_pool_printf(&ir->pool, &out->signature, "%s", signature);
  LLVMDisposeMessage(signature);
  if (status || !out->has_body) return status;
  TC_TRY(read_signature(ir, node));
  out->line = (int)LLVMDISubprogramGetLine(node);
  return tb_ir_file_path(ir, LLVMDIScopeGetFile(node), &out->path);
}

static tc_status read_subprograms(tb_ir *ir) {
  int count = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f)) count++;
  TC_TRY(tc_pool_alloc(&ir->pool, (size_t)count * sizeof *ir->subprogram, &ir->subprogram));
  TC_TRY(tc_pool_alloc(&ir->pool, (size_t)count * sizeof(LLVMValueRef), &ir->function_value));
  for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f)) {
    ir->function_value[ir->subprograms] = f;
    TC_TRY(read_subprogram(ir, f, ir->subprogram + ir->subprograms));
    TC_TRY(tb_ir_set_number(&ir->value_index, f, ir->subprograms++));
  }
  return TC_OK;
}

static tc_status read_global(tb_ir *ir, LLVMValueRef variable, tb_global *out) {
  size_t entries = 0;
  LLVMValueMetadataEntry *entry = LLVMGlobalCopyAllMetadata(variable, &entries);
  LLVMMetadataRef node = NULL;
  for (size_t i = 0; i < entries && !node; i++) {
    LLVMMetadataRef found = LLVMValueMetadataEntriesGetMetadata(entry, (unsigned)i);
    if (LLVMGetMetadataKind(found) == LLVMDIGlobalVariableExpressionMetadataKind)
      node = LLVMDIGlobalVariableExpressionGetVariable(found);
  }
  LLVMDisposeValueMetadataEntries(entry);
  tb_declared_variable declared = {0};
  if (node) TC_TRY(tb_ir_convert_variable(ir, node, &declared));
  *out = (tb_global){.type = declared.type, .line = declared.line, .is_static = is_static(variable)};
  out->is_text = LLVMGetLinkage(variable) == LLVMPrivateLinkage;
  return copy_name(ir, variable, &out->name);
}

static tc_status read_globals(tb_ir *ir) {
  int count = 0;
  for (LLVMValueRef v = LLVMGetFirstGlobal(ir->module); v; v = LLVMGetNextGlobal(v)) count++;
  TC_TRY(tc_pool_alloc(&ir->pool, (size_t)count * sizeof *ir->global, &ir->global));
  TC_TRY(tc_pool_alloc(&ir->pool, (size_t)count * sizeof(LLVMValueRef), &ir->global_value));
  for (LLVMValueRef v = LLVMGetFirstGlobal(ir->module); v; v = LLVMGetNextGlobal(v)) {
    ir->global_value[ir->globals] = v;
    TC_TRY(read_global(ir, v, ir->global + ir->globals));
    TC_TRY(tb_ir_set_number(&ir->value_index, v, ir->globals++));
  }
  return TC_OK;
}

tc_status tb_ir_open(const char *bitcode, tb_ir **out) {
  tc_status status;
  TC_TRY(tc_alloc_zero(1, sizeof **out, "ir", out));
  tb_ir *ir = *out;
  ir->context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(ir->context, record_diagnostic, ir);
  TC_GUARD(status, load_bitcode(ir, bitcode));
  ir->layout = LLVMGetModuleDataLayout(ir->module);
  ir->declare_function = LLVMGetNamedFunction(ir->module, "llvm.dbg.declare");
  ir->byval_attribute = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
  TC_GUARD(status, read_unit(ir, bitcode));
  TC_GUARD(status, read_subprograms(ir));
  TC_GUARD(status, read_globals(ir));
cleanup:
  if (status) tb_ir_close(out);
  return status;
}

void tb_ir_close(tb_ir **ir) {
  if (!*ir) return;
  tc_map_free(&(*ir)->value_index);
  tc_map_free(&(*ir)->file_index);
  tc_map_free(&(*ir)->type_index);
  TC_ARRAY_FREE(&(*ir)->cached_operand);
  TC_ARRAY_FREE(&(*ir)->type);
  free((*ir)->llvm_message);
  if ((*ir)->module) LLVMDisposeModule((*ir)->module);
  LLVMContextDispose((*ir)->context);
  tc_pool_free(&(*ir)->pool);
  tc_free(*ir);
  *ir = NULL;
}

const char *tb_ir_path(const tb_ir *ir) { return ir->path; }
int tb_ir_subprograms(const tb_ir *ir) { return ir->subprograms; }
const tb_ir_function *tb_ir_subprogram(const tb_ir *ir, int number) { return ir->subprogram + number; }
const tb_global *tb_ir_global(const tb_ir *ir, int number) { return ir->global + number; }
