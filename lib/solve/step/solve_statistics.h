/* Statistics of the linear systems that a run has solved. The integrators `implicit` and `steady` fill them
 * during the run; reports and the trial step read them. Norms of residuals are divided by a reference norm,
 * which is the norm of the right-hand side or of the first residual. */
#ifndef TC_SOLVE_STEP_SOLVE_STATISTICS_H
#define TC_SOLVE_STEP_SOLVE_STATISTICS_H

#include "base/numeric/stats.h"
#include "linear/solver/solver.h"
#include "solve/space/restart_list.h"

/* Statistics, equal on all ranks. Zero-initialise before use. */
typedef struct tc_solve_statistics {
  const char *method, *preconditioner;
  /* Figures of the multigrid levels after the last setup, combined over all ranks; 0 levels without
   * multigrid. */
  tc_multigrid_figures multigrid;
  int colours; /* Number of colours of the preconditioner's coloured sweeps; 0 if its sweeps are not coloured.
                */
  tc_setup_times set_up; /* Sum of the times of all setups of the solver. Each change of the step length
                            requires a new setup. */
  int64_t setups;        /* Number of setups since the beginning of the run or since it was resumed. */
  int64_t rebuilds; /* Number of times that a reusable preconditioner was created again for another length of
                       the step, since the beginning of the run. */
  bool bitwise;     /* True if the results have the same bits on any number of ranks. */
  bool symmetric;   /* True if the matrix is symmetric in the inner product weighted by volumes. */
  double skew;      /* Asymmetry of the matrix: relative norm of the skew part (comm/layout/transpose.h). */
  double condition; /* Upper bound of the condition number of the preconditioned matrix, maximum over all
                       setups; 0 if no bound is known. */
  bool conserves;   /* True if nothing flows out through the boundary, so that the matrix and its solutions
                       conserve the integral of the field. */
  bool relative_to_start; /* True if the reference is the norm of the first residual, false if it is the norm
                             of the right-hand side. */
  double requested_tolerance; /* Tolerance that the user requested. */
  double tolerance; /* Tolerance that each solve uses. It is larger than the requested tolerance if that is
                       below rounding. Solutions are then refined until rounding explains the residual. */
  int64_t solves;   /* Number of linear solves so far. */
  int64_t first, max, total; /* Numbers of iterations of the first solve, of the solve with the most
                                iterations, and of all solves together. */
  int64_t
      accepted; /* Number of solves that did not converge but were accepted (tc_implicit_options.accept). */
  int64_t uncertain; /* Number of steps with a small residual but a solution of unconfirmed accuracy. The
                        diagonal entries of the matrix then differ so much in size that the norm of the
                        residual may hide errors in some rows. */
  double worst; /* Largest true residual (relative norm) at the end of any solve. For a refined solve at least
                   the machine epsilon is recorded. */
  int64_t reason[TC_REASON_COUNT];
  tc_solve_result last;
  tc_work work;                 /* Solver work (vector operations, products) of the last step. */
  int64_t products, reductions; /* Numbers of matrix-vector products and of reductions in all steps. */
  tc_timing_series iterations;
} tc_solve_statistics;

double tc_solve_statistics_median(
    const tc_solve_statistics *record); /* Returns the median number of iterations per solve. */

void tc_solve_statistics_add(tc_solve_statistics *record, const tc_solve_result *solution, double relative,
                             const tc_work *work);

/* Not collective. Writes the multigrid levels to the log. Does nothing if `record` is NULL or has no levels.
 */
void tc_solve_statistics_log(const tc_solve_statistics *record, const tc_log *log);

/* Not collective. Writes the number of rebuilds of the multigrid levels to the log, if there were any. */
void tc_solve_statistics_log_rebuilds(const tc_solve_statistics *record, const tc_log *log);

/* Not collective. Adds the sums and maxima to the restart list, but not the number of iterations of each
 * solve. In a resumed run the median therefore covers only the solves since the run was resumed. */
tc_status tc_solve_statistics_list_restart(tc_solve_statistics *record, tc_restart_list *keep);

#endif
