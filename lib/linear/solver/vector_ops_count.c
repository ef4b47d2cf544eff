#include "linear/solver/vector_ops_count.h"

static bool is_precondition(const tc_vector_op *op) {
  return op->kind == TC_VECTOR_OP_PRECONDITION || op->kind == TC_VECTOR_OP_PRECONDITION_ADJOINT;
}

/* True if the operation applies the preconditioner P = I, which has no effect. Methods then pass the same
 * array as input and output. */
static bool does_nothing(const tc_vector_op *op) { return is_precondition(op) && op->out == op->x; }

static bool is_read(const tc_vector_op *op, const double *array) {
  if (does_nothing(op)) return false;
  const bool changes = op->kind == TC_VECTOR_OP_AXPY || op->kind == TC_VECTOR_OP_AYPX;
  return op->x == array || op->y == array || (changes && op->out == array);
}

static bool is_written(const tc_vector_op *op, const double *array) {
  return op->out == array && !does_nothing(op);
}

/* True if the list reads the array before it writes it. */
static bool reads_before(int count, const tc_vector_op *op, const double *array) {
  for (int i = 0; i < count; i++) {
    if (is_read(&op[i], array)) return true;
    if (is_written(&op[i], array)) return false;
  }
  return false;
}

static bool writes_array(int count, const tc_vector_op *op, const double *array) {
  for (int i = 0; i < count; i++)
    if (is_written(&op[i], array)) return true;
  return false;
}

static bool touches_array(int count, const tc_vector_op *op, const double *array) {
  for (int i = 0; i < count; i++)
    if (is_read(&op[i], array) || is_written(&op[i], array)) return true;
  return false;
}

/* Returns the number of streams of `array`, an operand of operation i. Returns 0 if an earlier operation of
 * the list uses the array, because its streams are counted there. */
static int streams_of(int count, const tc_vector_op *op, int i, const double *array) {
  if (!array || touches_array(i, op, array)) return 0;
  return reads_before(count - i, op + i, array) + writes_array(count - i, op + i, array);
}

static int64_t count_streams(int count, const tc_vector_op *op) {
  int64_t sum = 0;
  for (int i = 0; i < count; i++) {
    if (does_nothing(&op[i])) continue;
    sum += streams_of(count, op, i, op[i].x);
    if (op[i].y != op[i].x) sum += streams_of(count, op, i, op[i].y);
    if (op[i].out != op[i].x && op[i].out != op[i].y) sum += streams_of(count, op, i, op[i].out);
  }
  return sum;
}

static int op_flops(tc_vector_op_kind kind) {
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
    if (does_nothing(&op[i])) continue;
    work->row_flops += op_flops(op[i].kind);
    work->dots += op[i].kind == TC_VECTOR_OP_DOT;
    dots = dots || op[i].kind == TC_VECTOR_OP_DOT;
    diagonal = diagonal || op[i].kind == TC_VECTOR_OP_PRECONDITION;
    adjoint = adjoint || op[i].kind == TC_VECTOR_OP_PRECONDITION_ADJOINT;
    work->preconditionings += is_precondition(&op[i]);
  }
  work->streams +=
      count_streams(count, op) + dots + diagonal +
      /* one more stream for the volumes, and one for the diagonal of each of the two preconditioners */
      adjoint;
}
