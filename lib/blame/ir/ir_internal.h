/* What the files ir*.c share: the unit with LLVM's handles. */
#ifndef TC_BLAME_IR_IR_INTERNAL_H
#define TC_BLAME_IR_IR_INTERNAL_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/containers/pointer_map.h"
#include "blame/ir/ir.h"

struct tb_ir {
  tc_pool pool;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout; /* the module's */
  LLVMValueRef declare;     /* llvm.dbg.declare; NULL: no variables */
  const char *path;
  unsigned by_value;  /* kind of attribute */
  char *llvm_message; /* LLVM's message, its own memory */
  int subprograms, globals, types;
  tb_ir_function *subprogram;
  LLVMValueRef *function; /* [subprograms] */
  tb_global *global;
  LLVMValueRef *variable; /* [globals] */
  tc_pointer_map numbers; /* of functions and globals */
  tc_pointer_map files;   /* DIFile to the number in the facts */
  tc_pointer_map known;   /* types to their place in `type` */
  int type_room;
  tb_type **type;        /* [types] */
  LLVMValueRef *operand; /* [operand_room] of the node read last */
  unsigned operand_room;
  LLVMMetadataRef node;
};

/* Operands of a node of debug information; NULL: none of that number, or no memory for it. */
unsigned tb_ir_operands(tb_ir *ir, LLVMMetadataRef node);
LLVMValueRef tb_ir_operand_value(tb_ir *ir, LLVMMetadataRef node, unsigned number);
LLVMMetadataRef tb_ir_operand(tb_ir *ir, LLVMMetadataRef node, unsigned number);
/* A text among the operands, in the unit's pool; "" for none. */
tc_status tb_ir_text(tb_ir *ir, LLVMMetadataRef node, unsigned number, const char **out);

tc_status tb_ir_type(tb_ir *ir, LLVMMetadataRef node, const tb_type **out); /* NULL gives NULL: void */
tc_status tb_ir_variable(tb_ir *ir, LLVMMetadataRef node, tb_declared_variable *out);

tc_status tb_ir_file_path(tb_ir *ir, LLVMMetadataRef file, const char **out); /* absolute */
tc_status tb_ir_position(tb_ir *ir, LLVMValueRef instruction, tb_facts *facts, tb_source_position *out);

/* `field` of a LOAD or STORE of integers. Of any other integer that is shifted or masked it is something as
 * well: only the type of a place tells bit-fields. */
int tb_ir_field(LLVMValueRef instruction);

/* A tb_ir_op; -1: nothing that the analysis sees. */
int tb_ir_operation(LLVMValueRef instruction, LLVMOpcode opcode);

/* "struct.name" without its prefix and the number that LLVM adds; NULL: no name. */
tc_status tb_ir_tag(tb_ir *ir, LLVMTypeRef type, const char **out);

#endif
