/* Vector operations, block by block on all threads. Methods and the driver call tc_solver_vector_ops with a
 * list that ends with its dot products. Preconditionings that are not diagonal divide the list, and each part
 * is one pass over the rows. A dot product is summed in a guessed window of exponents (base/numeric/dot.h).
 * If the guess was wrong, the sum is repeated with another window. The result has the same bits on any number
 * of ranks and threads. */
#include "linear/solver/vector_ops.h"

#include <omp.h>

#include "base/core/target_clones.h"
#include "base/core/timer.h"
#include "linear/solver/solver_internal.h"
#include "linear/solver/vector_ops_count.h"

/* Block size in rows: five arrays of 512 doubles fit in an L1 cache of 32 KiB. */
enum { block_rows = 512 };

static bool is_preconditioning(const tc_vector_op *op) {
  return op->kind == TC_VECTOR_OP_PRECONDITION || op->kind == TC_VECTOR_OP_PRECONDITION_ADJOINT;
}

static bool is_identity(const tc_solver *s, const tc_vector_op *op) {
  return is_preconditioning(op) && !s->options.preconditioner->create;
}

/* True if the operation applies a preconditioner that processes all rows at once, not block by block. */
static bool needs_all_rows(const tc_solver *s, const tc_vector_op *op) {
  return is_preconditioning(op) && s->options.preconditioner->apply;
}

static const double *diagonal_of(const tc_solver *s, const tc_vector_op *op) {
  return s->options.preconditioner->diagonal(
      s->preconditioner[op->kind == TC_VECTOR_OP_PRECONDITION_ADJOINT]);
}

#define FOR_ROWS for (int32_t i = begin; i < end; i++)

/* Executes one operation on the rows begin .. end - 1. A dot product adds to *dot. */
TC_TARGET_CLONES static void execute_on_block(const tc_solver *s, const tc_vector_op *op, int32_t begin,
                                              int32_t end, tc_dot *dot) {
  const double factor = op->factor, *x = op->x, *y = op->y;
  double *out = op->out;
  switch (op->kind) {
  case TC_VECTOR_OP_FILL: FOR_ROWS out[i] = factor; break;
  case TC_VECTOR_OP_COPY: FOR_ROWS out[i] = x[i]; break;
  case TC_VECTOR_OP_SCALE: FOR_ROWS out[i] = factor * x[i]; break;
  case TC_VECTOR_OP_AXPY: FOR_ROWS out[i] += factor * x[i]; break;
  case TC_VECTOR_OP_AYPX: FOR_ROWS out[i] = x[i] + factor * out[i]; break;
  case TC_VECTOR_OP_WAXPY: FOR_ROWS out[i] = x[i] + factor * y[i]; break;
  case TC_VECTOR_OP_MULTIPLY: FOR_ROWS out[i] = x[i] * y[i]; break;
  case TC_VECTOR_OP_DOT: tc_dot_add(dot, end - begin, s->system->volume + begin, x + begin, y + begin); break;
  case TC_VECTOR_OP_PRECONDITION:
  case TC_VECTOR_OP_PRECONDITION_ADJOINT:
    if (is_identity(s, op)) break;
    y = diagonal_of(s, op);
    FOR_ROWS out[i] = x[i] * y[i];
  }
}

/* Returns the array of partial sums of a thread, with one item for each dot product at the end of the
 * list. */
static tc_dot *thread_sums(const tc_solver *s, int thread) {
  return s->partial + (size_t)thread * (size_t)s->dots;
}

static void init_dots(const tc_solver *s, int dots, const tc_vector_op *op, tc_dot *dot) {
  for (int k = 0; k < dots; k++) tc_dot_init(s->window[op[k].dot_index].top, &dot[k]);
}

/* Executes consecutive operations of a list on the rows of the calling thread: `updates` operations, followed
 * by `dots` dot products. */
static void execute_on_thread_rows(tc_solver *s, int updates, int dots, const tc_vector_op *op) {
  int32_t begin, end;
  tc_matrix_thread_rows(s->rows, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);
  tc_dot *const sum = thread_sums(s, omp_get_thread_num());
  if (omp_get_thread_num() == 0) s->pass_threads = omp_get_num_threads();
  init_dots(s, dots, op + updates, sum);
  for (int32_t at = begin; at < end; at += block_rows) {
    const int32_t stop = at + block_rows < end ? at + block_rows : end;
    for (int i = 0; i < updates; i++) execute_on_block(s, &op[i], at, stop, NULL);
    for (int i = 0; i < dots; i++) execute_on_block(s, &op[updates + i], at, stop, &sum[i]);
  }
}

/* Executes consecutive operations of a list on all threads. If there is only one thread, no parallel region
 * is started, because starting one takes as long as processing some hundred rows. */
static void execute_pass(tc_solver *s, int updates, int dots, const tc_vector_op *op) {
  if (s->threads == 1) {
    execute_on_thread_rows(s, updates, dots, op);
    return;
  }
#pragma omp parallel num_threads(s->threads)
  execute_on_thread_rows(s, updates, dots, op);
}

/* True if the index belongs to the method. The next window of such an index is computed with tc_dot_next_top.
 * The next window of all other indices is the bin that contains the last result. */
static bool is_method_index(const tc_solver *s, int dot_index) {
  return dot_index < s->dots - TC_SOLVER_EXTRA_DOTS - 1;
}

void tc_solver_reset_dot_windows(tc_solver *s) {
  for (int k = 0; is_method_index(s, k); k++) {
    s->window[k].is_used = false;
    s->window[k].top = s->window[k].first_top;
  }
}

/* Sets the window of dot product index k, for the next dot product with this index or for a repetition of the
 * current one. */
static void update_window(const tc_solver *s, int k, const tc_dot *dot) {
  tc_dot_window *window = &s->window[k];
  if (!window->is_used) window->first_top = tc_dot_bin_top(dot);
  window->is_used = window->is_used || tc_dot_is_in_window(dot);
  window->top = is_method_index(s, k) ? tc_dot_next_top(dot) : tc_dot_bin_top(dot);
}

/* Collective. Merges the sums of all threads and ranks. Sets *windows_fit to true if each sum was in its
 * guessed window. Otherwise changes only the windows that did not fit, and the caller repeats the sums. */
static tc_status reduce_dots(tc_solver *s, int dots, const tc_vector_op *op, bool *windows_fit) {
  *windows_fit = true;
  init_dots(s, dots, op, s->sum);
  for (int t = 0; t < s->pass_threads; t++)
    for (int k = 0; k < dots; k++) tc_dot_merge(&s->sum[k], &thread_sums(s, t)[k]);
  TC_TRY(tc_world_dots(s->system->world, dots, s->sum));
  for (int k = 0; k < dots; k++) *windows_fit = *windows_fit && tc_dot_is_in_window(&s->sum[k]);
  for (int k = 0; k < dots; k++)
    if (*windows_fit || !tc_dot_is_in_window(&s->sum[k])) update_window(s, op[k].dot_index, &s->sum[k]);
  return TC_OK;
}

/* Collective. Completes the dot products after a pass and writes the results to out[dot_index]. Repeats sums
 * with a wrong window. All ranks repeat the same sums, because the merged results are equal on all ranks. */
static tc_status finish_dots(tc_solver *s, int dots, const tc_vector_op *op, double *out) {
  bool windows_fit = false;
  double now = tc_now_s();
  TC_TRY(reduce_dots(s, dots, op, &windows_fit));
  now = tc_ledger_add_time(s->ledger, TC_PHASE_reduce, now);
  while (!windows_fit) {
    execute_pass(s, 0, dots, op);
    now = tc_ledger_add_time(s->ledger, TC_PHASE_vector, now);
    TC_TRY(reduce_dots(s, dots, op, &windows_fit));
    now = tc_ledger_add_time(s->ledger, TC_PHASE_reduce, now);
  }
  for (int k = 0; k < dots; k++) out[op[k].dot_index] = tc_dot_value(&s->sum[k]);
  return TC_OK;
}

static int count_dots(int count, const tc_vector_op *op) {
  int dots = 0;
  while (dots < count && op[count - 1 - dots].kind == TC_VECTOR_OP_DOT) dots++;
  return dots;
}

/* Returns the number of operations before the next preconditioning that needs all rows, or before the end. */
static int count_pass_operations(const tc_solver *s, int count, const tc_vector_op *op) {
  int length = 0;
  while (length < count && !needs_all_rows(s, &op[length])) length++;
  return length;
}

static tc_status apply_preconditioner(tc_solver *s, const tc_vector_op *op) {
  const tc_preconditioner *preconditioner = s->options.preconditioner;
  void *ctx = s->preconditioner[op->kind == TC_VECTOR_OP_PRECONDITION_ADJOINT];
  s->ledger->work.preconditionings++;
  return s->split ? tc_virtual_split_apply(s->split, preconditioner, ctx, op->x, op->out, s->ledger)
                  : preconditioner->apply(ctx, op->x, op->out, s->ledger);
}

tc_status tc_solver_vector_ops(tc_solver *s, int count, const tc_vector_op *op, double *dot) {
  const int dots = count_dots(count, op);
  for (int at = 0; at < count;) {
    const int length = count_pass_operations(s, count - at, op + at);
    const bool last = at + length == count;
    const double now = tc_now_s();
    tc_vector_ops_count(length, op + at, &s->ledger->work);
    execute_pass(s, length - (last ? dots : 0), last ? dots : 0, op + at);
    tc_ledger_add_time(s->ledger, TC_PHASE_vector, now);
    at += length;
    if (!last) TC_TRY(apply_preconditioner(s, &op[at++]));
  }
  if (dots == 0) return TC_OK;
  s->ledger->work.reductions++;
  return finish_dots(s, dots, op + count - dots, dot);
}
