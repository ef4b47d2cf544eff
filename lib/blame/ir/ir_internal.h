/* Internal to lib/blame/ir: the opened translation unit with its LLVM handles, and functions that read its
 * debug information. ir.c creates and destroys the unit, and the other ir_*.c files read it. All functions
 * return TC_INTERNAL if memory is exhausted. */
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
  /* LLVM function llvm.dbg.declare, which declares a variable; NULL if it is not used */
  LLVMValueRef declare_function;
  const char *path;
  unsigned byval_attribute; /* LLVM's number of the attribute `byval` (struct passed by value) */
  char *llvm_message;       /* first error message of LLVM, owned; NULL if there is none */
  int subprograms, globals;
  tb_ir_function *subprogram;
  LLVMValueRef *function_value; /* [subprograms] LLVM handle of each function */
  tb_global *global;
  LLVMValueRef *global_value; /* [globals] LLVM handle of each global variable */
  tc_map value_index;         /* maps the LLVM handle of a function or global variable to its index */
  tc_map file_index; /* maps a file node of the debug information to the number of the file in the facts */
  tc_map type_index; /* maps a type node of the debug information to its index in `type` */
  TC_ARRAY(tb_type *) type; /* converted types */
  /* operands of `cached_node`, the metadata node that was read last */
  TC_ARRAY(LLVMValueRef) cached_operand;
  LLVMMetadataRef cached_node;
};

/* Maps from LLVM handles to numbers. tb_ir_set_number adds a handle or changes its number. tb_ir_find_number
 * returns -1 for an unknown handle. Zero-initialise a map before use. */
tc_status tb_ir_set_number(tc_map *map, const void *handle, int number);
int tb_ir_find_number(const tc_map *map, const void *handle);

/* tb_ir_count_operands returns the number of operands of a node of debug information. tb_ir_get_operand_value
 * and tb_ir_get_operand return the operand with index `number`, or NULL if the node has fewer operands or
 * memory is exhausted. */
unsigned tb_ir_count_operands(tb_ir *ir, LLVMMetadataRef node);
LLVMValueRef tb_ir_get_operand_value(tb_ir *ir, LLVMMetadataRef node, unsigned number);
LLVMMetadataRef tb_ir_get_operand(tb_ir *ir, LLVMMetadataRef node, unsigned number);
/* Returns in *out the text of an operand, or "" if the operand does not exist. The pool of the unit owns the
 * text. */
tc_status tb_ir_copy_text(tb_ir *ir, LLVMMetadataRef node, unsigned number, const char **out);

/* Converts a type of the debug information. For NULL, which denotes void, sets *out to NULL. */
tc_status tb_ir_convert_type(tb_ir *ir, LLVMMetadataRef node, const tb_type **out);
tc_status tb_ir_convert_variable(tb_ir *ir, LLVMMetadataRef node, tb_declared_variable *out);

tc_status tb_ir_file_path(tb_ir *ir, LLVMMetadataRef file, const char **out); /* returns the absolute path */
tc_status tb_ir_convert_position(tb_ir *ir, LLVMValueRef instruction, tb_facts *facts,
                                 tb_source_position *out);

/* Returns the value of tb_ir_instruction.bit_field for a LOAD or STORE of an integer. The bit-field is
 * recognised by shifts and masks near the access. Ordinary code may contain the same instructions, so the
 * caller must check that the accessed member is a bit-field. */
int tb_ir_find_bit_field(LLVMValueRef instruction);

/* Returns the tb_ir_op of an LLVM instruction, or -1 if the analysis ignores the instruction. */
int tb_ir_find_op(LLVMValueRef instruction, LLVMOpcode opcode);

/* Returns the name of a struct without the prefix "struct." or "union." and without the number that LLVM
 * appends; NULL if the struct is unnamed. */
tc_status tb_ir_copy_tag(tb_ir *ir, LLVMTypeRef type, const char **out);

#endif
