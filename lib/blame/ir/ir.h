/* Intermediate representation (IR): one translation unit of unoptimised bitcode of clang 14, in plain
 * structs. blame/extract calls it and derives definitions from it. Only lib/blame/ir/ir*.c include headers of
 * LLVM. Usage: tb_ir_open, tb_ir_read for each function with a body, tb_ir_targets once, tb_ir_close. The
 * pool passed to tb_ir_read owns the bodies. The tb_ir owns all other data. */
#ifndef TC_BLAME_IR_IR_H
#define TC_BLAME_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"
#include "blame/facts/facts.h"
#include "blame/ir/types.h"

typedef enum tb_value_kind {
  TB_VALUE_NUMBER, /* a constant; `number` is its value if it fits, otherwise 0 */
  TB_VALUE_ARGUMENT,
  TB_VALUE_CODE, /* result of instruction `number` */
  TB_VALUE_GLOBAL,
  TB_VALUE_FUNCTION
} tb_value_kind;

typedef struct tb_ir_value {
  tb_value_kind kind;
  int number;
  bool pointer; /* true if the type of the value is a pointer */
} tb_ir_value;

typedef enum tb_ir_op {
  TB_IR_OP_ALLOCA,   /* memory of a variable, or temporary memory of the compiler */
  TB_IR_OP_LOAD,     /* operand: address */
  TB_IR_OP_STORE,    /* operands: value, address */
  TB_IR_OP_ADDRESS,  /* address of a part of an object; operands: address, indices */
  TB_IR_OP_CAST,     /* conversion of one value, also between pointers and integers */
  TB_IR_OP_PHI,      /* join of values; operands: one for each block of `from` */
  TB_IR_OP_COMPUTE,  /* arithmetic on its operands */
  TB_IR_OP_COPY,     /* memcpy; operands: to, from, bytes */
  TB_IR_OP_SET,      /* memset and other writes that read no memory; operands: address, values */
  TB_IR_OP_ATOMIC,   /* atomic read and write; operands: address, values */
  TB_IR_OP_VARIADIC, /* va_start; operand: address */
  TB_IR_OP_PREFETCH, /* computes an address without an access; operands: address, numbers */
  TB_IR_OP_CALL,     /* operands: arguments, callee */
  TB_IR_OP_BRANCH,   /* conditional branch or switch; operand: condition */
  TB_IR_OP_JUMP,     /* unconditional jump: end of a block, break, goto */
  TB_IR_OP_RETURN    /* operand: the returned value, if there is one */
} tb_ir_op;

/* Step from an address to a member or an element of the object there. */
typedef struct tb_ir_step {
  bool element;
  const char *tag; /* member: tag of its struct; NULL if unnamed */
  int64_t byte;    /* member: offset in bytes */
} tb_ir_step;

/* A variable as declared in the source. */
typedef struct tb_declared_variable {
  const char *name;
  const tb_type *type; /* NULL if unknown */
  int line;
} tb_declared_variable;

enum {
  TB_FIELD_NONE = -1, /* no bit-field, or all bits are accessed */
  TB_FIELD_KEPT = -2  /* a LOAD that serves only to preserve the neighbours of a bit-field */
};

typedef struct tb_ir_instruction {
  tb_ir_op op;
  int block;             /* block index; -1 for a constant expression */
  tb_source_position at; /* source position; line 0 if unknown */
  int operands;
  const tb_ir_value *operand;
  const int *from;  /* PHI: [operands] predecessor blocks */
  bool pointer;     /* true if the result is a pointer */
  bool aggregate;   /* LOAD, STORE, ALLOCA: true for a struct or an array */
  bool is_volatile; /* LOAD, STORE: true if the access is volatile */
  int64_t bits;     /* LOAD, STORE, ALLOCA: size in bits; 0 if unknown at compile time */
  int field;        /* LOAD, STORE: first bit of a bit-field within the accessed integer, or TB_FIELD_.. */
  const tb_declared_variable *variable; /* ALLOCA: the declared variable; NULL for memory of the compiler */
  const char *tag;                      /* ALLOCA of a struct: its tag; NULL if unnamed */
  int dimensions; /* ALLOCA of a variable-length array: number of dimensions; otherwise 0 */
  int steps;      /* ADDRESS: number of steps */
  const tb_ir_step *step;
  const char *signature; /* CALL: type of the callee */
} tb_ir_instruction;

typedef struct tb_ir_block {
  int first, end; /* range of its instructions in `code` */
  int successors;
  const int *successor; /* [successors] distinct blocks that may follow */
} tb_ir_block;

typedef struct tb_parameter {
  const char *name; /* name in the source; "" if there is none */
} tb_parameter;

/* A function of the unit. If it has no body, all members except name and signature are 0. */
typedef struct tb_ir_function {
  const char *name, *signature;
  bool has_body, is_static;
  const char *path; /* absolute path of its source file */
  int line;
} tb_ir_function;

typedef struct tb_global {
  const char *name;
  const tb_type *type; /* NULL if unknown */
  int line;
  bool is_static, is_text; /* is_text is true for a string constant or another unnamed constant */
} tb_global;

/* Body of a function. The pool passed to tb_ir_read owns it. */
typedef struct tb_ir_body {
  int parameters;
  const tb_parameter *parameter;
  int codes, blocks;
  const tb_ir_instruction *code;
  const tb_ir_block *block; /* block 0 is the entry */
} tb_ir_body;

typedef struct tb_ir tb_ir;

/* Opens a bitcode file. The caller closes *out. Errors: TC_INPUT with the file name if it is no bitcode, of
 * another version, or without debug information; TC_INTERNAL if memory is exhausted. */
tc_status tb_ir_open(const char *bitcode, tb_ir **out);
void tb_ir_close(tb_ir **ir);

const char *tb_ir_path(const tb_ir *ir); /* absolute path of the source file */
int tb_ir_subprograms(const tb_ir *ir);
const tb_ir_function *tb_ir_subprogram(const tb_ir *ir, int number);
const tb_global *tb_ir_global(const tb_ir *ir, int number);
const tb_type *tb_ir_struct(const tb_ir *ir, const char *tag); /* NULL if there is no struct of this name */

/* Reads the body of a function for which has_body is true. Source positions refer to files of `facts`.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_ir_read(tb_ir *ir, int number, tb_facts *facts, tc_pool *pool, tb_ir_body *out);

/* Add pointer targets to the facts. tb_ir_targets adds the functions in constant initialisers. tb_ir_target
 * adds one function to which a pointer in `member` may point; `member` is a name such as
 * "tc_strategy.multiply", or "". Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_ir_targets(tb_ir *ir, tb_facts *facts);
tc_status tb_ir_target(const tb_ir *ir, int function, const char *member, tb_facts *facts);

#endif
