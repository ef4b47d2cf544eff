/* Linear solver: one driver for all methods and preconditioners. Time steps, steady solves and dry runs call
 * it: create once, solve for each right side, destroy. The driver tests the same norm for every method,
 * verifies convergence with the true residual and records the reason for the end. Methods (linear/methods)
 * use the last section of this header. All ranks call the collective functions in the same order and receive
 * the same reason. */
#ifndef TC_LINEAR_SOLVER_SOLVER_H
#define TC_LINEAR_SOLVER_SOLVER_H

#include "base/ledger/setup_stages.h"
#include "base/numeric/dot.h"
#include "linear/solver/method.h"
#include "linear/solver/vector_ops.h"
#include "linear/solver/virtual_split.h"

typedef struct tc_solver_options {
  const tc_method *method;
  tc_method_options method_options;
  const tc_preconditioner *preconditioner;
  tc_preconditioner_options preconditioner_options;
  double tolerance, absolute; /* converged if norm(b - A x) <= max(tolerance * reference, absolute) */
  int64_t most_iterations;
  int64_t iterations; /* if above 0: the solve makes exactly this number of iterations, or fewer if the
                         residual becomes 0 or not finite */
  const tc_strategy *strategy; /* strategy of the operator's products */
  const tc_format *format;
} tc_solver_options;

/* Returns the preconditioner in use: the one built into the method, or else that of the options. */
static inline const tc_preconditioner *tc_solver_applied(const tc_solver_options *choice) {
  return choice->method->built_in_preconditioner ? choice->method->built_in_preconditioner
                                                 : choice->preconditioner;
}

/* Result of a solve, the same on all ranks. */
typedef struct tc_solve_result {
  tc_reason reason;
  int64_t iterations;
  int64_t claims;   /* number of verifications: the true residual was computed with a product */
  int64_t restarts; /* number of restarts from the true residual, after failed verifications and breakdowns */
  double first;     /* norm of the first residual, which is that of b because x = 0 */
  double target;    /* norm at which the solve has converged */
  double residual;  /* norm of the true residual at the end */
  double best; /* smallest norm of a residual so far; after a failed verification it is the norm of the true
                  residual */
  int64_t best_at;  /* iteration of `best` */
  tc_work expected; /* work that the method and the preconditioner forecast for this solve, without
                       sweep_messages and sweep_values */
} tc_solve_result;

typedef struct tc_solver_monitor {
  void *self;
  /* Receives every residual in order, with the same calls on all ranks. `is_true` is true for a true residual
   * and false for a recursive one. Not collective. */
  void (*on_residual)(void *self, int64_t iteration, double residual, bool is_true);
  /* Collective. Called between two iterations. The function may call tc_solver_visit_state. If it returns an
   * error, the solve ends at once. May be NULL. */
  tc_status (*between)(void *self);
} tc_solver_monitor;

/* Window of exponents that the next dot product of an index will probably need (base/numeric/dot.h). */
typedef struct tc_dot_window {
  int top;         /* top of the window of the next dot product */
  int first;       /* top of the bin of the first dot product of the last solve */
  int64_t is_used; /* nonzero if this solve has computed a dot product of this index inside its window */
} tc_dot_window;

/* State of the driver between two iterations. All members have 8 bytes, because they are restart data. */
typedef struct tc_solver_progress {
  double improved;     /* residual at its last clear decrease (by 1 %) */
  int64_t improved_at; /* iteration of `improved` */
  double claimed;      /* true residual of the last failed verification */
  double begun;        /* norm of the residual at the last start of the method */
  int64_t beginnings;  /* number of restarts after breakdowns */
  int64_t verified;    /* nonzero if r is the true residual */
} tc_solver_progress;

/* Solver of one rank. Methods read and write the members; all other callers use the functions below. */
typedef struct tc_solver {
  const tc_linear_system *system; /* borrowed */
  tc_solver_options options;
  tc_operator *op;
  void *preconditioner[2]; /* contexts of the preconditioners for A and for its adjoint; created for `split`
                              if that is not NULL */
  tc_virtual_split *split; /* system of the virtual ranks; NULL: the preconditioner uses the system itself */
  tc_setup_times set_up; /* setup times of the preconditioners on this rank; the caller adds the transpose */
  int32_t rows;
  tc_arena *arena; /* private memory of x, r and the arrays of the method */
  double *x;       /* [rows] iterate */
  double *r;       /* [rows] recursive residual if the method stores one; the true residual at the end */
  double rr;       /* square of the norm of r */
  const double *b; /* [rows] the right side, during a solve */
  void *state;     /* owned: numbers of the method */
  tc_method_storage storage; /* sizes of the method's state and arrays */
  tc_solver_progress progress;
  int64_t since;         /* iterations since the method last started */
  tc_reason reason;      /* TC_REASON_none until the method reports a breakdown */
  int threads, team;     /* maximum number of threads; number of threads in the last pass */
  int dots;              /* number of dot product indices, including those of the driver */
  tc_dot_window *window; /* [dots] */
  tc_dot *sum, *partial; /* sum: [dots] sums over all ranks; partial: [threads][dots] sums of each thread */
  double *value;         /* [dots] results of the driver's own dot products */
  tc_ledger *ledger;     /* ledger of the current solve, borrowed */
  tc_work *expected;     /* forecast of the work of the current solve, borrowed */
} tc_solver;

/* Collective. Creates matrix, vectors and preconditioner. `system` is borrowed and must outlive the solver.
 * Errors (on all ranks): TC_USAGE if the method needs a self-adjoint matrix that the system is not, or if a
 * preconditioner is set that the method does not accept. TC_INTERNAL if the method needs an adjoint that the
 * system lacks or if memory is exhausted. Errors of windows and preconditioners. */
tc_status tc_solver_create(const tc_linear_system *system, const tc_solver_options *choice, tc_solver **out);
void tc_solver_destroy(tc_solver **solver); /* collective */

/* Not collective. Returns the number of colours of the preconditioner's elimination order; 0 if the
 * preconditioner has none. */
int tc_solver_colours(const tc_solver *solver);

/* Collective. Computes an upper bound of the condition number of P^-1 A from the known bounds of the spectra.
 * `*out` is 0 if no bound is known, or if the spectrum of A is not real and positive. Errors: those of
 * messages. */
tc_status tc_solver_condition(const tc_solver *solver, double *out);

/* Collective. Solves A x = b[rows] starting from x = 0. The tolerance is relative to `reference`, a norm of
 * at least 0. Afterwards solver->x holds the last iterate and solver->r its true residual (the recursive one
 * if it is not finite), both until the next solve. It is no error if the solve does not converge; out->reason
 * states the reason. `monitor` may be NULL. Errors: those of windows, messages and monitor->between. */
tc_status tc_solver_solve(tc_solver *solver, const double *b, double reference,
                          const tc_solver_monitor *monitor, tc_ledger *ledger, tc_solve_result *out);

/* Not collective. Passes the restart data of a solve between two iterations to the visitor, except b and
 * *out. If the visitor fills the data, the caller then calls tc_solver_resume. Errors: those of the
 * visitor. */
tc_status tc_solver_visit_state(tc_solver *solver, const tc_solver_visitor *visitor);

/* Collective. Continues a solve from its restart data, with the same bits as an uninterrupted solve. *out
 * must have its content from the time of the visit. Errors: those of tc_solver_solve. */
tc_status tc_solver_resume(tc_solver *solver, const double *b, const tc_solver_monitor *monitor,
                           tc_ledger *ledger, tc_solve_result *out);

/* Pure. Computes the work of iteration 1, 2, .. since the last start, preconditioner included. 0 selects the
 * start and -k the update after k iterations. */
void tc_solver_iteration(const tc_solver_options *choice, int64_t iteration, tc_work *out);

/* Pure. Computes the work of a solve of `iterations` iterations that ends with one verification,
 * preconditioner included. */
void tc_solver_work(const tc_solver_options *choice, int64_t iterations, tc_work *out);

/* Dot product indices for callers that run vector operations between solves. The results of indices 0 .. 3
 * are in solver->value. */
enum { TC_SOLVER_EXTRA_DOTS = 4 };
static inline int tc_solver_dot_index(const tc_solver *s, int k) { return s->dots - 2 - k; }

/* ---- functions for methods ---- */

/* tc_solver_array returns array k of the method. tc_solver_operand returns the owned values of operand k, a
 * vector with ghosts that products use as input. */
static inline double *tc_solver_array(const tc_solver *s, int k) { return s->arena->vector[2 + k].value; }
static inline double *tc_solver_operand(const tc_solver *s, int k) {
  return tc_operator_vector(s->op, k)->value;
}

/* Returns the array that receives P^-1 v: `place`, or v itself without a preconditioner. */
static inline double *tc_solver_preconditioned_target(const tc_solver *s, double *v, double *place) {
  return s->options.preconditioner->create ? place : v;
}

/* Collective. Compute y = A x or y = A* x, where x is operand k. */
tc_status tc_solver_multiply(tc_solver *s, int k, double *y);
tc_status tc_solver_multiply_adjoint(tc_solver *s, int k, double *y);

/* Collective. Computes the true residual s->r = b - A x and the square of its norm, s->rr. Overwrites the
 * first operand. tc_solver_residual_work is the work of one call. */
tc_status tc_solver_residual(tc_solver *s);
extern const tc_work tc_solver_residual_work;

/* Adds work of an iteration that the method's function `work` cannot forecast. */
static inline void tc_solver_add_expected_work(tc_solver *s, const tc_work *more) {
  tc_work_add(s->expected, 1, more);
}

#endif
