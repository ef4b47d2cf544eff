/* One translation unit as its unoptimised bitcode tells it, in plain structs: what the rest of the analysis
 * looks at instead of LLVM. Only lib/blame/ir/ir*.c include LLVM's headers; clang 14 makes the bitcode. */
#ifndef TC_BLAME_IR_IR_H
#define TC_BLAME_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"
#include "blame/facts/facts.h"
#include "blame/ir/types.h"

typedef enum tc_value_kind {
  TC_VALUE_NUMBER, /* a constant; `number` is it where it fits, else 0 */
  TC_VALUE_ARGUMENT,
  TC_VALUE_CODE, /* what the instruction of that number gives */
  TC_VALUE_GLOBAL,
  TC_VALUE_FUNCTION
} tc_value_kind;

typedef struct tc_value {
  tc_value_kind kind;
  int number;
  bool pointer; /* it is one */
} tc_value;

typedef enum tc_operation {
  TC_OP_ALLOCA,   /* memory of a variable or of the compiler */
  TC_OP_LOAD,     /* operand: address */
  TC_OP_STORE,    /* operands: value, address */
  TC_OP_STEP,     /* from an address to one inside; operands: address, indices */
  TC_OP_CAST,     /* of one value; also of pointers to integers and back */
  TC_OP_PHI,      /* operands: one for each of `from` */
  TC_OP_COMPUTE,  /* of its operands */
  TC_OP_COPY,     /* memcpy; operands: to, from, bytes */
  TC_OP_SET,      /* memset, and what else writes without reading memory; operands: address, values */
  TC_OP_CHANGE,   /* atomic: reads and writes; operands: address, values */
  TC_OP_VARIADIC, /* va_start; operand: address */
  TC_OP_PREFETCH, /* computes an address, and neither reads nor writes there; operands: address, numbers */
  TC_OP_CALL,     /* operands: arguments, callee */
  TC_OP_BRANCH,   /* conditional, switch; operand: condition */
  TC_OP_JUMP,     /* unconditional: the end of a block, break, goto */
  TC_OP_RETURN    /* operand: value, if any */
} tc_operation;

/* From an address to a member or an element of what is there. */
typedef struct tc_step {
  bool element;
  const char *tag;     /* of a member: of which struct; NULL: it has no name */
  int64_t byte, bytes; /* of a member: where it lies */
} tc_step;

/* A variable as its declaration says. */
typedef struct tc_variable {
  const char *name;
  const tc_type *type; /* NULL: unknown */
  int line;
} tc_variable;

enum {
  TC_FIELD_NONE = -1, /* none, or all that is read or written */
  TC_FIELD_KEPT = -2  /* a LOAD of the neighbours, to store them as they were */
};

typedef struct tc_instruction {
  tc_operation op;
  int block;  /* -1: a constant expression */
  tc_spot at; /* line 0: none */
  int operands;
  const tc_value *operand;
  const int *from;  /* PHI: blocks */
  bool pointer;     /* gives one */
  bool aggregate;   /* LOAD, STORE, ALLOCA: of a struct or an array */
  bool is_volatile; /* LOAD, STORE */
  int64_t bits;     /* LOAD, STORE, ALLOCA: how many; 0: not known beforehand */
  int field; /* LOAD, STORE: where it is one of a bit-field: its first bit in what is read or written, or: */
  const tc_variable *variable; /* ALLOCA: NULL: the compiler's own */
  const char *tag;             /* ALLOCA of a struct: its name; NULL */
  int dimensions;              /* ALLOCA: of an array whose size is known late */
  int steps;                   /* STEP */
  const tc_step *step;
  const char *signature; /* CALL: type of the callee */
} tc_instruction;

typedef struct tc_block {
  int first, end; /* its codes */
  int successors;
  const int *successor; /* without repeats */
} tc_block;

typedef struct tc_parameter {
  const char *name; /* "" when the source has none */
} tc_parameter;

/* A function of the unit; without a body, all but name and signature is 0. */
typedef struct tc_subprogram {
  const char *name, *signature;
  bool has_body, is_static;
  const char *path; /* of its file, absolute */
  int line;
} tc_subprogram;

typedef struct tc_global {
  const char *name;
  const tc_type *type; /* NULL: unknown */
  int line;
  bool is_static, is_text; /* text: a string constant or another without a name */
} tc_global;

/* A body. The pool given to tc_ir_read owns it. */
typedef struct tc_body {
  int parameters;
  const tc_parameter *parameter;
  int codes, blocks;
  const tc_instruction *code;
  const tc_block *block; /* the first is the entry */
} tc_body;

typedef struct tc_ir tc_ir;

/* Errors: TC_INPUT naming the bitcode when it is none, of another version, or without debug information. */
tc_status tc_ir_open(const char *bitcode, tc_ir **out);
void tc_ir_close(tc_ir **ir);

const char *tc_ir_path(const tc_ir *ir); /* of the source file, absolute */
int tc_ir_subprograms(const tc_ir *ir);
const tc_subprogram *tc_ir_subprogram(const tc_ir *ir, int number);
const tc_global *tc_ir_global(const tc_ir *ir, int number);
const tc_type *tc_ir_struct(const tc_ir *ir, const char *tag); /* NULL: none of that name */

/* The body of a function that has one. Spots name files of the facts. Errors: TC_INTERNAL. */
tc_status tc_ir_read(tc_ir *ir, int number, tc_facts *facts, tc_pool *pool, tc_body *out);

/* Adds to the facts: pointers to functions in constant initialisers; one function of the unit that a pointer
 * in `member` ("tc_strategy.multiply", "" elsewhere) may lead to. Errors: TC_INTERNAL. */
tc_status tc_ir_targets(tc_ir *ir, tc_facts *facts);
tc_status tc_ir_target(const tc_ir *ir, int function, const char *member, tc_facts *facts);

#endif
