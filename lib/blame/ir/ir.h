/* One translation unit as its unoptimised bitcode tells it, in plain structs: what the rest of the analysis
 * looks at instead of LLVM. Only lib/blame/ir/ir*.c include LLVM's headers; clang 14 makes the bitcode. */
#ifndef TC_BLAME_IR_IR_H
#define TC_BLAME_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"
#include "blame/facts/facts.h"
#include "blame/ir/types.h"

typedef enum tb_value_kind {
  TB_VALUE_NUMBER, /* a constant; `number` is it where it fits, else 0 */
  TB_VALUE_ARGUMENT,
  TB_VALUE_CODE, /* what the instruction of that number gives */
  TB_VALUE_GLOBAL,
  TB_VALUE_FUNCTION
} tb_value_kind;

typedef struct tb_ir_value {
  tb_value_kind kind;
  int number;
  bool pointer; /* it is one */
} tb_ir_value;

typedef enum tb_ir_op {
  TB_IR_OP_ALLOCA,   /* memory of a variable or of the compiler */
  TB_IR_OP_LOAD,     /* operand: address */
  TB_IR_OP_STORE,    /* operands: value, address */
  TB_IR_OP_ADDRESS,  /* from an address to one inside; operands: address, indices */
  TB_IR_OP_CAST,     /* of one value; also of pointers to integers and back */
  TB_IR_OP_PHI,      /* operands: one for each of `from` */
  TB_IR_OP_COMPUTE,  /* of its operands */
  TB_IR_OP_COPY,     /* memcpy; operands: to, from, bytes */
  TB_IR_OP_SET,      /* memset, and what else writes without reading memory; operands: address, values */
  TB_IR_OP_ATOMIC,   /* atomic: reads and writes; operands: address, values */
  TB_IR_OP_VARIADIC, /* va_start; operand: address */
  TB_IR_OP_PREFETCH, /* computes an address, and neither reads nor writes there; operands: address, numbers */
  TB_IR_OP_CALL,     /* operands: arguments, callee */
  TB_IR_OP_BRANCH,   /* conditional, switch; operand: condition */
  TB_IR_OP_JUMP,     /* unconditional: the end of a block, break, goto */
  TB_IR_OP_RETURN    /* operand: value, if any */
} tb_ir_op;

/* From an address to a member or an element of what is there. */
typedef struct tb_ir_step {
  bool element;
  const char *tag;     /* of a member: of which struct; NULL: it has no name */
  int64_t byte, bytes; /* of a member: where it lies */
} tb_ir_step;

/* A variable as its declaration says. */
typedef struct tb_declared_variable {
  const char *name;
  const tb_type *type; /* NULL: unknown */
  int line;
} tb_declared_variable;

enum {
  TB_FIELD_NONE = -1, /* none, or all that is read or written */
  TB_FIELD_KEPT = -2  /* a LOAD of the neighbours, to store them as they were */
};

typedef struct tb_ir_instruction {
  tb_ir_op op;
  int block;             /* -1: a constant expression */
  tb_source_position at; /* line 0: none */
  int operands;
  const tb_ir_value *operand;
  const int *from;  /* PHI: blocks */
  bool pointer;     /* gives one */
  bool aggregate;   /* LOAD, STORE, ALLOCA: of a struct or an array */
  bool is_volatile; /* LOAD, STORE */
  int64_t bits;     /* LOAD, STORE, ALLOCA: how many; 0: not known beforehand */
  int field; /* LOAD, STORE: where it is one of a bit-field: its first bit in what is read or written, or: */
  const tb_declared_variable *variable; /* ALLOCA: NULL: the compiler's own */
  const char *tag;                      /* ALLOCA of a struct: its name; NULL */
  int dimensions;                       /* ALLOCA: of an array whose size is known late */
  int steps;                            /* STEP */
  const tb_ir_step *step;
  const char *signature; /* CALL: type of the callee */
} tb_ir_instruction;

typedef struct tb_ir_block {
  int first, end; /* its codes */
  int successors;
  const int *successor; /* without repeats */
} tb_ir_block;

typedef struct tb_parameter {
  const char *name; /* "" when the source has none */
} tb_parameter;

/* A function of the unit; without a body, all but name and signature is 0. */
typedef struct tb_ir_function {
  const char *name, *signature;
  bool has_body, is_static;
  const char *path; /* of its file, absolute */
  int line;
} tb_ir_function;

typedef struct tb_global {
  const char *name;
  const tb_type *type; /* NULL: unknown */
  int line;
  bool is_static, is_text; /* text: a string constant or another without a name */
} tb_global;

/* A body. The pool given to tb_ir_read owns it. */
typedef struct tb_ir_body {
  int parameters;
  const tb_parameter *parameter;
  int codes, blocks;
  const tb_ir_instruction *code;
  const tb_ir_block *block; /* the first is the entry */
} tb_ir_body;

typedef struct tb_ir tb_ir;

/* Errors: TC_INPUT naming the bitcode when it is none, of another version, or without debug information. */
tc_status tb_ir_open(const char *bitcode, tb_ir **out);
void tb_ir_close(tb_ir **ir);

const char *tb_ir_path(const tb_ir *ir); /* of the source file, absolute */
int tb_ir_subprograms(const tb_ir *ir);
const tb_ir_function *tb_ir_subprogram(const tb_ir *ir, int number);
const tb_global *tb_ir_global(const tb_ir *ir, int number);
const tb_type *tb_ir_struct(const tb_ir *ir, const char *tag); /* NULL: none of that name */

/* The body of a function that has one. Spots name files of the facts. Errors: TC_INTERNAL. */
tc_status tb_ir_read(tb_ir *ir, int number, tb_facts *facts, tc_pool *pool, tb_ir_body *out);

/* Adds to the facts: pointers to functions in constant initialisers; one function of the unit that a pointer
 * in `member` ("tc_strategy.multiply", "" elsewhere) may lead to. Errors: TC_INTERNAL. */
tc_status tb_ir_targets(tb_ir *ir, tb_facts *facts);
tc_status tb_ir_target(const tb_ir *ir, int function, const char *member, tb_facts *facts);

#endif
