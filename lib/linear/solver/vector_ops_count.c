#include "linear/solver/vector_ops_count.h"

static bool is_preconditioning(const tc_vector_op *op) {
  return op->kind == TC_VECTOR_OP_PRECONDITION || op->kind == TC_VECTOR_OP_PRECONDITION_ADJOINT;
}

/* True if the operation applies the preconditioner P = I, which has no effect. In this case methods pass the
 * same array as input and output. */
static bool is_identity(const tc_vector_op *op) { return is_preconditioning(op) && op->out == op->x; }

static bool operation_reads(const tc_vector_op *op, const double *array) {
  if (is_identity(op)) return false;
  const bool is_in_place = op->kind == TC_VECTOR_OP_AXPY || op->kind == TC_VECTOR_OP_AYPX;
  return op->x == array || op->y == array || (is_in_place && op->out == array);
}

static bool operation_writes(const tc_vector_op *op, const double *array) {
  return op->out == array && !is_identity(op);
}

/* True if the list reads the array before it writes it. */
static bool list_reads_first(int count, const tc_vector_op *op, const double *array) {
  for (int i = 0; i < count; i++) {
    if (operation_reads(&op[i], array)) return true;
    if (operation_writes(&op[i], array)) return false;
  }
  return false;
}

static bool list_writes(int count, const tc_vector_op *op, const double *array) {
  for (int i = 0; i < count; i++)
    if (operation_writes(&op[i], array)) return true;
  return false;
}

static bool list_uses(int count, const tc_vector_op *op, const double *array) {
  for (int i = 0; i < count; i++)
    if (operation_reads(&op[i], array) || operation_writes(&op[i], array)) return true;
  return false;
}

/* Returns the number of streams of `array`, an operand of operation i. Returns 0 if an earlier operation of
 * the list uses the array, because its streams are counted there. */
static int count_array_streams(int count, const tc_vector_op *op, int i, const double *array) {
  if (!array || list_uses(i, op, array)) return 0;
  return list_reads_first(count - i, op + i, array) + list_writes(count - i, op + i, array);
}

static int64_t count_streams(int count, const tc_vector_op *op) {
  int64_t sum = 0;
  for (int i = 0; i < count; i++) {
    if (is_identity(&op[i])) continue;
    sum += count_array_streams(count, op, i, op[i].x);
    if (op[i].y != op[i].x) sum += count_array_streams(count, op, i, op[i].y);
    if (op[i].out != op[i].x && op[i].out != op[i].y) sum += count_array_streams(count, op, i, op[i].out);
  }
  return sum;
}

static int count_flops(tc_vector_op_kind kind) {
  switch (kind) {
  case TC_VECTOR_OP_AXPY:
  case TC_VECTOR_OP_AYPX:
  case TC_VECTOR_OP_WAXPY:
  case TC_VECTOR_OP_DOT: return 2;
  case TC_VECTOR_OP_SCALE:
  case TC_VECTOR_OP_MULTIPLY:
  case TC_VECTOR_OP_PRECONDITION:
  case TC_VECTOR_OP_PRECONDITION_ADJOINT: return 1;
  case TC_VECTOR_OP_FILL:
  case TC_VECTOR_OP_COPY: return 0;
  }
  return 0;
}

void tc_vector_ops_count(int count, const tc_vector_op *op, tc_work *work) {
  bool dots = false, diagonal = false, adjoint = false;
  for (int i = 0; i < count; i++) {
    if (is_identity(&op[i])) continue;
    work->row_flops += count_flops(op[i].kind);
    work->dots += op[i].kind == TC_VECTOR_OP_DOT;
    dots = dots || op[i].kind == TC_VECTOR_OP_DOT;
    diagonal = diagonal || op[i].kind == TC_VECTOR_OP_PRECONDITION;
    adjoint = adjoint || op[i].kind == TC_VECTOR_OP_PRECONDITION_ADJOINT;
    work->preconditionings += is_preconditioning(&op[i]);
  }
  work->streams += count_streams(count, op) + dots + diagonal +
                   /* One more stream is counted for the volumes of dot products, and one for the diagonal of
                      each of the two preconditioners. */
                   adjoint;
}
