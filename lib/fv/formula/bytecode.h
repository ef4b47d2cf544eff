/* A formula as a list of operations, each for a block of points at once: about ten times as fast as muParser,
 * which takes a formula's parts one by one at every point. Behind fv/formula/expression.h; not collective. */
#ifndef TC_FV_FORMULA_BYTECODE_H
#define TC_FV_FORMULA_BYTECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

/* Points at once: what a formula needs of them fits into the first cache. */
enum { TC_PROGRAM_BLOCK = 128 };

typedef enum tc_operation {
  TC_NEGATE,
  TC_ADD,
  TC_SUBTRACT,
  TC_MULTIPLY,
  TC_DIVIDE,
  TC_SQUARE,
  TC_CUBE,
  TC_FOURTH,
  TC_LESS,
  TC_LESS_EQUAL,
  TC_GREATER,
  TC_GREATER_EQUAL,
  TC_EQUAL,
  TC_NOT_EQUAL,
  TC_AND,
  TC_OR,
  TC_MIN, /* of NaN and another: the first of both, as muParser does */
  TC_MAX,
  TC_CHOOSE, /* the second where the first is not 0, else the third */
  TC_CALL1,
  TC_CALL2,
} tc_operation;

/* Operands are numbers of registers: variables, then temporaries; a constant k is -1-k. */
typedef struct tc_instruction {
  tc_operation operation;
  int operands, operand[3], to; /* to: a register, one of the operands perhaps */
  double (*call1)(double);
  double (*call2)(double, double);
} tc_instruction;

typedef struct tc_program {
  int variables, temporaries, constants, instructions;
  int result; /* an operand: what the last instruction gives, if there is any */
  bool *uses; /* [variables] */
  double *constant;
  tc_instruction *instruction;
} tc_program;

/* Of a formula in the variables name[0] .. name[names-1] that muParser takes: the same value, but for how
 * muParser joins constants. Errors, TC_USAGE: without `where`, what is not understood; parentheses, signs,
 * powers and choices inside each other more than 1000 deep. */
tc_status tc_program_create(const char *formula, const char *const *name, int names, tc_program **out);
void tc_program_destroy(tc_program **program);

/* One instruction at so many points. */
void tc_program_apply(const tc_instruction *how, const double *a, const double *b, const double *c,
                      double *out, int points);

/* What one thread computes in. */
typedef struct tc_registers {
  double *own;       /* blocks: constants, variables, temporaries */
  const double **at; /* where each is read */
  bool *even; /* whether it holds the same value for all points: then that is worked out once a block */
} tc_registers;

tc_status tc_registers_create(const tc_program *program, tc_registers *out);
void tc_registers_free(tc_registers *registers);

/* The values of one variable at several points: value[i * stride] at point i. stride 0: one value for all. */
typedef struct tc_column {
  const double *value;
  int stride;
} tc_column;

/* out[i] at point from + i < to. */
void tc_program_run(const tc_program *program, tc_registers *registers, const tc_column *column, int32_t from,
                    int32_t to, double *out);

/* At one point, where the variables are at[variables]. */
void tc_program_run_at(const tc_program *program, tc_registers *registers, const double *at, double *out);

#endif
