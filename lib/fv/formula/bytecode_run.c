/* Interpreter of bytecode. Each thread calls it for its range of points (fv/formula/expression.c). An
 * instruction is executed for all points of a block before the next instruction begins. If a register has the
 * same value at all points of the block (`is_uniform`), this value is computed once and copied to all points.
 */
#include <string.h>

#include "fv/formula/bytecode.h"

/* Loop over all points i that sets out[i] to `value`, an expression in i. An operand array may be identical
 * to `out`, but never overlaps it partly, so the compiler may vectorise the loop. */
#define EACH(value)                                                                                          \
  do {                                                                                                       \
    _Pragma("omp simd") for (int i = 0; i < points; i++) out[i] = (value);                                   \
    return;                                                                                                  \
  } while (0)

#define EACH_CALL(value)                                                                                     \
  do {                                                                                                       \
    for (int i = 0; i < points; i++) out[i] = (value);                                                       \
    return;                                                                                                  \
  } while (0)

void tc_bytecode_apply(const tc_bytecode_instruction *instruction, const double *a, const double *b,
                       const double *c, double *out, int points) {
  switch (instruction->operation) {
  case TC_BYTECODE_NEGATE: EACH(-a[i]);
  case TC_BYTECODE_ADD: EACH(a[i] + b[i]);
  case TC_BYTECODE_SUBTRACT: EACH(a[i] - b[i]);
  case TC_BYTECODE_MULTIPLY: EACH(a[i] * b[i]);
  case TC_BYTECODE_DIVIDE: EACH(a[i] / b[i]);
  case TC_BYTECODE_SQUARE: EACH(a[i] * a[i]);
  case TC_BYTECODE_CUBE: EACH(a[i] * a[i] * a[i]);
  case TC_BYTECODE_FOURTH_POWER: EACH(a[i] * a[i] * a[i] * a[i]);
  case TC_BYTECODE_LESS: EACH(a[i] < b[i] ? 1.0 : 0.0);
  case TC_BYTECODE_LESS_EQUAL: EACH(a[i] <= b[i] ? 1.0 : 0.0);
  case TC_BYTECODE_GREATER: EACH(a[i] > b[i] ? 1.0 : 0.0);
  case TC_BYTECODE_GREATER_EQUAL: EACH(a[i] >= b[i] ? 1.0 : 0.0);
  case TC_BYTECODE_EQUAL: EACH(a[i] == b[i] ? 1.0 : 0.0);
  case TC_BYTECODE_NOT_EQUAL: EACH(a[i] != b[i] ? 1.0 : 0.0);
  case TC_BYTECODE_AND: EACH(a[i] != 0.0 && b[i] != 0.0 ? 1.0 : 0.0);
  case TC_BYTECODE_OR: EACH(a[i] != 0.0 || b[i] != 0.0 ? 1.0 : 0.0);
  case TC_BYTECODE_MIN: EACH(b[i] < a[i] ? b[i] : a[i]);
  case TC_BYTECODE_MAX: EACH(a[i] < b[i] ? b[i] : a[i]);
  case TC_BYTECODE_SELECT: EACH(a[i] != 0.0 ? b[i] : c[i]);
  case TC_BYTECODE_CALL1: EACH_CALL(instruction->call1(a[i]));
  case TC_BYTECODE_CALL2: EACH_CALL(instruction->call2(a[i], b[i]));
  }
}

/* ---- registers ---- */

tc_status tc_bytecode_registers_init(const tc_bytecode *p, tc_pool *memory, tc_bytecode_registers *out) {
  const int count = p->constants + p->variables + p->temporaries;
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, out->storage, (size_t)count * TC_BYTECODE_BLOCK));
  TC_TRY(TC_POOL_ARRAY(memory, out->value, count));
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, out->is_uniform, count));
  for (int r = 0; r < count; r++) out->value[r] = out->storage + (size_t)r * TC_BYTECODE_BLOCK;
  for (int k = 0; k < p->constants; k++) {
    out->is_uniform[k] = true;
    for (int i = 0; i < TC_BYTECODE_BLOCK; i++) out->storage[k * TC_BYTECODE_BLOCK + i] = p->constant[k];
  }
  return TC_OK;
}

/* Returns the index of an operand's register. Registers of constants come before those of variables and
 * temporaries. */
static int register_index(const tc_bytecode *p, int operand) {
  return operand < 0 ? -1 - operand : p->constants + operand;
}

/* ---- runs ---- */

/* Loads the values of all variables at `points` points, beginning with point `first`, into their registers.
 * If the values of a variable are contiguous in `column`, the register points to them. Other values are
 * copied. */
static void load_variables(const tc_bytecode *p, tc_bytecode_registers *r, const tc_strided_values *column,
                           int32_t first, int points) {
  for (int k = 0; k < p->variables; k++) {
    if (!p->uses[k]) continue;
    const int slot = register_index(p, k);
    const size_t stride = (size_t)column[k].stride;
    const double *value = column[k].value + (size_t)first * stride;
    double *storage = r->storage + (size_t)slot * TC_BYTECODE_BLOCK;
    r->value[slot] = stride == 1 ? value : storage;
    r->is_uniform[slot] = stride == 0;
    for (int i = 0; stride != 1 && i < points; i++) storage[i] = value[(size_t)i * stride];
  }
}

/* Executes one instruction for all points of a block and writes the results to `to`. If all operands have the
 * same value at all points of the block, computes the result once and copies it. */
static void run_instruction(const tc_bytecode *p, const tc_bytecode_instruction *instruction,
                            tc_bytecode_registers *r, double *to, int points) {
  const double *operand[3];
  bool is_uniform = true;
  for (int i = 0; i < 3; i++) operand[i] = r->value[register_index(p, instruction->operand[i])];
  for (int i = 0; i < instruction->operands; i++)
    is_uniform = is_uniform && r->is_uniform[register_index(p, instruction->operand[i])];
  tc_bytecode_apply(instruction, operand[0], operand[1], operand[2], to, is_uniform ? 1 : points);
  for (int i = 1; is_uniform && i < points; i++) to[i] = to[0];
  r->is_uniform[register_index(p, instruction->target)] = is_uniform;
}

static void run_block(const tc_bytecode *p, tc_bytecode_registers *r, double *out, int points) {
  const int last = p->instructions - 1;
  for (int k = 0; k <= last; k++) {
    const tc_bytecode_instruction *instruction = &p->instruction[k];
    double *to =
        k < last ? r->storage + (size_t)register_index(p, instruction->target) * TC_BYTECODE_BLOCK : out;
    run_instruction(p, instruction, r, to, points);
  }
  if (last < 0) memmove(out, r->value[register_index(p, p->result)], (size_t)points * sizeof *out);
}

void tc_bytecode_run(const tc_bytecode *program, tc_bytecode_registers *registers,
                     const tc_strided_values *column, int32_t from, int32_t to, double *out) {
  for (int32_t first = from; first < to; first += TC_BYTECODE_BLOCK) {
    const int points = to - first < TC_BYTECODE_BLOCK ? (int)(to - first) : TC_BYTECODE_BLOCK;
    load_variables(program, registers, column, first, points);
    run_block(program, registers, out + (first - from), points);
  }
}

void tc_bytecode_run_at(const tc_bytecode *program, tc_bytecode_registers *registers, const double *point,
                        double *out) {
  for (int k = 0; k < program->variables; k++)
    if (program->uses[k]) registers->value[register_index(program, k)] = &point[k];
  run_block(program, registers, out, 1);
}
