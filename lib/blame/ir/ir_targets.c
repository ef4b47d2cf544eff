#include "base/text/line.h"
#include "blame/ir/ir_internal.h"

tc_status tb_ir_record_target(const tb_ir *ir, int function, const char *member, tb_facts *facts) {
  const tb_ir_function *subprogram = ir->subprogram + function;
  tb_pointer_target target = {.file = -1};
  TC_TRY(tc_pool_printf(facts->pool, &target.member, "%s", member));
  TC_TRY(tc_pool_printf(facts->pool, &target.name, "%s", subprogram->name));
  TC_TRY(tc_pool_printf(facts->pool, &target.signature, "%s", subprogram->signature));
  if (subprogram->is_static && subprogram->path)
    TC_TRY(tb_facts_add_file(facts, subprogram->path, &target.file));
  return tb_facts_add_target(facts, &target);
}

/* Records in the facts all functions whose addresses a constant contains, including nested structs and
 * arrays. `name` denotes the memory that holds the constant, such as "tc_strategy.multiply". */
static tc_status walk_constant(const tb_ir *ir, tb_facts *facts, LLVMValueRef value, const tb_type *type,
                               const char *name);

static tc_status walk_struct(const tb_ir *ir, tb_facts *facts, LLVMValueRef value, const tb_type *type,
                             const char *name) {
  LLVMTypeRef layout = LLVMTypeOf(value);
  const bool known = type && type->kind == TB_TYPE_STRUCT;
  for (int i = 0; i < LLVMGetNumOperands(value); i++) {
    const int64_t bit = 8 * (int64_t)LLVMOffsetOfElement(ir->layout, layout, (unsigned)i);
    const tb_member *member = known ? tb_type_find_member(type, bit) : NULL;
    tc_line line = {0};
    if (member && type->tag && *member->name)
      tc_line_add(&line, "%s.%s", type->tag, member->name);
    else
      tc_line_add(&line, member && *member->name ? "%s.%s" : "%s", name, member ? member->name : "");
    TC_TRY(walk_constant(ir, facts, LLVMGetOperand(value, (unsigned)i), member ? member->type : NULL,
                         line.text));
  }
  return TC_OK;
}

static tc_status walk_array(const tb_ir *ir, tb_facts *facts, LLVMValueRef value, const tb_type *type,
                            const char *name) {
  tc_line line = {0};
  tc_line_add(&line, "%s[]", name);
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    TC_TRY(walk_constant(ir, facts, LLVMGetOperand(value, (unsigned)i), type ? type->base : NULL, line.text));
  return TC_OK;
}

static tc_status walk_constant(const tb_ir *ir, tb_facts *facts, LLVMValueRef value, const tb_type *type,
                               const char *name) {
  type = tb_type_resolve(type);
  switch (LLVMGetValueKind(value)) {
  case LLVMConstantStructValueKind: return walk_struct(ir, facts, value, type, name);
  case LLVMConstantArrayValueKind: return walk_array(ir, facts, value, type, name);
  /* A cast may be applied to a function, whose address is then stored as another type. */
  case LLVMConstantExprValueKind:
    return LLVMGetConstOpcode(value) == LLVMBitCast
               ? walk_constant(ir, facts, LLVMGetOperand(value, 0), type, name)
               : TC_OK;
  case LLVMFunctionValueKind:
    return tb_ir_record_target(ir, tb_ir_find_number(&ir->value_index, value), name, facts);
  default: return TC_OK;
  }
}

tc_status tb_ir_record_initialisers(tb_ir *ir, tb_facts *facts) {
  for (int i = 0; i < ir->globals; i++) {
    LLVMValueRef value = LLVMGetInitializer(ir->global_value[i]);
    if (value) TC_TRY(walk_constant(ir, facts, value, ir->global[i].type, ir->global[i].name));
  }
  return TC_OK;
}
