/* What the files ir*.c share: the unit with LLVM's handles. */
#ifndef TC_BLAME_IR_IR_INTERNAL_H
#define TC_BLAME_IR_IR_INTERNAL_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/containers/pointer_map.h"
#include "blame/ir/ir.h"

struct tc_ir {
  tc_pool pool;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout; /* the module's */
  LLVMValueRef declare;     /* llvm.dbg.declare; NULL: no variables */
  const char *path;
  unsigned by_value; /* kind of attribute */
  char *said;        /* LLVM's message, its own memory */
  int subprograms, globals, types;
  tc_subprogram *subprogram;
  LLVMValueRef *function; /* [subprograms] */
  tc_global *global;
  LLVMValueRef *variable; /* [globals] */
  tc_map numbers;         /* of functions and globals */
  tc_map files;           /* DIFile to the number in the facts */
  tc_map known;           /* types to their place in `type` */
  int type_room;
  tc_type **type;        /* [types] */
  LLVMValueRef *operand; /* [operand_room] of the node read last */
  unsigned operand_room;
  LLVMMetadataRef node;
};

/* Operands of a node of debug information; NULL: none of that number, or no memory for it. */
unsigned tc_ir_operands(tc_ir *ir, LLVMMetadataRef node);
LLVMValueRef tc_ir_operand_value(tc_ir *ir, LLVMMetadataRef node, unsigned number);
LLVMMetadataRef tc_ir_operand(tc_ir *ir, LLVMMetadataRef node, unsigned number);
/* A text among the operands, in the unit's pool; "" for none. */
tc_status tc_ir_text(tc_ir *ir, LLVMMetadataRef node, unsigned number, const char **out);

tc_status tc_ir_type(tc_ir *ir, LLVMMetadataRef node, const tc_type **out); /* NULL gives NULL: void */
tc_status tc_ir_variable(tc_ir *ir, LLVMMetadataRef node, tc_variable *out);

tc_status tc_ir_file_path(tc_ir *ir, LLVMMetadataRef file, const char **out); /* absolute */
tc_status tc_ir_spot(tc_ir *ir, LLVMValueRef instruction, tc_facts *facts, tc_spot *out);

/* `field` of a LOAD or STORE of integers. Of any other integer that is shifted or masked it is something as
 * well: only the type of a place tells bit-fields. */
int tc_ir_field(LLVMValueRef instruction);

/* A tc_operation; -1: nothing that the analysis sees. */
int tc_ir_operation(LLVMValueRef instruction, LLVMOpcode opcode);

/* "struct.name" without its prefix and the number that LLVM adds; NULL: no name. */
tc_status tc_ir_tag(tc_ir *ir, LLVMTypeRef type, const char **out);

#endif
