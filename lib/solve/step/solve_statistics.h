/* Statistics of the systems that a run has solved. The implicit integrators fill them during the run; reports
 * and the trial step read them. Solves and iterations are counts, residuals are in units of the reference,
 * which is the norm of the right-hand side or of the first residual. */
#ifndef TC_SOLVE_STEP_SOLVE_STATISTICS_H
#define TC_SOLVE_STEP_SOLVE_STATISTICS_H

#include "base/numeric/stats.h"
#include "linear/solver/solver.h"
#include "solve/space/restart_list.h"

/* Equal on all ranks. Zero-initialise before use. */
typedef struct tc_solve_statistics {
  const char *method, *preconditioner;
  int colours;            /* Number of colours of the sweeps; 0 without coloured sweeps. */
  tc_setup_times set_up;  /* Setup times; the matrix is set up once, because all steps have the same dt. */
  bool bitwise;           /* True if the results have the same bits on any number of ranks. */
  bool symmetric;         /* True if the matrix is symmetric in the inner product weighted by volumes. */
  double skew;            /* Asymmetry of the matrix (comm/layout/transpose.h). */
  double condition;       /* Upper bound of the condition of the preconditioned matrix; 0 if unknown. */
  bool conserves;         /* True if rows and solutions conserve the integral. */
  bool relative_to_start; /* True if the reference is the first residual. */
  double requested_tolerance; /* Tolerance that the user requested. */
  double tolerance; /* Tolerance of each solve. It is larger than that of the user if the latter is below
                       rounding; the system is then refined until rounding explains the residual. */
  int64_t solves;   /* Number of solves. */
  int64_t first, max, total; /* Numbers of iterations: of the first solve, of the longest one, of all. */
  int64_t accepted;          /* Number of solves that failed and were accepted. */
  int64_t uncertain; /* Number of steps whose values could not be confirmed because of a large contrast. */
  double worst;      /* Largest true residual at the end of a solve, not below rounding of the reference. */
  int64_t reason[TC_REASON_COUNT];
  tc_solve_result last;
  tc_work work;                 /* Work of the last step. */
  int64_t products, reductions; /* Products and reductions of all steps. */
  tc_timing_series iterations;
} tc_solve_statistics;

double
tc_solve_statistics_median(const tc_solve_statistics *record); /* Median number of iterations per solve. */

void tc_solve_statistics_add(tc_solve_statistics *record, const tc_solve_result *solution, double relative,
                             const tc_work *work);

/* Not collective. Lists all sums. The median is that of the iterations since the run was resumed. */
tc_status tc_solve_statistics_list_restart(tc_solve_statistics *record, tc_restart_list *keep);

#endif
