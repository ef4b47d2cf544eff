/* Solution of a distributed system for all its right-hand sides, with one setup. The command solve calls
 * tc_system_solve after tc_distributed_system_create, and writes the solution and the report. */
#ifndef TC_SYSTEM_SYSTEM_SOLVE_H
#define TC_SYSTEM_SYSTEM_SOLVE_H

#include "linear/choice/preconditioner_choice.h"
#include "linear/solver/solver.h"
#include "system/distributed_system.h"

/* Callbacks during the solves, which all ranks call with the same arguments. `k` is the number of the
 * right-hand side, from 0. `residual` and `target`, the required residual, are norms divided by the reference
 * norm. `is_true` has the same meaning as in tc_solver_monitor. Not collective. Each may be NULL. */
typedef struct tc_system_monitor {
  void *self;
  void (*begin)(void *self, int64_t k);
  void (*residual)(void *self, int64_t iteration, double residual, double target, bool is_true);
  void (*end)(void *self, const tc_solve_result *result);
} tc_system_monitor;

/* Options of a solve. If solver.method is NULL, the method is chosen: cg if matrix and preconditioner are
 * symmetric and all diagonal entries are positive, otherwise bicgstab. */
typedef struct tc_system_options {
  tc_solver_options solver;
  bool chooses_preconditioner; /* true to choose it by trials with the first right-hand side */
  bool relative_to_start; /* true if the tolerance is relative to the norm of the first residual instead of
                             the norm of b */
  /* a solve that did not converge is accepted if its relative residual is at most this number; 0 accepts
   * none */
  double accept;
  double level; /* constant added to each x after the check (unknowns are deviations from a level) */
  const tc_system_monitor *monitor; /* may be NULL */
} tc_system_options;

/* Solution for one right-hand side, the same on all ranks except for the members of the root. Numbers that
 * were not computed because the solve had failed are NaN. */
typedef struct tc_system_solution {
  tc_solve_result result;
  bool ignores_start;   /* true if the initial guess was not used, because its residual is larger than b */
  bool is_accepted;     /* root: true if x is returned; false if the solve or the check of x has failed */
  double residual;      /* norm of the solver's true residual, divided by the reference norm */
  double true_residual; /* root: norm of b - A x in the order of the file, divided by that of b */
  double row_residual;  /* root: tc_true_residual.row_relative */
  double error;         /* root: largest difference from the exact solution; NaN if that is unknown */
  uint64_t hash;        /* sum of tc_hash_element(row, value), with rows from 0 */
} tc_system_solution;

/* Results of all solves. A zeroed struct is a valid empty object. */
typedef struct tc_system_result {
  const tc_method *method;
  const tc_preconditioner *preconditioner;
  tc_preconditioner_choice choice; /* candidates of an automatic preconditioner; empty without a choice */
  int64_t rows, count;             /* number of rows and of right-hand sides */
  int64_t solves;                  /* number of solves that were begun; below `count` if one has failed */
  tc_system_solution *solution;    /* [count] solution for each right-hand side */
  double *x;       /* root: [rows * count] solutions, one after another; NULL on other ranks */
  double choice_s; /* seconds of the trials of an automatic preconditioner, on this rank; 0 without trials */
  double setup_s, solve_s; /* seconds for the setup and for all solves, on this rank */
  int colours, levels;     /* number of colours and of multigrid levels; 0 if there are none */
  int64_t iterations;      /* sum over all solves */
  bool is_bitwise;         /* true if the bits do not depend on the number of ranks */
  double iterations_s;     /* seconds of this rank in all solves, without loading and checking the vectors */
  tc_ledger ledger;        /* seconds, counts and work of this rank in iterations_s */
  tc_setup_times set_up;   /* seconds of the stages of the setup; for each stage those of the slowest rank */
  tc_multigrid_figures *multigrid; /* figures of the levels of all ranks; NULL without multigrid */
} tc_system_result;

/* Work of a solve before and after the work of the solver, without streams: the residual of the initial guess
 * and the norm of b, and the addition of the result to the initial guess. */
extern const tc_work tc_system_start_work, tc_system_end_work;

/* Collective. Solves the system for all right-hand sides, and before that chooses an automatic preconditioner
 * and logs the choice. On the root, `input` is the input from which the system was created; it is NULL on
 * other ranks. The values of x and the iterations are the same on any number of ranks and threads and for any
 * strategy, unless the preconditioner has the scope `rank`. On the root, the true residual is computed in the
 * order of the file. Matrices and vectors of very large or very small numbers are scaled by powers of two
 * during the solves. A solve whose initial guess has a larger residual than b starts from 0, with a warning
 * in the log of the system. The caller frees *out with tc_system_result_free, also after an error. After an
 * error *out is empty, unless the error is TC_NUMERICAL. In this case *out has the method and the results of
 * all solves up to the one that failed, for a report. Errors (on all ranks): TC_USAGE if method or
 * preconditioner need a symmetric matrix and the matrix is not symmetric; TC_NUMERICAL if a solve fails, x is
 * beyond double precision, a true residual exceeds ten times the required one by more than rounding, or the
 * residual of a row is more than a thousandth of the terms in this row (true_residual.h) and more than a
 * thousand times the relative residual (norms hide such a row if rows differ much in size); those of
 * tc_preconditioner_choice_compute and of tc_solver_create. */
tc_status tc_system_solve(tc_distributed_system *system, const tc_system_options *options,
                          const tc_system_input *input, tc_system_result *out);
void tc_system_result_free(tc_system_result *result);

#endif
