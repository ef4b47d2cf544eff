/* A formula as a list of operations, each for a block of points at once: about ten times as fast as muParser,
 * which takes a formula's parts one by one at every point. Behind fv/formula/expression.h; not collective. */
#ifndef TC_FV_FORMULA_BYTECODE_H
#define TC_FV_FORMULA_BYTECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

/* Points at once: what a formula needs of them fits into the first cache. */
enum { TC_BYTECODE_BLOCK = 128 };

typedef enum tc_bytecode_op {
  TC_BYTECODE_NEGATE,
  TC_BYTECODE_ADD,
  TC_BYTECODE_SUBTRACT,
  TC_BYTECODE_MULTIPLY,
  TC_BYTECODE_DIVIDE,
  TC_BYTECODE_SQUARE,
  TC_BYTECODE_CUBE,
  TC_BYTECODE_FOURTH_POWER,
  TC_BYTECODE_LESS,
  TC_BYTECODE_LESS_EQUAL,
  TC_BYTECODE_GREATER,
  TC_BYTECODE_GREATER_EQUAL,
  TC_BYTECODE_EQUAL,
  TC_BYTECODE_NOT_EQUAL,
  TC_BYTECODE_AND,
  TC_BYTECODE_OR,
  TC_BYTECODE_MIN, /* of NaN and another: the first of both, as muParser does */
  TC_BYTECODE_MAX,
  TC_BYTECODE_SELECT, /* the second where the first is not 0, else the third */
  TC_BYTECODE_CALL1,
  TC_BYTECODE_CALL2,
} tc_bytecode_op;

/* Operands are numbers of registers: variables, then temporaries; a constant k is -1-k. */
typedef struct tc_bytecode_instruction {
  tc_bytecode_op operation;
  int operands, operand[3], to; /* to: a register, one of the operands perhaps */
  double (*call1)(double);
  double (*call2)(double, double);
} tc_bytecode_instruction;

typedef struct tc_bytecode {
  int variables, temporaries, constants, instructions;
  int result; /* an operand: what the last instruction gives, if there is any */
  bool *uses; /* [variables] */
  double *constant;
  tc_bytecode_instruction *instruction;
} tc_bytecode;

/* Of a formula in the variables name[0] .. name[names-1] that muParser takes: the same value, but for how
 * muParser joins constants. Errors, TC_USAGE: without `where`, what is not understood; parentheses, signs,
 * powers and choices inside each other more than 1000 deep. */
tc_status tc_bytecode_create(const char *formula, const char *const *name, int names, tc_bytecode **out);
void tc_bytecode_destroy(tc_bytecode **program);

/* One instruction at so many points. */
void tc_bytecode_apply(const tc_bytecode_instruction *how, const double *a, const double *b, const double *c,
                       double *out, int points);

/* What one thread computes in. */
typedef struct tc_bytecode_registers {
  double *own;       /* blocks: constants, variables, temporaries */
  const double **at; /* where each is read */
  bool *even; /* whether it holds the same value for all points: then that is worked out once a block */
} tc_bytecode_registers;

tc_status tc_bytecode_registers_init(const tc_bytecode *program, tc_bytecode_registers *out);
void tc_bytecode_registers_free(tc_bytecode_registers *registers);

/* The values of one variable at several points: value[i * stride] at point i. stride 0: one value for all. */
typedef struct tc_strided_values {
  const double *value;
  int stride;
} tc_strided_values;

/* out[i] at point from + i < to. */
void tc_bytecode_run(const tc_bytecode *program, tc_bytecode_registers *registers,
                     const tc_strided_values *column, int32_t from, int32_t to, double *out);

/* At one point, where the variables are at[variables]. */
void tc_bytecode_run_at(const tc_bytecode *program, tc_bytecode_registers *registers, const double *at,
                        double *out);

#endif
