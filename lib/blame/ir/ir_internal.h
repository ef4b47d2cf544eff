/* Internal to lib/blame/ir: the translation unit with its LLVM handles, and helpers that read debug
 * information. ir.c creates and destroys the unit. ir_body.c, ir_types.c and the others read it. Errors of
 * all functions: TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_IR_IR_INTERNAL_H
#define TC_BLAME_IR_IR_INTERNAL_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/containers/map.h"
#include "blame/ir/ir.h"

struct tb_ir {
  tc_pool pool;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout; /* data layout of the module */
  LLVMValueRef declare;     /* llvm.dbg.declare; NULL if the unit declares no variable */
  const char *path;
  unsigned by_value;  /* number of the attribute byval */
  char *llvm_message; /* first error message of LLVM, owned; NULL if there is none */
  int subprograms, globals;
  tb_ir_function *subprogram;
  LLVMValueRef *function; /* [subprograms] functions */
  tb_global *global;
  LLVMValueRef *variable;         /* [globals] variables */
  tc_map numbers;                 /* index of each function and global by its handle */
  tc_map files;                   /* index in the facts of the file of each DIFile node */
  tc_map known;                   /* index in `type` of each type node */
  TC_ARRAY(tb_type *) type;       /* converted types */
  TC_ARRAY(LLVMValueRef) operand; /* operands of `node`, the node that was read last */
  LLVMMetadataRef node;
};

/* Maps of handles of LLVM to numbers: tb_ir_set_number adds a handle or changes its number; tb_ir_number
 * returns -1 for an unknown handle. A map is zero-initialised before use. */
tc_status tb_ir_set_number(tc_map *map, const void *handle, int number);
int tb_ir_number(const tc_map *map, const void *handle);

/* tb_ir_operands returns the number of operands of a node of debug information. The other functions
 * return one of them; NULL if there is no operand of this number or memory is exhausted. */
unsigned tb_ir_operands(tb_ir *ir, LLVMMetadataRef node);
LLVMValueRef tb_ir_operand_value(tb_ir *ir, LLVMMetadataRef node, unsigned number);
LLVMMetadataRef tb_ir_operand(tb_ir *ir, LLVMMetadataRef node, unsigned number);
/* Returns the text of an operand, which the unit's pool owns; "" if there is none. */
tc_status tb_ir_text(tb_ir *ir, LLVMMetadataRef node, unsigned number, const char **out);

tc_status tb_ir_type(tb_ir *ir, LLVMMetadataRef node,
                     const tb_type **out); /* converts a type; NULL (void) gives NULL */
tc_status tb_ir_variable(tb_ir *ir, LLVMMetadataRef node, tb_declared_variable *out);

tc_status tb_ir_file_path(tb_ir *ir, LLVMMetadataRef file, const char **out); /* returns the absolute path */
tc_status tb_ir_position(tb_ir *ir, LLVMValueRef instruction, tb_facts *facts, tb_source_position *out);

/* Returns the value of tb_ir_instruction.field for a LOAD or STORE of an integer. If the integer is only
 * shifted or masked, it may return a bit number although there is no bit-field. The caller must therefore
 * check the type of the memory. */
int tb_ir_field(LLVMValueRef instruction);

/* Returns the kind of an instruction, a tb_ir_op; -1 if the analysis ignores it. */
int tb_ir_operation(LLVMValueRef instruction, LLVMOpcode opcode);

/* Returns the name of a struct without the prefix "struct." and without the number that LLVM appends; NULL if
 * the struct is unnamed. */
tc_status tb_ir_tag(tb_ir *ir, LLVMTypeRef type, const char **out);

#endif
