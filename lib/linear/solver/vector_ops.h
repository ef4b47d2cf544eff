/* Vector operations of the methods. A method passes a short list of operations. The solver executes all
 * operations for one block of rows before the next block, so that a block remains in the L1 cache from one
 * operation to the next. Methods and the driver call tc_solver_vector_ops between products. All ranks pass
 * the same list. */
#ifndef TC_LINEAR_SOLVER_VECTOR_OPS_H
#define TC_LINEAR_SOLVER_VECTOR_OPS_H

#include <stdint.h>

#include "base/core/status.h"

typedef enum tc_vector_op_kind {
  TC_VECTOR_OP_FILL,         /* out = factor */
  TC_VECTOR_OP_COPY,         /* out = x */
  TC_VECTOR_OP_SCALE,        /* out = factor x */
  TC_VECTOR_OP_AXPY,         /* out = out + factor x */
  TC_VECTOR_OP_AYPX,         /* out = x + factor out */
  TC_VECTOR_OP_WAXPY,        /* out = x + factor y */
  TC_VECTOR_OP_MULTIPLY,     /* out = x y, entry by entry */
  TC_VECTOR_OP_DOT,          /* dot[dot_index] = <x, y> */
  TC_VECTOR_OP_PRECONDITION, /* out = P^-1 x; no operation if P is the identity and out is x */
  TC_VECTOR_OP_PRECONDITION_ADJOINT
} tc_vector_op_kind;

/* One operation. x, y and out are arrays [rows]. Any two of them must be the same array or not overlap. */
typedef struct tc_vector_op {
  tc_vector_op_kind kind;
  double factor;
  const double *x, *y;
  double *out;
  int dot_index;
} tc_vector_op;

#define TC_VECTOR_FILL(a, out)                                                                               \
  (tc_vector_op) { TC_VECTOR_OP_FILL, (a), NULL, NULL, (out), 0 }
#define TC_VECTOR_COPY(x, out)                                                                               \
  (tc_vector_op) { TC_VECTOR_OP_COPY, 1.0, (x), NULL, (out), 0 }
#define TC_VECTOR_SCALE(a, x, out)                                                                           \
  (tc_vector_op) { TC_VECTOR_OP_SCALE, (a), (x), NULL, (out), 0 }
#define TC_VECTOR_AXPY(a, x, out)                                                                            \
  (tc_vector_op) { TC_VECTOR_OP_AXPY, (a), (x), NULL, (out), 0 }
#define TC_VECTOR_AYPX(x, a, out)                                                                            \
  (tc_vector_op) { TC_VECTOR_OP_AYPX, (a), (x), NULL, (out), 0 }
#define TC_VECTOR_WAXPY(x, a, y, out)                                                                        \
  (tc_vector_op) { TC_VECTOR_OP_WAXPY, (a), (x), (y), (out), 0 }
#define TC_VECTOR_MULTIPLY(x, y, out)                                                                        \
  (tc_vector_op) { TC_VECTOR_OP_MULTIPLY, 1.0, (x), (y), (out), 0 }
#define TC_VECTOR_DOT(index, x, y)                                                                           \
  (tc_vector_op) { TC_VECTOR_OP_DOT, 1.0, (x), (y), NULL, (index) }
#define TC_VECTOR_PRECONDITION(x, out)                                                                       \
  (tc_vector_op) { TC_VECTOR_OP_PRECONDITION, 1.0, (x), NULL, (out), 0 }
#define TC_VECTOR_PRECONDITION_ADJOINT(x, out)                                                               \
  (tc_vector_op) { TC_VECTOR_OP_PRECONDITION_ADJOINT, 1.0, (x), NULL, (out), 0 }

struct tc_solver;

/* Collective if the list contains a dot product or a preconditioning. Executes the operations in their order.
 * Dot products use the volume-weighted inner product and have the same bits on any number of ranks and
 * threads. Dot products must be the last operations of the list. All dot products of one list share one
 * reduction. dot[dot_index] receives the results; a method uses the indices 0 .. storage.dots - 1. An index
 * should denote the same quantity in all iterations, because the magnitude of the last result is the guess
 * for the magnitude of the next result. A preconditioning that is not diagonal divides the list into two
 * passes over the rows. Adds the work and the seconds of the phases vector, precond and reduce to the ledger.
 * Errors: those of MPI messages and of the preconditioner. */
tc_status tc_solver_vector_ops(struct tc_solver *solver, int count, const tc_vector_op *op, double *dot);

/* Calls tc_solver_vector_ops with a list of operations, such as TC_VECTOR_OPS(s, dot, TC_VECTOR_AXPY(..),
 * TC_VECTOR_DOT(..)). */
#define TC_VECTOR_OPS(s, dot, ...)                                                                           \
  tc_solver_vector_ops((s), (int)(sizeof((tc_vector_op[]){__VA_ARGS__}) / sizeof(tc_vector_op)),             \
                       (tc_vector_op[]){__VA_ARGS__}, (dot))

#endif
