/* Linear solver: one driver for all methods and preconditioners. Implicit steps, steady solves and dry runs
 * create a solver once, solve for each right-hand side, and destroy it. The driver contains the loop over the
 * iterations. For every method the driver tests the same norm, verifies convergence with the true residual
 * and records the reason for the end. Methods (linear/methods) use the last section of this header. All ranks
 * call the collective functions in the same order and receive the same reason. */
#ifndef TC_LINEAR_SOLVER_SOLVER_H
#define TC_LINEAR_SOLVER_SOLVER_H

#include "base/ledger/setup_stages.h"
#include "base/numeric/dot.h"
#include "linear/solver/method.h"
#include "linear/solver/solver_reuse.h"
#include "linear/solver/vector_ops.h"
#include "linear/solver/virtual_split.h"

typedef struct tc_solver_options {
  const tc_method *method;
  tc_method_options method_options;
  const tc_preconditioner *preconditioner;
  tc_preconditioner_options preconditioner_options;
  double tolerance, absolute; /* converged if norm(b - A x) <= max(tolerance * reference, absolute) */
  int64_t most_iterations;
  int64_t iterations; /* 0 to iterate until convergence. If positive, the solve makes exactly this number of
                         iterations, or fewer if the residual becomes 0 or not finite */
  const tc_strategy *strategy; /* strategy of products with A */
  const tc_format *format;
} tc_solver_options;

/* Returns the preconditioner in use: the preconditioner that is built into the method, if there is one,
 * otherwise the preconditioner of the options. The method may be NULL. */
static inline const tc_preconditioner *tc_solver_effective_preconditioner(const tc_solver_options *options) {
  const tc_method *method = options->method;
  return method && method->built_in_preconditioner ? method->built_in_preconditioner
                                                   : options->preconditioner;
}

/* Returns the options of the method with the member that depends on the preconditioner. Callers that count
 * storage or work of a method use them. */
static inline tc_method_options tc_solver_method_options(const tc_solver_options *options) {
  tc_method_options out = options->method_options;
  out.is_flexible = tc_preconditioner_is_inexact(tc_solver_effective_preconditioner(options));
  return out;
}

/* True if the preconditioner applies multigrid cycles. */
static inline bool tc_solver_uses_cycles(const tc_solver_options *options) {
  const tc_preconditioner *p = tc_solver_effective_preconditioner(options);
  return p && tc_preconditioner_work(p, &options->preconditioner_options).cycles > 0;
}

/* Result of a solve, the same on all ranks. */
typedef struct tc_solve_result {
  tc_reason reason;
  int64_t iterations;
  /* number of verifications, each of which computes the true residual with a product */
  int64_t verifications;
  int64_t restarts; /* number of restarts from the true residual, after failed verifications and breakdowns */
  double initial_residual; /* equals the norm of b because x = 0 at the start */
  double target;           /* the solve has converged if the norm of the residual is at most `target` */
  double residual;         /* norm of the true residual at the end */
  /* smallest norm of a recursive or true residual so far; a failed verification sets it to the norm of the
   * true residual */
  double best;
  int64_t best_iteration; /* number of the iteration with the residual `best` */
  /* work according to the functions `work` of method and preconditioner, without messages and values of
   * sweeps and cycles */
  tc_work forecast_work;
} tc_solve_result;

typedef struct tc_solver_monitor {
  void *self;
  /* Not collective. Called with the norm of every residual, in the same order on all ranks. `is_true` is true
   * for a true residual and false for a recursive one. */
  void (*on_residual)(void *self, int64_t iteration, double residual, bool is_true);
  /* Collective. Called between two iterations. The function may call tc_solver_visit_state. If it returns an
   * error, the solve ends at once. May be NULL. */
  tc_status (*between_iterations)(void *self);
} tc_solver_monitor;

/* Guessed window of exponents (base/numeric/dot.h) for the next dot product that has a given index. Dot
 * products of one quantity in successive iterations have the same index. */
typedef struct tc_dot_window {
  int top;       /* top exponent of the window in which the next dot product with this index is summed */
  int first_top; /* top of the bin (base/numeric/dot.h) that contains the first dot product with this index in
                the last solve */
  int64_t is_used; /* nonzero if a dot product with this index has been completed in this solve */
} tc_dot_window;

/* State of the driver between two iterations. All members have 8 bytes, because they are restart data. */
typedef struct tc_solver_progress {
  double last_decrease_residual;   /* norm of the residual when it last decreased by 1 % or more */
  int64_t last_decrease_iteration; /* iteration in which `last_decrease_residual` was set */
  /* norm of the true residual in the last failed verification, in which the recursive residual was smaller */
  double refuted_residual;
  double start_residual;      /* norm of the residual at the last start of the method */
  int64_t breakdown_restarts; /* number of restarts after breakdowns */
  int64_t is_verified;        /* nonzero if tc_solver.r is the true residual */
} tc_solver_progress;

/* Solver of one rank. Methods read and write the members; all other callers use the functions below. */
typedef struct tc_solver {
  const tc_linear_system *system; /* borrowed */
  tc_solver_options options;
  tc_operator *op;
  void *preconditioner[2]; /* contexts of the preconditioners for A and for the adjoint of A */
  /* system for which the preconditioners were created: `system`, or split->system if `split` is not NULL,
   * with the coefficients at that time */
  tc_linear_system preconditioned;
  tc_solver_reuse reuse; /* reuse of the preconditioners after changes of the coefficients */
  /* system of the virtual ranks, for which the preconditioner is created; NULL if the preconditioner is
   * created for `system` */
  tc_virtual_split *split;
  /* setup times of the preconditioners on this rank, without the time to compute the adjoint of R */
  tc_setup_times set_up;
  int32_t rows;
  tc_arena *arena; /* private memory of x, r and the arrays of the method */
  double *x;       /* [rows] iterate */
  double
      *r; /* [rows] recursive residual during a solve, if the method computes it; true residual at the end */
  double rr;                 /* square of the norm of r */
  const double *b;           /* [rows] right-hand side; borrowed during a solve */
  void *state;               /* state of the method, of storage.state bytes; owned */
  tc_method_storage storage; /* memory that the method needs */
  tc_solver_progress progress;
  int64_t iterations_since_start; /* number of iterations since the last start of the method */
  int64_t slow_restarts; /* with an inexact preconditioner: number of consecutive failed verifications that
                            found little progress */
  bool has_warned;       /* true after the warning of a multigrid level that cannot be coarsened */
  double vector_norm;    /* typical norm of the vectors that are preconditioned; 0 if unknown */
  tc_reason reason;      /* set by the method at a breakdown; otherwise TC_REASON_none */
  /* `threads` is the maximum number of threads, `pass_threads` the number of threads in the last pass of
   * vector operations */
  int threads, pass_threads;
  int dots;              /* number of dot product indices, including those of the driver */
  tc_dot_window *window; /* [dots] guessed window of each dot product index */
  /* accumulators of dot products: sum[dots] over all ranks, partial[threads][dots] for each thread */
  tc_dot *sum, *partial;
  double *value;          /* [dots] results of the dot products of the driver and of callers between solves */
  tc_ledger *ledger;      /* ledger of the current solve, borrowed */
  tc_work *forecast_work; /* forecast of the work of the current solve, borrowed */
  tc_pool memory;         /* owns `state` and the arrays of dot products */
} tc_solver;

/* Collective. Creates a solver with its matrix, vectors and preconditioner. `system` is borrowed and must
 * outlive the solver. Errors (on all ranks): TC_USAGE if the method requires a self-adjoint matrix and
 * preconditioner and one of them is not, or if a preconditioner is set and the method accepts none.
 * TC_INTERNAL if the method needs an adjoint that the system lacks or if memory is exhausted. Also the errors
 * of MPI windows and of the preconditioner's setup. */
tc_status tc_solver_create(const tc_linear_system *system, const tc_solver_options *options, tc_solver **out);
void tc_solver_destroy(tc_solver **solver); /* collective */

/* Collective. Called between two solves after the owner of the system may have changed its coefficients shift
 * or scale, or has filled solver->reuse from a checkpoint. Builds the matrix and the preconditioners again if
 * necessary, and adds their times to solver->set_up. A preconditioner that is reusable is created again only
 * if tc_solver_reuse_is_allowed returns false, or if it was created for other coefficients than those in
 * solver->reuse. With other preconditioners, later solves have the bits of a new solver for the changed
 * system. Vectors, exchange and the memory of the method remain. Sets *has_changed to true if anything was
 * built. Errors (on all ranks): those of tc_solver_create; the solver can then only be destroyed. */
tc_status tc_solver_update(tc_solver *solver, bool *has_changed);

/* Not collective. Returns the number of colours of the preconditioner's elimination order; 0 if the
 * preconditioner has none. */
int tc_solver_colours(const tc_solver *solver);

/* Not collective. Returns the figures of the preconditioner's multigrid hierarchy, borrowed; NULL if it has
 * none. */
const tc_multigrid_figures *tc_solver_levels(const tc_solver *solver);

/* Collective. Computes in *out an upper bound of the condition number of P^-1 A, where P is the
 * preconditioner, from known bounds of eigenvalues. *out is 0 if no bound is known, or if not all eigenvalues
 * of A are known to be real and positive. Errors: those of MPI messages. */
tc_status tc_solver_condition(const tc_solver *solver, double *out);

/* Collective. Solves A x = b[rows] starting from x = 0. The tolerance is relative to `reference`, which is at
 * least 0. Afterwards solver->x contains the last iterate and solver->r its true residual, or the recursive
 * residual if the true residual is not finite. Both remain valid until the next solve. A solve that does not
 * converge is no error; out->reason contains the reason. `monitor` may be NULL. Errors: those of MPI windows,
 * MPI messages and monitor->between_iterations. */
tc_status tc_solver_solve(tc_solver *solver, const double *b, double reference,
                          const tc_solver_monitor *monitor, tc_ledger *ledger, tc_solve_result *out);

/* Not collective. Called between two iterations of a solve, or before a solve is resumed. Passes the restart
 * data to the visitor, except b and the tc_solve_result of the solve. If the visitor has filled the data from
 * a checkpoint, the caller then calls tc_solver_resume. Errors: those of the visitor. */
tc_status tc_solver_visit_state(tc_solver *solver, const tc_solver_visitor *visitor);

/* Collective. Continues a solve from its restart data, with the same bits as an uninterrupted solve. On entry
 * *out must have the content that it had when the restart data were saved. Errors: those of
 * tc_solver_solve. */
tc_status tc_solver_resume(tc_solver *solver, const double *b, const tc_solver_monitor *monitor,
                           tc_ledger *ledger, tc_solve_result *out);

/* Pure. Computes the work of one iteration, preconditioner included. `iteration` is the number of the
 * iteration since the last start of the method, from 1. The value 0 selects the work of the start, and -k the
 * work of the update of x after k iterations. */
void tc_solver_iteration(const tc_solver_options *options, int64_t iteration, tc_work *out);

/* Dot product indices for callers that use vector operations between solves. tc_solver_dot_index returns
 * index number k of these, for k from 0 to 3. */
enum { TC_SOLVER_EXTRA_DOTS = 4 };
static inline int tc_solver_dot_index(const tc_solver *s, int k) { return s->dots - 2 - k; }

/* ---- functions for methods ---- */

/* tc_solver_array returns array number k, of length rows, of the arrays that the method has requested
 * (tc_method_storage.arrays). tc_solver_operand returns the owned values of vector k of the operator, which
 * products use as input. */
static inline double *tc_solver_array(const tc_solver *s, int k) { return s->arena->vector[2 + k].value; }
static inline double *tc_solver_operand(const tc_solver *s, int k) {
  return tc_operator_vector(s->op, k)->value;
}

/* Ends an iteration at a breakdown: sets s->reason. Always returns TC_OK. */
static inline tc_status tc_solver_stop(tc_solver *s, tc_reason reason) {
  s->reason = reason;
  return TC_OK;
}

/* Returns the array to which a method writes P^-1 v. This array is `target`, or v itself if P is the
 * identity. */
static inline double *tc_solver_preconditioned_target(const tc_solver *s, double *v, double *target) {
  return s->options.preconditioner->create ? target : v;
}

/* Collective. tc_solver_multiply computes y[rows] = A x, tc_solver_multiply_adjoint y = A* x, where x is
 * vector k of the operator (tc_solver_operand). */
tc_status tc_solver_multiply(tc_solver *s, int k, double *y);
tc_status tc_solver_multiply_adjoint(tc_solver *s, int k, double *y);

/* Collective. Computes the true residual s->r = b - A x and the square of its norm, s->rr. Overwrites vector
 * 0 of the operator (tc_solver_operand). tc_solver_residual_work is the work of one call. */
tc_status tc_solver_residual(tc_solver *s);
extern const tc_work tc_solver_residual_work;

/* Work that the driver itself does at the start of a solve. */
extern const tc_work tc_solver_begin_work;

/* Adds `more` to the forecast work of the current solve. Methods call it for work that their function `work`
 * cannot forecast because it depends on the data. */
static inline void tc_solver_add_forecast_work(tc_solver *s, const tc_work *more) {
  tc_work_add(s->forecast_work, 1, more);
}

#endif
