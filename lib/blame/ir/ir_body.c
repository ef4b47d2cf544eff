/* Converts the body of one function from LLVM's representation to tb_ir_body (see ir.h). tb_ir_read calls
 * read_body, which works in three passes. It first collects the declared variables. It then numbers all
 * blocks and instructions, because an operand may refer to a later instruction. Finally it converts each
 * instruction. A constant expression, such as the address of a member of a global variable, becomes an
 * instruction that belongs to no block. An argument that is a struct passed by value in memory (LLVM: byval)
 * becomes a local variable. At the start of the function an ALLOCA creates the variable, and a COPY
 * initialises it. */
#include <string.h>

#include "blame/ir/ir_internal.h"

/* State of the conversion of one function body. */
typedef struct body_reader {
  tb_ir *ir;
  tb_facts *facts;
  tc_pool *pool;
  LLVMValueRef function;
  tc_map value_index;    /* maps the LLVM handle of an instruction or block to its index */
  tc_map variable_index; /* maps the LLVM handle of an alloca or argument to its index in `variables` */
  TC_ARRAY(tb_declared_variable) variables; /* variables with a declaration in the debug information */
  TC_ARRAY(tb_ir_instruction) instructions; /* instructions of all blocks and of constant expressions */
  /* [arguments] An argument that is a struct passed by value in memory has a local copy, which the body uses
   * instead. The number is the index in `instructions` of the ALLOCA that creates this copy; -1 for other
   * arguments. */
  int *argument_copy;
} body_reader;

static tc_status add_instruction(body_reader *reader, int op, int block, int *number) {
  const tb_ir_instruction code = {.op = (tb_ir_op)op, .block = block, .bit_field = TB_FIELD_NONE};
  *number = reader->instructions.count;
  return TC_ARRAY_ADD(&reader->instructions, &code);
}

/* Converts one index of an address computation to a step, and sets *type to the type of the member or element
 * that the step selects. */
static tc_status convert_step(body_reader *reader, LLVMTypeRef *type, LLVMValueRef index, tb_ir_step *out) {
  if (LLVMGetTypeKind(*type) != LLVMStructTypeKind) {
    out->is_element = true;
    *type = LLVMGetElementType(*type);
    return TC_OK;
  }
  const unsigned number = (unsigned)LLVMConstIntGetZExtValue(index);
  TC_TRY(tb_ir_copy_tag(reader->ir, *type, &out->tag));
  out->byte_offset = (int64_t)LLVMOffsetOfElement(reader->ir->layout, *type, number);
  *type = LLVMStructGetTypeAtIndex(*type, number);
  return TC_OK;
}

/* Converts the indices of an address computation to steps. The first index selects one of several consecutive
 * objects of the same type and does not lead to a member, so it is skipped. */
static tc_status read_steps(body_reader *reader, LLVMValueRef value, tb_ir_instruction *code) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
  const int indices = LLVMGetNumOperands(value) - 1;
  tb_ir_step *step;
  if (indices < 2) return TC_OK;
  TC_TRY(tc_pool_alloc(reader->pool, (size_t)(indices - 1) * sizeof *step, &step));
  for (int i = 1; i < indices; i++)
    TC_TRY(convert_step(reader, &type, LLVMGetOperand(value, (unsigned)i + 1), step + i - 1));
  code->steps = indices - 1;
  code->step = step;
  return TC_OK;
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static tc_status convert_value(body_reader *reader, LLVMValueRef value, tb_ir_value *out);

static tc_status convert_operands(body_reader *reader, LLVMValueRef value, int count,
                                  const tb_ir_value **out) {
  tb_ir_value *operand;
  TC_TRY(tc_pool_alloc(reader->pool, (size_t)count * sizeof *operand, &operand));
  for (int i = 0; i < count; i++)
    TC_TRY(convert_value(reader, LLVMGetOperand(value, (unsigned)i), operand + i));
  *out = operand;
  return TC_OK;
}

/* Converts a constant expression to an instruction without a block, unless it was converted before. */
static tc_status convert_expression(body_reader *reader, LLVMValueRef value, tb_ir_value *out) {
  const int number = tb_ir_find_number(&reader->value_index, value);
  *out = (tb_ir_value){TB_VALUE_INSTRUCTION, number, is_pointer(value)};
  if (number >= 0) return TC_OK;
  TC_TRY(add_instruction(reader, tb_ir_find_op(value, LLVMGetConstOpcode(value)), -1, &out->number));
  TC_TRY(tb_ir_set_number(&reader->value_index, value, out->number));
  tb_ir_instruction code = reader->instructions.item[out->number];
  code.is_pointer = out->is_pointer;
  code.operands = LLVMGetNumOperands(value);
  TC_TRY(convert_operands(reader, value, code.operands, &code.operand));
  if (code.op == TB_IR_OP_ADDRESS) TC_TRY(read_steps(reader, value, &code));
  reader->instructions.item[out->number] = code;
  return TC_OK;
}

static int find_argument_number(const body_reader *reader, LLVMValueRef argument) {
  int number = 0;
  for (LLVMValueRef a = LLVMGetFirstParam(reader->function); a && a != argument; a = LLVMGetNextParam(a))
    number++;
  return number;
}

/* Returns the operand for an LLVM value with a known kind and number. For an argument that is a struct passed
 * by value in memory, returns its local copy. For a value without a number (-1), returns the constant 0. */
static tb_ir_value make_value(const body_reader *reader, tb_value_kind kind, int number, LLVMValueRef value) {
  if (kind == TB_VALUE_ARGUMENT && reader->argument_copy[number] >= 0)
    kind = TB_VALUE_INSTRUCTION, number = reader->argument_copy[number];
  if (number < 0) kind = TB_VALUE_NUMBER, number = 0;
  return (tb_ir_value){kind, number, is_pointer(value)};
}

static tc_status convert_value(body_reader *reader, LLVMValueRef value, tb_ir_value *out) {
  *out = make_value(reader, TB_VALUE_NUMBER, 0, value);
  switch (LLVMGetValueKind(value)) {
  case LLVMArgumentValueKind:
    *out = make_value(reader, TB_VALUE_ARGUMENT, find_argument_number(reader, value), value);
    break;
  case LLVMInstructionValueKind:
    *out = make_value(reader, TB_VALUE_INSTRUCTION, tb_ir_find_number(&reader->value_index, value), value);
    break;
  case LLVMFunctionValueKind:
    *out = make_value(reader, TB_VALUE_FUNCTION, tb_ir_find_number(&reader->ir->value_index, value), value);
    break;
  case LLVMGlobalVariableValueKind:
    *out = make_value(reader, TB_VALUE_GLOBAL, tb_ir_find_number(&reader->ir->value_index, value), value);
    break;
  case LLVMConstantExprValueKind: return convert_expression(reader, value, out);
  case LLVMConstantIntValueKind:
    if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 32) out->number = (int)LLVMConstIntGetSExtValue(value);
    break;
  default: break;
  }
  return TC_OK;
}

static tc_status read_call(body_reader *reader, LLVMValueRef call, tb_ir_instruction *code) {
  const int arguments = (int)LLVMGetNumArgOperands(call);
  LLVMValueRef callee = LLVMGetCalledValue(call);
  tb_ir_value *operand;
  TC_TRY(tc_pool_alloc(reader->pool, ((size_t)arguments + 1) * sizeof *operand, &operand));
  for (int i = 0; i < arguments; i++)
    TC_TRY(convert_value(reader, LLVMGetOperand(call, (unsigned)i), operand + i));
  code->operand = operand;
  code->operands = arguments;
  if (code->op != TB_IR_OP_CALL) return TC_OK;
  while (LLVMGetValueKind(callee) == LLVMConstantExprValueKind)
    callee = LLVMGetOperand(callee, 0); /* Casts of the callee are skipped. */
  TC_TRY(convert_value(reader, callee, operand + arguments));
  code->operands = arguments + 1;
  char *signature = LLVMPrintTypeToString(LLVMGetCalledFunctionType(call));
  tc_status status = tc_pool_printf(reader->pool, &code->signature, "%s", signature);
  LLVMDisposeMessage(signature);
  return status;
}

static tc_status read_phi(body_reader *reader, LLVMValueRef phi, tb_ir_instruction *code) {
  const int count = (int)LLVMCountIncoming(phi);
  tb_ir_value *operand;
  int *from;
  TC_TRY(tc_pool_alloc(reader->pool, (size_t)count * sizeof *operand, &operand));
  TC_TRY(tc_pool_alloc(reader->pool, (size_t)count * sizeof *from, &from));
  for (int i = 0; i < count; i++) {
    TC_TRY(convert_value(reader, LLVMGetIncomingValue(phi, (unsigned)i), operand + i));
    from[i] = tb_ir_find_number(&reader->value_index, LLVMGetIncomingBlock(phi, (unsigned)i));
  }
  code->operand = operand;
  code->operands = count;
  code->incoming_block = from;
  return TC_OK;
}

static void set_memory(const body_reader *reader, LLVMTypeRef type, tb_ir_instruction *code) {
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  code->is_aggregate = kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
  code->bits = LLVMTypeIsSized(type) ? (int64_t)LLVMSizeOfTypeInBits(reader->ir->layout, type) : 0;
}

static int count_array_dimensions(const tb_type *type) {
  int count = 0;
  for (type = tb_type_resolve(type); type && type->kind == TB_TYPE_ARRAY; type = tb_type_resolve(type->base))
    count++;
  return count;
}

static tc_status read_alloca(body_reader *reader, LLVMValueRef value, tb_ir_instruction *code) {
  const int variable = tb_ir_find_number(&reader->variable_index, value);
  LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(value));
  set_memory(reader, type, code);
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) TC_TRY(tb_ir_copy_tag(reader->ir, type, &code->tag));
  if (variable >= 0) code->variable = reader->variables.item + variable;
  if (!LLVMIsAConstantInt(LLVMGetOperand(value, 0)))
    code->dimensions = code->variable ? count_array_dimensions(code->variable->type) : 1;
  return TC_OK;
}

static tc_status read_operands(body_reader *reader, LLVMValueRef value, tb_ir_instruction *code) {
  code->operands = LLVMGetNumOperands(value);
  if (code->op == TB_IR_OP_BRANCH) code->operands = 1;
  if (code->op == TB_IR_OP_JUMP) code->operands = 0;
  return convert_operands(reader, value, code->operands, &code->operand);
}

static tc_status read_instruction(body_reader *reader, LLVMValueRef value, int number) {
  tb_ir_instruction code =
      reader->instructions
          .item[number]; /* The instruction is copied, because the array may be reallocated. */
  TC_TRY(tb_ir_convert_position(reader->ir, value, reader->facts, &code.position));
  code.is_pointer = is_pointer(value);
  if (code.op == TB_IR_OP_PHI)
    TC_TRY(read_phi(reader, value, &code));
  else if (LLVMIsACallInst(value))
    TC_TRY(read_call(reader, value, &code));
  else if (code.op == TB_IR_OP_ALLOCA)
    TC_TRY(read_alloca(reader, value, &code));
  else
    TC_TRY(read_operands(reader, value, &code));
  if (code.op == TB_IR_OP_ADDRESS) TC_TRY(read_steps(reader, value, &code));
  if (code.op == TB_IR_OP_STORE) set_memory(reader, LLVMTypeOf(LLVMGetOperand(value, 0)), &code);
  if (code.op == TB_IR_OP_LOAD) set_memory(reader, LLVMTypeOf(value), &code);
  if (code.op == TB_IR_OP_STORE || code.op == TB_IR_OP_LOAD) {
    code.is_volatile = LLVMGetVolatile(value);
    code.bit_field = tb_ir_find_bit_field(value);
  }
  reader->instructions.item[number] = code;
  return TC_OK;
}

/* If the argument is a struct passed by value in memory, adds a local variable and a COPY from the argument's
 * address to this variable. */
static tc_status copy_argument(body_reader *reader, int argument) {
  const int variable =
      tb_ir_find_number(&reader->variable_index, LLVMGetParam(reader->function, (unsigned)argument));
  tb_ir_value *operand;
  int copy = -1;
  if (variable < 0 ||
      !LLVMGetEnumAttributeAtIndex(reader->function, (unsigned)argument + 1, reader->ir->byval_attribute))
    return TC_OK;
  TC_TRY(add_instruction(reader, TB_IR_OP_ALLOCA, 0, &reader->argument_copy[argument]));
  TC_TRY(add_instruction(reader, TB_IR_OP_COPY, 0, &copy));
  TC_TRY(tc_pool_alloc(reader->pool, 3 * sizeof *operand, &operand));
  operand[0] = (tb_ir_value){TB_VALUE_INSTRUCTION, reader->argument_copy[argument], true};
  operand[1] = (tb_ir_value){TB_VALUE_ARGUMENT, argument, true};
  reader->instructions.item[copy].operands = 3;
  reader->instructions.item[copy].operand = operand;
  tb_ir_instruction *memory = reader->instructions.item + reader->argument_copy[argument];
  memory->variable = reader->variables.item + variable;
  memory->is_pointer = memory->is_aggregate = true;
  return TC_OK;
}

/* Numbers all blocks and instructions before any is converted, so that operands can refer to later
 * instructions. */
static tc_status number_instructions(body_reader *reader, tb_ir_block *block) {
  int blocks = 0;
  const int arguments = (int)LLVMCountParams(reader->function);
  for (int a = 0; a < arguments; a++) TC_TRY(copy_argument(reader, a));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(reader->function); b;
       b = LLVMGetNextBasicBlock(b), blocks++) {
    TC_TRY(tb_ir_set_number(&reader->value_index, b, blocks));
    block[blocks].first = blocks ? reader->instructions.count : 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      const int op = tb_ir_find_op(i, LLVMGetInstructionOpcode(i));
      int number = -1;
      if (op < 0) continue;
      TC_TRY(add_instruction(reader, op, blocks, &number));
      TC_TRY(tb_ir_set_number(&reader->value_index, i, number));
    }
    block[blocks].end = reader->instructions.count;
  }
  return TC_OK;
}

static tc_status read_successors(body_reader *reader, LLVMBasicBlockRef from, tb_ir_block *block) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(from);
  const unsigned count = last ? LLVMGetNumSuccessors(last) : 0;
  int *successor;
  TC_TRY(tc_pool_alloc(reader->pool, count * sizeof *successor, &successor));
  for (unsigned i = 0; i < count; i++) {
    const int to = tb_ir_find_number(&reader->value_index, LLVMGetSuccessor(last, i));
    bool is_duplicate = false;
    for (int k = 0; k < block->successors && !is_duplicate; k++) is_duplicate = successor[k] == to;
    if (!is_duplicate) successor[block->successors++] = to;
  }
  block->successor = successor;
  return TC_OK;
}

static tc_status read_blocks(body_reader *reader, tb_ir_block *block) {
  int blocks = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(reader->function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      const int number = tb_ir_find_number(&reader->value_index, i);
      if (number >= 0) TC_TRY(read_instruction(reader, i, number));
    }
    TC_TRY(read_successors(reader, b, block + blocks++));
  }
  return TC_OK;
}

static tc_status read_declaration(body_reader *reader, LLVMValueRef declare) {
  LLVMValueRef wrapped = LLVMGetOperand(declare, 0), memory = NULL;
  tb_declared_variable variable = {0};
  if (LLVMGetMDNodeNumOperands(wrapped) == 1) LLVMGetMDNodeOperands(wrapped, &memory);
  if (!memory) return TC_OK;
  TC_TRY(tb_ir_convert_variable(reader->ir, LLVMValueAsMetadata(LLVMGetOperand(declare, 1)), &variable));
  if (!strncmp(variable.name, "__vla_expr", 10))
    /* Debug information names this variable, but the compiler has created it for the size of a
     * variable-length array. */
    return TC_OK;
  TC_TRY(tb_ir_set_number(&reader->variable_index, memory, reader->variables.count));
  return TC_ARRAY_ADD(&reader->variables, &variable);
}

static tc_status read_declarations(body_reader *reader) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(reader->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) == reader->ir->declare_function)
        TC_TRY(read_declaration(reader, i));
  return TC_OK;
}

static tc_status read_parameters(body_reader *reader, tb_ir_body *out) {
  tb_parameter *parameter;
  out->parameters = (int)LLVMCountParams(reader->function);
  TC_TRY(tc_pool_alloc(reader->pool, (size_t)out->parameters * sizeof *parameter, &parameter));
  out->parameter = parameter;
  TC_TRY(tc_pool_alloc(reader->pool, (size_t)out->parameters * sizeof *reader->argument_copy,
                       &reader->argument_copy));
  for (int i = 0; i < out->parameters; i++) {
    LLVMValueRef argument = LLVMGetParam(reader->function, (unsigned)i);
    const int variable = tb_ir_find_number(&reader->variable_index, argument);
    parameter[i].name = variable >= 0 ? reader->variables.item[variable].name : "";
    reader->argument_copy[i] = -1;
  }
  return TC_OK;
}

static tc_status read_body(body_reader *reader, tb_ir_body *out) {
  tb_ir_block *block;
  out->blocks = (int)LLVMCountBasicBlocks(reader->function);
  TC_TRY(tc_pool_alloc(reader->pool, (size_t)out->blocks * sizeof *block, &block));
  out->block = block;
  TC_TRY(read_declarations(reader));
  TC_TRY(read_parameters(reader, out));
  TC_TRY(number_instructions(reader, block));
  TC_TRY(read_blocks(reader, block));
  return TC_ARRAY_MOVE(&reader->instructions, reader->pool, &out->instructions, &out->instruction);
}

tc_status tb_ir_read(tb_ir *ir, int number, tb_facts *facts, tc_pool *pool, tb_ir_body *out) {
  body_reader reader = {.ir = ir,
                        .facts = facts,
                        .pool = pool,
                        .function = ir->function_value[number],
                        .variables = {.pool = pool}};
  *out = (tb_ir_body){0};
  tc_status status = read_body(&reader, out);
  tc_map_free(&reader.value_index);
  tc_map_free(&reader.variable_index);
  TC_ARRAY_FREE(&reader.instructions);
  return status;
}
