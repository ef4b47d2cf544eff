/* Intermediate representation (IR) of one translation unit: the functions, variables and types of an LLVM
 * bitcode file, converted to plain structs. The bitcode must come from clang 14 without optimisation. The
 * static analysis in blame/extract calls these functions. Only lib/blame/ir/ir*.c include headers of LLVM.
 * Usage: tb_ir_open, tb_ir_read for each function with a body, tb_ir_record_initialisers once, tb_ir_close.
 * The pool passed to tb_ir_read owns the function bodies. The tb_ir owns all other data. */
#ifndef TC_BLAME_IR_IR_H
#define TC_BLAME_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"
#include "blame/facts/facts.h"
#include "blame/ir/types.h"

typedef enum tb_value_kind {
  TB_VALUE_NUMBER, /* constant; `number` is the value if it is an integer of at most 32 bits, otherwise 0 */
  TB_VALUE_ARGUMENT,
  TB_VALUE_INSTRUCTION, /* result of the instruction tb_ir_body.instruction[number] */
  TB_VALUE_GLOBAL,
  TB_VALUE_FUNCTION
} tb_value_kind;

typedef struct tb_ir_value {
  tb_value_kind kind;
  int number;
  bool is_pointer; /* true if the type of the value is a pointer */
} tb_ir_value;

typedef enum tb_ir_op {
  TB_IR_OP_ALLOCA,   /* reserves stack memory for a variable or a temporary of the compiler */
  TB_IR_OP_LOAD,     /* reads memory; operand: address */
  TB_IR_OP_STORE,    /* writes memory; operands: value, address */
  TB_IR_OP_ADDRESS,  /* computes the address of a member or an element; operands: address, indices */
  TB_IR_OP_CAST,     /* converts one value, also between pointers and integers */
  TB_IR_OP_PHI,      /* selects a value by the preceding block; operands: the possible values */
  TB_IR_OP_COMPUTE,  /* arithmetic, comparison or another computation on the operands */
  TB_IR_OP_COPY,     /* memcpy or memmove; operands: destination, source, number of bytes */
  TB_IR_OP_SET,      /* memset; operands: address, byte value, number of bytes */
  TB_IR_OP_ATOMIC,   /* atomic read-modify-write or inline assembly; operands: address, values */
  TB_IR_OP_VARIADIC, /* va_start; operand: address of the va_list */
  TB_IR_OP_PREFETCH, /* prefetches an address; operands: address, options of the prefetch */
  TB_IR_OP_CALL,     /* calls a function; operands: arguments, then the callee */
  TB_IR_OP_BRANCH,   /* conditional branch or switch; operand: the condition */
  TB_IR_OP_JUMP,     /* unconditional jump, for example for break, goto or the end of a loop body */
  TB_IR_OP_RETURN    /* returns from the function; operand: the returned value, if there is one */
} tb_ir_op;

/* One step of an address computation: from an object to one of its elements or members. */
typedef struct tb_ir_step {
  bool is_element;
  const char *tag;     /* for a member: name of its struct; NULL if the struct has no name */
  int64_t byte_offset; /* for a member: offset within the struct in bytes */
} tb_ir_step;

/* A variable as it is declared in the source. */
typedef struct tb_declared_variable {
  const char *name;
  const tb_type *type; /* C type; NULL if unknown */
  int line;
} tb_declared_variable;

enum {
  TB_FIELD_NONE = -1, /* the access does not refer to a bit-field, or it covers the whole integer */
  TB_FIELD_PRESERVED =
      -2 /* a LOAD that precedes the store of a bit-field and only preserves the neighbouring bits */
};

typedef struct tb_ir_instruction {
  tb_ir_op op;
  int block; /* index of the block that contains the instruction; -1 for a constant expression */
  tb_source_position position; /* source position; line 0 if unknown */
  int operands;
  const tb_ir_value *operand;
  const int *incoming_block; /* PHI: [operands] preceding block that selects each operand */
  bool is_pointer;           /* true if the result is a pointer */
  bool is_aggregate;         /* LOAD, STORE, ALLOCA: true if the accessed type is a struct or an array */
  bool is_volatile;          /* LOAD, STORE: true if the access is volatile */
  int64_t bits;              /* LOAD, STORE, ALLOCA: size in bits; 0 if unknown at compile time */
  /* LOAD, STORE: first bit of the bit-field in the accessed integer, TB_FIELD_NONE or TB_FIELD_PRESERVED */
  int bit_field;
  /* ALLOCA: the declared variable; NULL for a temporary of the compiler */
  const tb_declared_variable *variable;
  const char *tag; /* ALLOCA of a struct: name of the struct; NULL if it has none */
  int dimensions;  /* ALLOCA of a variable-length array: number of dimensions; otherwise 0 */
  int steps;       /* ADDRESS: number of entries in `step` */
  const tb_ir_step *step;
  const char *signature; /* CALL: function type of the callee, as LLVM prints it */
} tb_ir_instruction;

typedef struct tb_ir_block {
  int first, end; /* instructions of the block: instruction[first] to instruction[end - 1] of tb_ir_body */
  int successors;
  const int *successor; /* [successors] indices of the blocks that may run next, without duplicates */
} tb_ir_block;

typedef struct tb_parameter {
  const char *name; /* name in the source; "" if the parameter has no name */
} tb_parameter;

/* A function of the translation unit. If it has no body, only its name and signature are set. */
typedef struct tb_ir_function {
  const char *name, *signature;
  bool has_body, is_static;
  const char *path; /* absolute path of the file that defines the function */
  int line;
} tb_ir_function;

typedef struct tb_global {
  const char *name;
  const tb_type *type; /* C type; NULL if unknown */
  int line;
  bool is_static, is_text; /* is_text: true for a string constant or another constant without a name */
} tb_global;

/* Instructions and blocks of a function. The pool passed to tb_ir_read owns them. */
typedef struct tb_ir_body {
  int parameters;
  const tb_parameter *parameter;
  int instructions, blocks;
  const tb_ir_instruction *instruction;
  const tb_ir_block *block; /* [blocks] The function starts at block 0. */
} tb_ir_body;

typedef struct tb_ir tb_ir;

/* Opens a bitcode file. The caller closes *out. Errors: TC_INPUT with the file name if the file is not
 * bitcode of clang 14 or has no debug information; TC_INTERNAL if memory is exhausted. */
tc_status tb_ir_open(const char *bitcode, tb_ir **out);
void tb_ir_close(tb_ir **ir);

const char *tb_ir_path(const tb_ir *ir); /* absolute path of the source file of the unit */
int tb_ir_subprograms(const tb_ir *ir);
const tb_ir_function *tb_ir_subprogram(const tb_ir *ir, int number);
const tb_global *tb_ir_global(const tb_ir *ir, int number);
/* Returns the struct type with this name; NULL if the unit has none. */
const tb_type *tb_ir_find_struct(const tb_ir *ir, const char *tag);

/* Reads the body of a function for which has_body is true. Each source position contains the index of its
 * file in `facts`. Files that are missing there are added. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_ir_read(tb_ir *ir, int number, tb_facts *facts, tc_pool *pool, tb_ir_body *out);

/* The following functions record in the facts which functions may be called through a function pointer.
 * tb_ir_record_initialisers records the functions whose addresses occur in initialisers of global variables.
 * tb_ir_record_target records one function whose address is stored in the struct member or global variable
 * `member`, such as "tc_strategy.multiply"; "" if it is stored in neither. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_ir_record_initialisers(tb_ir *ir, tb_facts *facts);
tc_status tb_ir_record_target(const tb_ir *ir, int function, const char *member, tb_facts *facts);

#endif
