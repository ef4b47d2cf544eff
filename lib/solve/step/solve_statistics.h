/* Statistics of the systems that a run has solved. The implicit integrators fill them during the run; reports
 * and the trial step read them. Residuals are relative to the reference, which is the norm of the right-hand
 * side or of the first residual. */
#ifndef TC_SOLVE_STEP_SOLVE_STATISTICS_H
#define TC_SOLVE_STEP_SOLVE_STATISTICS_H

#include "base/numeric/stats.h"
#include "linear/solver/solver.h"
#include "solve/space/restart_list.h"

/* Equal on all ranks. Zero-initialise before use. */
typedef struct tc_solve_statistics {
  const char *method, *preconditioner;
  int colours; /* Number of colours of the sweeps; 0 without coloured sweeps. */
  tc_setup_times
      set_up;       /* Times of the setup, which is performed once, because all steps have the same dt. */
  bool bitwise;     /* True if the results have the same bits on any number of ranks. */
  bool symmetric;   /* True if the matrix is symmetric in the inner product weighted by volumes. */
  double skew;      /* Asymmetry of the matrix (comm/layout/transpose.h). */
  double condition; /* Upper bound of the condition number of the preconditioned matrix; 0 if unknown. */
  bool conserves;   /* True if nothing leaves through the boundary, so that rows and solutions conserve the
                       integral. */
  bool relative_to_start;     /* True if the reference is the first residual. */
  double requested_tolerance; /* Tolerance that the user requested. */
  double tolerance; /* Tolerance of each solve. If the user's tolerance is below rounding, this one is larger,
                       and the system is refined until rounding explains the residual. */
  int64_t solves;   /* Number of solves. */
  int64_t first, max, total; /* Numbers of iterations: in the first solve, in the solve with the most
                                iterations, and in all solves. */
  int64_t
      accepted; /* Number of solves that did not converge but were accepted (tc_implicit_options.accept). */
  int64_t uncertain; /* Number of steps with a small residual whose values could not be confirmed, because the
                        diagonal entries of the matrix differ too much in size. */
  double worst; /* Largest true residual at the end of any solve; after a refinement at least the rounding
                   unit. */
  int64_t reason[TC_REASON_COUNT];
  tc_solve_result last;
  tc_work work;                 /* Work of the last step. */
  int64_t products, reductions; /* Numbers of products and of reductions in all steps. */
  tc_timing_series iterations;
} tc_solve_statistics;

double tc_solve_statistics_median(
    const tc_solve_statistics *record); /* Returns the median number of iterations per solve. */

void tc_solve_statistics_add(tc_solve_statistics *record, const tc_solve_result *solution, double relative,
                             const tc_work *work);

/* Not collective. Lists the sums and maxima as restart data, but not the single numbers of iterations. In a
 * resumed run the median therefore covers only the solves since the run was resumed. */
tc_status tc_solve_statistics_list_restart(tc_solve_statistics *record, tc_restart_list *keep);

#endif
