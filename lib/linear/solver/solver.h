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
  int64_t iterations; /* above 0: exactly this number of iterations, or fewer if the residual becomes 0 or not
                         finite */
  const tc_strategy *strategy; /* strategy of the products */
  const tc_format *format;
} tc_solver_options;

/* Returns the preconditioner in use: the one built into the method, or else the one of the options. */
static inline const tc_preconditioner *tc_solver_applied(const tc_solver_options *choice) {
  return choice->method->built_in_preconditioner ? choice->method->built_in_preconditioner
                                                 : choice->preconditioner;
}

/* Result of a solve, the same on all ranks. */
typedef struct tc_solve_result {
  tc_reason reason;
  int64_t iterations;
  int64_t claims;   /* number of times the true residual was computed with a product */
  int64_t restarts; /* restarts from the true residual: failed verifications and breakdowns */
  double first;     /* norm of the first residual, which is b because x = 0 */
  double target;    /* norm at which the solve has converged */
  double residual;  /* norm of the true residual at the end */
  double best;      /* smallest norm of a residual; after a failed verification the true norm */
  int64_t best_at;  /* iteration of `best` */
  tc_work expected; /* work that method and preconditioner forecast for the solve, without sweep_messages and
                       sweep_values */
} tc_solve_result;

typedef struct tc_solver_monitor {
  void *self;
  /* Receives every residual in order, with the same calls on all ranks. is_true: true for the true residual,
   * false for the recursive one. Not collective. */
  void (*on_residual)(void *self, int64_t iteration, double residual, bool is_true);
  /* Collective. Called between two iterations, when tc_solver_visit_state may be called. An error ends the
   * solve at once. May be NULL. */
  tc_status (*between)(void *self);
} tc_solver_monitor;

/* Guess of the window that the terms of the next dot product need (base/numeric/dot.h). */
typedef struct tc_dot_window {
  int top;         /* first bin of the window of the next dot product */
  int first;       /* bin of the first dot product of the last solve */
  int64_t is_used; /* nonzero if this solve has computed the dot product inside its window */
} tc_dot_window;

/* State of the driver between two iterations. All members have 8 bytes, because they are restart data. */
typedef struct tc_solver_progress {
  double improved;     /* residual when it last decreased clearly (by 1 %) */
  int64_t improved_at; /* iteration of `improved` */
  double claimed;      /* true residual of the last failed verification */
  double begun;        /* residual at the last start of the method */
  int64_t beginnings;  /* number of restarts after breakdowns */
  int64_t verified;    /* nonzero if r is the true residual */
} tc_solver_progress;

/* Solver of one rank. Methods read and write the members; all other callers use the functions below. */
typedef struct tc_solver {
  const tc_linear_system *system; /* borrowed */
  tc_solver_options options;
  tc_operator *op;
  void *preconditioner[2]; /* contexts for A and for its adjoint, of `split` if that is not NULL */
  tc_virtual_split *split; /* system of the virtual ranks; NULL: the preconditioner uses the system itself */
  tc_setup_times set_up; /* setup times of the preconditioners on this rank; this module forms no transpose */
  int32_t rows;
  tc_arena *arena; /* private memory of x, r and the arrays of the method */
  double *x;       /* [rows] */
  double *r;       /* [rows] recursive residual if the method stores one; the true residual at the end */
  double rr;       /* square of its norm */
  const double *b; /* [rows] the right side, during a solve */
  void *state;     /* owned: numbers of the method */
  tc_method_storage storage; /* sizes of the method's state and arrays */
  tc_solver_progress progress;
  int64_t since;         /* iterations since the last start */
  tc_reason reason;      /* none until the method ends the cycle */
  int threads, team;     /* maximum number of threads; number of threads in the last pass */
  int dots;              /* number of dot product indices, including those of the driver */
  tc_dot_window *window; /* [dots] */
  tc_dot *sum, *partial; /* sums [dots] of all ranks; sums [threads][dots] of each thread */
  double *value;         /* [dots] results of the driver's own dot products */
  tc_ledger *ledger;     /* ledger of the current solve, borrowed */
  tc_work *expected;     /* forecast work of the current solve, borrowed */
} tc_solver;

/* Collective. Creates matrix, vectors and preconditioner. `system` is borrowed and must outlive the solver.
 * Errors (on all ranks): TC_USAGE if the method needs a self-adjoint matrix or no preconditioner and the
 * options disagree, TC_INTERNAL if the method needs an adjoint that the system lacks or memory is exhausted,
 * and the errors of windows and preconditioners. */
tc_status tc_solver_create(const tc_linear_system *system, const tc_solver_options *choice, tc_solver **out);
void tc_solver_destroy(tc_solver **solver); /* collective */

/* Not collective. Returns the number of colours of the preconditioner's elimination order; 0 if the
 * preconditioner has none. */
int tc_solver_colours(const tc_solver *solver);

/* Collective. Computes an upper bound of the condition number of P^-1 A from the known bounds of the spectra.
 * `*out` is 0 if no bound is known, or if the spectrum of A is not real and positive. Errors: of messages. */
tc_status tc_solver_condition(const tc_solver *solver, double *out);

/* Collective. Solves A x = b[rows] starting from x = 0. reference: norm, at least 0, that the tolerance
 * multiplies. Afterwards solver->x holds the last iterate and solver->r its true residual (the recursive one
 * if it is not finite), both until the next solve. A solve that does not converge is no error; out->reason
 * states it. monitor may be NULL. Errors: of windows and messages, and of monitor->between. */
tc_status tc_solver_solve(tc_solver *solver, const double *b, double reference,
                          const tc_solver_monitor *monitor, tc_ledger *ledger, tc_solve_result *out);

/* Not collective. Lists the restart data of a solve between two iterations, except b and *out. After a
 * visitor that fills the data, the caller calls tc_solver_resume. Errors: of the visitor. */
tc_status tc_solver_visit_state(tc_solver *solver, const tc_solver_visitor *visitor);

/* Collective. Continues a solve from its restart data, with the same bits as an uninterrupted solve. *out: as
 * it was between these iterations. Errors as above. */
tc_status tc_solver_resume(tc_solver *solver, const double *b, const tc_solver_monitor *monitor,
                           tc_ledger *ledger, tc_solve_result *out);

/* Pure. Computes the work of iteration 1, 2, .. since the last start, preconditioner included. 0 selects the
 * start and -k the update after k iterations. */
void tc_solver_iteration(const tc_solver_options *choice, int64_t iteration, tc_work *out);

/* Pure. Computes the work of a solve of `iterations` iterations that ends with one verification,
 * preconditioner included. */
void tc_solver_work(const tc_solver_options *choice, int64_t iterations, tc_work *out);

/* Dot product indices for callers that run vector operations between solves; the results are in
 * solver->value, k = 0 .. 3. */
enum { TC_SOLVER_EXTRA_DOTS = 4 };
static inline int tc_solver_dot_index(const tc_solver *s, int k) { return s->dots - 2 - k; }

/* Functions for methods. */

/* Return array k of the method, and operand k, the input of a product with its ghosts. */
static inline double *tc_solver_array(const tc_solver *s, int k) { return s->arena->vector[2 + k].value; }
static inline double *tc_solver_operand(const tc_solver *s, int k) {
  return tc_operator_vector(s->op, k)->value;
}

/* Returns the array that receives P^-1 v: `place`, or v itself without a preconditioner. */
static inline double *tc_solver_preconditioned_target(const tc_solver *s, double *v, double *place) {
  return s->options.preconditioner->create ? place : v;
}

/* Collective. Compute y = A (operand k), and y = A* (operand k). */
tc_status tc_solver_multiply(tc_solver *s, int k, double *y);
tc_status tc_solver_multiply_adjoint(tc_solver *s, int k, double *y);

/* Collective. Computes the true residual s->r = b - A x and the square of its norm, s->rr. Overwrites the
 * first operand. tc_solver_residual_work is the work of one call. */
tc_status tc_solver_residual(tc_solver *s);
extern const tc_work tc_solver_residual_work;

/* Adds work of an iteration that the method's `work` cannot forecast. */
static inline void tc_solver_add_expected_work(tc_solver *s, const tc_work *more) {
  tc_work_add(s->expected, 1, more);
}

#endif
