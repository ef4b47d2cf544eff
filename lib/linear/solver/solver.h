/* Solving linear systems: one driver for all methods and preconditioners, so that all of them test the same
 * norm, verify the end they claim, and say why they ended. */
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
  double tolerance,
      absolute; /* it ends when the norm of b - A x is at most max(tolerance * reference, absolute) */
  int64_t most_iterations;
  int64_t iterations;          /* above 0: exactly so many, without a test */
  const tc_strategy *strategy; /* of products */
  const tc_format *format;
} tc_solver_options;

/* What sweeps apply: the method's own, or the one that is chosen. */
static inline const tc_preconditioner *tc_solver_applied(const tc_solver_options *choice) {
  return choice->method->built_in_preconditioner ? choice->method->built_in_preconditioner
                                                 : choice->preconditioner;
}

/* How a solve went: the same on all ranks. */
typedef struct tc_solve_result {
  tc_reason reason;
  int64_t iterations;
  int64_t claims;   /* how often an end was claimed and verified with a product */
  int64_t restarts; /* from the true residual, when that was above what goes along */
  double first;     /* norm of the first residual, which is b */
  double target;    /* what was asked for */
  double residual;  /* norm of the true residual at the end */
  double best;      /* the smallest norm that went along, */
  int64_t best_at;  /* and in which iteration */
  tc_work
      expected; /* what method and preconditioner say that all of it did, beside sweep_messages and values */
} tc_solve_result;

typedef struct tc_solver_monitor {
  void *self;
  /* Told of every residual, in order; the same calls on all ranks. kind: whether it is the true one. Not
   * collective. */
  void (*on_residual)(void *self, int64_t iteration, double residual, bool is_true);
  /* Collective: between two iterations, when tc_solver_visit_state may be asked. An error ends the solve at
   * once. NULL: nobody asks. */
  tc_status (*between)(void *self);
} tc_solver_monitor;

/* Where the terms of a dot product probably lie the next time (base/numeric/dot.h). */
typedef struct tc_dot_window {
  int top;         /* of the next */
  int first;       /* of the first one of the last solve: a bin */
  int64_t is_used; /* whether there was one in this solve */
} tc_dot_window;

/* How the driver has come so far; numbers of 8 bytes. */
typedef struct tc_solver_progress {
  double improved;     /* the residual when it last became clearly smaller */
  int64_t improved_at; /* the iteration */
  double claimed;      /* the true residual of the last claim that did not hold */
  double begun;        /* the residual when the method began the last time */
  int64_t beginnings;  /* after breakdowns */
  int64_t verified;    /* r is the true residual */
} tc_solver_progress;

/* One rank's side. Methods read and write it; all others use the functions below. */
typedef struct tc_solver {
  const tc_linear_system *system; /* borrowed */
  tc_solver_options options;
  tc_operator *op;
  void *preconditioner[2]; /* of A and of its adjoint, */
  tc_virtual_split *split; /* or of their parts; NULL: of the system itself */
  tc_setup_times set_up;   /* what these took this rank; no transpose is made here */
  int32_t rows;
  tc_arena *arena; /* private memory of x, r and the arrays */
  double *x;       /* [rows] */
  double *r; /* [rows] the residual as it goes along, where a method keeps one; at the end the true one */
  double rr; /* square of its norm */
  const double *b;           /* [rows] the right side, during a solve */
  void *state;               /* the method's numbers, */
  tc_method_storage storage; /* and what else it keeps */
  tc_solver_progress progress;
  int64_t since;         /* iterations since the last start */
  tc_reason reason;      /* none as long as it goes on */
  int threads, team;     /* most of a sweep; those of the last one */
  int dots;              /* places, those of the driver included */
  tc_dot_window *window; /* [dots] */
  tc_dot *sum, *partial; /* [dots] of all ranks; [threads][dots] */
  double *value;         /* [dots] for the driver's own */
  tc_ledger *ledger;     /* of this solve, */
  tc_work *expected;     /* and what is said of it */
} tc_solver;

/* Collective. Makes matrix, vectors, preconditioner; the system must live as long. Errors on all ranks:
 * TC_USAGE when the method needs what the system or the preconditioner has not (a self-adjoint matrix, the
 * adjoint, no preconditioner); those of windows; of preconditioners; TC_INTERNAL out of memory. */
tc_status tc_solver_create(const tc_linear_system *system, const tc_solver_options *choice, tc_solver **out);
void tc_solver_destroy(tc_solver **solver); /* collective */

/* As its preconditioner says (linear/precondition/preconditioner.h). Not collective. */
int tc_solver_colours(const tc_solver *solver);

/* Collective. The condition of P^-1 A is at most so much, by what is known of the spectra; 0: nothing is, or
 * A has none that is real and positive. Errors: of messages. */
tc_status tc_solver_condition(const tc_solver *solver, double *out);

/* Collective. Solves A x = b from x = 0; b[rows]. reference: of the tolerance, at least 0. The solution, or
 * what was reached, is solver->x, the true residual solver->r, both until the next solve. That it did not
 * converge is no error: *out says so. monitor may be NULL. Errors: of windows and messages. */
tc_status tc_solver_solve(tc_solver *solver, const double *b, double reference,
                          const tc_solver_monitor *monitor, tc_ledger *ledger, tc_solve_result *out);

/* Lists all that a solve remembers between two iterations, beside b and *out. Where it is filled in,
 * tc_solver_resume follows. Not collective. */
tc_status tc_solver_visit_state(tc_solver *solver, const tc_solver_visitor *visitor);

/* Collective. The rest of a solve, with the bits of one that nobody has interrupted. *out: as it was between
 * these iterations. Errors as above. */
tc_status tc_solver_resume(tc_solver *solver, const double *b, const tc_solver_monitor *monitor,
                           tc_ledger *ledger, tc_solve_result *out);

/* Pure: what iteration 1, 2, .. since the last start does, preconditioner included; 0: the start; -k: the
 * update after k. */
void tc_solver_iteration(const tc_solver_options *choice, int64_t iteration, tc_work *out);

/* Pure: what a solve of so many iterations does that ends with a claim, the same way. */
void tc_solver_work(const tc_solver_options *choice, int64_t iterations, tc_work *out);

/* Places of dot products for whoever sweeps between solves, of values in solver->value: k = 0 .. 3. */
enum { TC_SOLVER_EXTRA_DOTS = 4 };
static inline int tc_solver_dot_index(const tc_solver *s, int k) { return s->dots - 2 - k; }

/* For methods. */

/* Array k, and operand k: what a product reads, with its entries. */
static inline double *tc_solver_array(const tc_solver *s, int k) { return s->arena->vector[2 + k].value; }
static inline double *tc_solver_operand(const tc_solver *s, int k) {
  return tc_operator_vector(s->op, k)->value;
}

/* Where P^-1 v is to be put: `place`, or v itself without a preconditioner. */
static inline double *tc_solver_preconditioned_target(const tc_solver *s, double *v, double *place) {
  return s->options.preconditioner->create ? place : v;
}

/* Collective. y = A (operand k), y = A* (operand k). */
tc_status tc_solver_multiply(tc_solver *s, int k, double *y);
tc_status tc_solver_multiply_adjoint(tc_solver *s, int k, double *y);

/* Collective. s->r becomes the true residual, b - A x, and s->rr the square of its norm. The first operand
 * is used for it. And what that does. */
tc_status tc_solver_residual(tc_solver *s);
extern const tc_work tc_solver_residual_work;

/* What an iteration does beyond what the method's `work` could know. */
static inline void tc_solver_add_expected_work(tc_solver *s, const tc_work *more) {
  tc_work_add(s->expected, 1, more);
}

#endif
