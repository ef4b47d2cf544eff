/* Converts the body of one function from LLVM to tb_ir_body (see ir.h). read_body first collects the declared
 * variables. It then numbers all blocks and instructions, because an operand may refer to a later
 * instruction, and finally converts each instruction. A constant expression, such as the address of a member
 * of a global variable, becomes an instruction without a block. A struct passed by value in memory becomes a
 * local variable, which a COPY at the start of the function initialises. */
#include <string.h>

#include "blame/ir/ir_internal.h"

/* State of the conversion of one function body. */
typedef struct tb_reader {
  tb_ir *ir;
  tb_facts *facts;
  tc_pool *pool;
  LLVMValueRef function;
  tc_map numbers;   /* maps the LLVM handle of an instruction or block to its index */
  tc_map variables; /* maps the LLVM handle of an alloca or argument to its index in `variable` */
  TC_ARRAY(tb_declared_variable) variable;
  TC_ARRAY(tb_ir_instruction) code;
  /* [arguments] for a struct passed by value in memory, ALLOCA of its local variable; otherwise -1 */
  int *copy;
} tb_reader;

static tc_status add_code(tb_reader *r, int op, int block, int *number) {
  const tb_ir_instruction code = {.op = (tb_ir_op)op, .block = block, .field = TB_FIELD_NONE};
  *number = r->code.count;
  return TC_ARRAY_ADD(&r->code, &code);
}

static tc_status step_type(tb_reader *r, LLVMTypeRef *type, LLVMValueRef index, tb_ir_step *out) {
  if (LLVMGetTypeKind(*type) != LLVMStructTypeKind) {
    out->element = true;
    *type = LLVMGetElementType(*type);
    return TC_OK;
  }
  const unsigned number = (unsigned)LLVMConstIntGetZExtValue(index);
  TC_TRY(tb_ir_tag(r->ir, *type, &out->tag));
  out->byte = (int64_t)LLVMOffsetOfElement(r->ir->layout, *type, number);
  *type = LLVMStructGetTypeAtIndex(*type, number);
  return TC_OK;
}

/* Converts the indices of an address computation to steps. The first index selects one of several consecutive
 * objects of the same type and does not lead to a member, so it is skipped. */
static tc_status read_steps(tb_reader *r, LLVMValueRef value, tb_ir_instruction *code) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
  const int indices = LLVMGetNumOperands(value) - 1;
  tb_ir_step *step;
  if (indices < 2) return TC_OK;
  TC_TRY(tc_pool_alloc(r->pool, (size_t)(indices - 1) * sizeof *step, &step));
  for (int i = 1; i < indices; i++)
    TC_TRY(step_type(r, &type, LLVMGetOperand(value, (unsigned)i + 1), step + i - 1));
  code->steps = indices - 1;
  code->step = step;
  return TC_OK;
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static tc_status convert_value(tb_reader *r, LLVMValueRef value, tb_ir_value *out);

static tc_status convert_operands(tb_reader *r, LLVMValueRef value, int count, const tb_ir_value **out) {
  tb_ir_value *operand;
  TC_TRY(tc_pool_alloc(r->pool, (size_t)count * sizeof *operand, &operand));
  for (int i = 0; i < count; i++) TC_TRY(convert_value(r, LLVMGetOperand(value, (unsigned)i), operand + i));
  *out = operand;
  return TC_OK;
}

/* Converts a constant expression to an instruction without a block, unless it was converted before. */
static tc_status convert_expression(tb_reader *r, LLVMValueRef value, tb_ir_value *out) {
  const int known = tb_ir_number(&r->numbers, value);
  *out = (tb_ir_value){TB_VALUE_CODE, known, is_pointer(value)};
  if (known >= 0) return TC_OK;
  TC_TRY(add_code(r, tb_ir_operation(value, LLVMGetConstOpcode(value)), -1, &out->number));
  TC_TRY(tb_ir_set_number(&r->numbers, value, out->number));
  tb_ir_instruction code = r->code.item[out->number];
  code.pointer = out->pointer;
  code.operands = LLVMGetNumOperands(value);
  TC_TRY(convert_operands(r, value, code.operands, &code.operand));
  if (code.op == TB_IR_OP_ADDRESS) TC_TRY(read_steps(r, value, &code));
  r->code.item[out->number] = code;
  return TC_OK;
}

static int argument_number(const tb_reader *r, LLVMValueRef argument) {
  int number = 0;
  for (LLVMValueRef a = LLVMGetFirstParam(r->function); a && a != argument; a = LLVMGetNextParam(a)) number++;
  return number;
}

static tb_ir_value renumber_value(const tb_reader *r, tb_value_kind kind, int number, LLVMValueRef value) {
  if (kind == TB_VALUE_ARGUMENT && r->copy[number] >= 0) kind = TB_VALUE_CODE, number = r->copy[number];
  if (number < 0) kind = TB_VALUE_NUMBER, number = 0;
  return (tb_ir_value){kind, number, is_pointer(value)};
}

static tc_status convert_value(tb_reader *r, LLVMValueRef value, tb_ir_value *out) {
  *out = renumber_value(r, TB_VALUE_NUMBER, 0, value);
  switch (LLVMGetValueKind(value)) {
  case LLVMArgumentValueKind:
    *out = renumber_value(r, TB_VALUE_ARGUMENT, argument_number(r, value), value);
    break;
  case LLVMInstructionValueKind:
    *out = renumber_value(r, TB_VALUE_CODE, tb_ir_number(&r->numbers, value), value);
    break;
  case LLVMFunctionValueKind:
    *out = renumber_value(r, TB_VALUE_FUNCTION, tb_ir_number(&r->ir->numbers, value), value);
    break;
  case LLVMGlobalVariableValueKind:
    *out = renumber_value(r, TB_VALUE_GLOBAL, tb_ir_number(&r->ir->numbers, value), value);
    break;
  case LLVMConstantExprValueKind: return convert_expression(r, value, out);
  case LLVMConstantIntValueKind:
    if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 32) out->number = (int)LLVMConstIntGetSExtValue(value);
    break;
  default: break;
  }
  return TC_OK;
}

static tc_status read_call(tb_reader *r, LLVMValueRef call, tb_ir_instruction *code) {
  const int arguments = (int)LLVMGetNumArgOperands(call);
  LLVMValueRef callee = LLVMGetCalledValue(call);
  tb_ir_value *operand;
  TC_TRY(tc_pool_alloc(r->pool, ((size_t)arguments + 1) * sizeof *operand, &operand));
  for (int i = 0; i < arguments; i++)
    TC_TRY(convert_value(r, LLVMGetOperand(call, (unsigned)i), operand + i));
  code->operand = operand;
  code->operands = arguments;
  if (code->op != TB_IR_OP_CALL) return TC_OK;
  while (LLVMGetValueKind(callee) == LLVMConstantExprValueKind)
    callee = LLVMGetOperand(callee, 0); /* skips casts of the callee */
  TC_TRY(convert_value(r, callee, operand + arguments));
  code->operands = arguments + 1;
  char *signature = LLVMPrintTypeToString(LLVMGetCalledFunctionType(call));
  tc_status status = tc_pool_printf(r->pool, &code->signature, "%s", signature);
  LLVMDisposeMessage(signature);
  return status;
}

static tc_status read_phi(tb_reader *r, LLVMValueRef phi, tb_ir_instruction *code) {
  const int count = (int)LLVMCountIncoming(phi);
  tb_ir_value *operand;
  int *from;
  TC_TRY(tc_pool_alloc(r->pool, (size_t)count * sizeof *operand, &operand));
  TC_TRY(tc_pool_alloc(r->pool, (size_t)count * sizeof *from, &from));
  for (int i = 0; i < count; i++) {
    TC_TRY(convert_value(r, LLVMGetIncomingValue(phi, (unsigned)i), operand + i));
    from[i] = tb_ir_number(&r->numbers, LLVMGetIncomingBlock(phi, (unsigned)i));
  }
  code->operand = operand;
  code->operands = count;
  code->from = from;
  return TC_OK;
}

static void set_memory(const tb_reader *r, LLVMTypeRef type, tb_ir_instruction *code) {
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  code->aggregate = kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
  code->bits = LLVMTypeIsSized(type) ? (int64_t)LLVMSizeOfTypeInBits(r->ir->layout, type) : 0;
}

static int array_dimensions(const tb_type *type) {
  int count = 0;
  for (type = tb_type_bare(type); type && type->kind == TB_TYPE_ARRAY; type = tb_type_bare(type->base))
    count++;
  return count;
}

static tc_status read_alloca(tb_reader *r, LLVMValueRef value, tb_ir_instruction *code) {
  const int variable = tb_ir_number(&r->variables, value);
  LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(value));
  set_memory(r, type, code);
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) TC_TRY(tb_ir_tag(r->ir, type, &code->tag));
  if (variable >= 0) code->variable = r->variable.item + variable;
  if (!LLVMIsAConstantInt(LLVMGetOperand(value, 0)))
    code->dimensions = code->variable ? array_dimensions(code->variable->type) : 1;
  return TC_OK;
}

static tc_status read_operands(tb_reader *r, LLVMValueRef value, tb_ir_instruction *code) {
  code->operands = LLVMGetNumOperands(value);
  if (code->op == TB_IR_OP_BRANCH) code->operands = 1;
  if (code->op == TB_IR_OP_JUMP) code->operands = 0;
  return convert_operands(r, value, code->operands, &code->operand);
}

static tc_status read_code(tb_reader *r, LLVMValueRef value, int number) {
  tb_ir_instruction code = r->code.item[number]; /* a copy, because the array r->code may be reallocated */
  TC_TRY(tb_ir_position(r->ir, value, r->facts, &code.at));
  code.pointer = is_pointer(value);
  if (code.op == TB_IR_OP_PHI)
    TC_TRY(read_phi(r, value, &code));
  else if (LLVMIsACallInst(value))
    TC_TRY(read_call(r, value, &code));
  else if (code.op == TB_IR_OP_ALLOCA)
    TC_TRY(read_alloca(r, value, &code));
  else
    TC_TRY(read_operands(r, value, &code));
  if (code.op == TB_IR_OP_ADDRESS) TC_TRY(read_steps(r, value, &code));
  if (code.op == TB_IR_OP_STORE) set_memory(r, LLVMTypeOf(LLVMGetOperand(value, 0)), &code);
  if (code.op == TB_IR_OP_LOAD) set_memory(r, LLVMTypeOf(value), &code);
  if (code.op == TB_IR_OP_STORE || code.op == TB_IR_OP_LOAD) {
    code.is_volatile = LLVMGetVolatile(value);
    code.field = tb_ir_field(value);
  }
  r->code.item[number] = code;
  return TC_OK;
}

/* If the argument is a struct passed by value in memory, adds a local variable for it and a COPY from the
 * address of the argument to this variable. */
static tc_status copy_argument(tb_reader *r, int argument) {
  const int variable = tb_ir_number(&r->variables, LLVMGetParam(r->function, (unsigned)argument));
  tb_ir_value *operand;
  int from = -1;
  if (variable < 0 || !LLVMGetEnumAttributeAtIndex(r->function, (unsigned)argument + 1, r->ir->by_value))
    return TC_OK;
  TC_TRY(add_code(r, TB_IR_OP_ALLOCA, 0, &r->copy[argument]));
  TC_TRY(add_code(r, TB_IR_OP_COPY, 0, &from));
  TC_TRY(tc_pool_alloc(r->pool, 3 * sizeof *operand, &operand));
  operand[0] = (tb_ir_value){TB_VALUE_CODE, r->copy[argument], true};
  operand[1] = (tb_ir_value){TB_VALUE_ARGUMENT, argument, true};
  r->code.item[from].operands = 3;
  r->code.item[from].operand = operand;
  tb_ir_instruction *memory = r->code.item + r->copy[argument];
  memory->variable = r->variable.item + variable;
  memory->pointer = memory->aggregate = true;
  return TC_OK;
}

/* Numbers all blocks and instructions before any is converted, so that operands can refer to later
 * instructions. */
static tc_status number_all(tb_reader *r, tb_ir_block *block) {
  int blocks = 0;
  const int arguments = (int)LLVMCountParams(r->function);
  for (int a = 0; a < arguments; a++) TC_TRY(copy_argument(r, a));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->function); b; b = LLVMGetNextBasicBlock(b), blocks++) {
    TC_TRY(tb_ir_set_number(&r->numbers, b, blocks));
    block[blocks].first = blocks ? r->code.count : 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      const int op = tb_ir_operation(i, LLVMGetInstructionOpcode(i));
      int number = -1;
      if (op < 0) continue;
      TC_TRY(add_code(r, op, blocks, &number));
      TC_TRY(tb_ir_set_number(&r->numbers, i, number));
    }
    block[blocks].end = r->code.count;
  }
  return TC_OK;
}

static tc_status read_successors(tb_reader *r, LLVMBasicBlockRef from, tb_ir_block *block) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(from);
  const unsigned count = last ? LLVMGetNumSuccessors(last) : 0;
  int *successor;
  TC_TRY(tc_pool_alloc(r->pool, count * sizeof *successor, &successor));
  for (unsigned i = 0; i < count; i++) {
    const int to = tb_ir_number(&r->numbers, LLVMGetSuccessor(last, i));
    bool again = false;
    for (int k = 0; k < block->successors && !again; k++) again = successor[k] == to;
    if (!again) successor[block->successors++] = to;
  }
  block->successor = successor;
  return TC_OK;
}

static tc_status read_all(tb_reader *r, tb_ir_block *block) {
  int blocks = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      const int number = tb_ir_number(&r->numbers, i);
      if (number >= 0) TC_TRY(read_code(r, i, number));
    }
    TC_TRY(read_successors(r, b, block + blocks++));
  }
  return TC_OK;
}

static tc_status read_declaration(tb_reader *r, LLVMValueRef declare) {
  LLVMValueRef wrapped = LLVMGetOperand(declare, 0), memory = NULL;
  tb_declared_variable variable = {0};
  if (LLVMGetMDNodeNumOperands(wrapped) == 1) LLVMGetMDNodeOperands(wrapped, &memory);
  if (!memory) return TC_OK;
  TC_TRY(tb_ir_variable(r->ir, LLVMValueAsMetadata(LLVMGetOperand(declare, 1)), &variable));
  if (!strncmp(variable.name, "__vla_expr", 10))
    return TC_OK; /* the compiler creates this variable for the size of a variable-length array */
  TC_TRY(tb_ir_set_number(&r->variables, memory, r->variable.count));
  return TC_ARRAY_ADD(&r->variable, &variable);
}

static tc_status read_declarations(tb_reader *r) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) == r->ir->declare) TC_TRY(read_declaration(r, i));
  return TC_OK;
}

static tc_status read_parameters(tb_reader *r, tb_ir_body *out) {
  tb_parameter *parameter;
  out->parameters = (int)LLVMCountParams(r->function);
  TC_TRY(tc_pool_alloc(r->pool, (size_t)out->parameters * sizeof *parameter, &parameter));
  out->parameter = parameter;
  TC_TRY(tc_pool_alloc(r->pool, (size_t)out->parameters * sizeof *r->copy, &r->copy));
  for (int i = 0; i < out->parameters; i++) {
    LLVMValueRef argument = LLVMGetParam(r->function, (unsigned)i);
    const int variable = tb_ir_number(&r->variables, argument);
    parameter[i].name = variable >= 0 ? r->variable.item[variable].name : "";
    r->copy[i] = -1;
  }
  return TC_OK;
}

static tc_status read_body(tb_reader *r, tb_ir_body *out) {
  tb_ir_block *block;
  out->blocks = (int)LLVMCountBasicBlocks(r->function);
  TC_TRY(tc_pool_alloc(r->pool, (size_t)out->blocks * sizeof *block, &block));
  out->block = block;
  TC_TRY(read_declarations(r));
  TC_TRY(read_parameters(r, out));
  TC_TRY(number_all(r, block));
  TC_TRY(read_all(r, block));
  return TC_ARRAY_MOVE(&r->code, r->pool, &out->codes, &out->code);
}

tc_status tb_ir_read(tb_ir *ir, int number, tb_facts *facts, tc_pool *pool, tb_ir_body *out) {
  tb_reader reader = {.ir = ir,
                      .facts = facts,
                      .pool = pool,
                      .function = ir->function[number],
                      .variable = {.pool = pool}};
  *out = (tb_ir_body){0};
  tc_status status = read_body(&reader, out);
  tc_map_free(&reader.numbers);
  tc_map_free(&reader.variables);
  TC_ARRAY_FREE(&reader.code);
  return status;
}
