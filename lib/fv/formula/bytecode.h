/* Bytecode of a formula: a list of operations, each of which is applied to a block of points at once.
 * Evaluation is about ten times as fast as with muParser, which evaluates formulas point by point. Internal
 * to fv/formula. All threads may share the compiled program, but each thread needs its own registers. Not
 * collective. */
#ifndef TC_FV_FORMULA_BYTECODE_H
#define TC_FV_FORMULA_BYTECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"

/* Number of points per block. With 128 points the registers of a typical formula fit into the L1 cache. */
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
  TC_BYTECODE_MIN, /* minimum of two operands; the first operand if one of them is NaN, as in muParser */
  TC_BYTECODE_MAX,
  TC_BYTECODE_SELECT, /* the second operand if the first operand is not 0, otherwise the third */
  TC_BYTECODE_CALL1,
  TC_BYTECODE_CALL2,
} tc_bytecode_op;

/* One operation on registers. operand[0 .. operands-1] are its operands. An operand >= 0 is a register
 * number: variables are numbered first, then temporaries. The operand -1-k is constant k. */
typedef struct tc_bytecode_instruction {
  tc_bytecode_op operation;
  int operands, operand[3],
      target; /* target: register that receives the result; it may be one of the operands */
  double (*call1)(double);
  double (*call2)(double, double);
} tc_bytecode_instruction;

typedef struct tc_bytecode {
  int variables, temporaries, constants, instructions;
  int result; /* register or constant with the value of the formula, numbered like an operand */
  bool *uses; /* [variables] true for each variable that the formula contains */
  double *constant;
  tc_bytecode_instruction *instruction;
} tc_bytecode;

/* Compiles a formula in the variables name[0] .. name[names-1]. muParser must have accepted the formula. The
 * values equal those of muParser except for rounding, because muParser evaluates constant parts in another
 * order. `*out` is allocated in `memory` and valid as long as this pool. Errors: TC_USAGE if the text has a
 * syntax error, or if parentheses, signs, powers and conditions are nested more than 1000 deep; TC_INTERNAL
 * if memory is exhausted. Messages do not state where the config contains the formula. The caller adds
 * this. */
tc_status tc_bytecode_create(const char *formula, const char *const *name, int names, tc_pool *memory,
                             tc_bytecode **out);

/* Applies the instruction `instruction` at `points` points: sets out[i] to the result for the operands a[i],
 * b[i] and c[i]. Pointers to operands that the operation does not use may be NULL. `out` may be equal to an
 * operand, but must not overlap it partly. */
void tc_bytecode_apply(const tc_bytecode_instruction *instruction, const double *a, const double *b,
                       const double *c, double *out, int points);

/* Registers of one thread. */
typedef struct tc_bytecode_registers {
  double *storage; /* [registers][TC_BYTECODE_BLOCK] values of all registers at the points of a block. The
                  order of registers is constants, variables, temporaries */
  const double **value; /* [registers] address from which the values of each register are read: in `storage`,
                        or in an array of the caller */
  bool *is_uniform; /* [registers] true for each register that has the same value at all points of the block.
                 Such a value is computed only once */
} tc_bytecode_registers;

/* Allocates the arrays of `*out` in `memory`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_bytecode_registers_init(const tc_bytecode *program, tc_pool *memory, tc_bytecode_registers *out);

/* Values of one variable at all points: value[i * stride] is the value at point i. With stride 0 all points
 * have the same value. */
typedef struct tc_strided_values {
  const double *value;
  int stride;
} tc_strided_values;

/* Evaluates the formula at the points i with from <= i < to and writes the value at point i to out[i - from].
 * column[k] contains the values of variable k at all points. */
void tc_bytecode_run(const tc_bytecode *program, tc_bytecode_registers *registers,
                     const tc_strided_values *column, int32_t from, int32_t to, double *out);

/* Evaluates the formula at one point, where variable k has the value point[k], and writes its value to
 * `*out`.
 */
void tc_bytecode_run_at(const tc_bytecode *program, tc_bytecode_registers *registers, const double *point,
                        double *out);

#endif
