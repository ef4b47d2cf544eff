/* What became of the systems that a run has solved. */
#ifndef TC_SOLVE_STEP_SOLVE_STATISTICS_H
#define TC_SOLVE_STEP_SOLVE_STATISTICS_H

#include "base/numeric/stats.h"
#include "linear/solver/solver.h"
#include "solve/space/restart_list.h"

/* The same on all ranks. Zeroed before use. Residuals are in units of the reference: the right side's norm,
 * or the first residual's. */
typedef struct tc_solve_statistics {
  const char *method, *preconditioner;
  int colours;                /* by which sweeps take rows; 0: by none */
  tc_setup_times set_up;      /* made once: all steps have the same dt, and so the same matrix */
  bool bitwise;               /* the same bits on any number of ranks */
  bool symmetric;             /* of the matrix, in the inner product of volumes: */
  double skew;                /* how far it is from that (comm/layout/transpose.h) */
  double condition;           /* of the preconditioned matrix, at most; 0: nothing is known */
  bool conserves;             /* the rows keep the integral, and so do the solutions */
  bool relative_to_start;     /* the reference */
  double requested_tolerance; /* the tolerance that was asked for, */
  double tolerance;          /* and that of each solve: larger where what was asked for is below rounding, and
                                systems are solved for what is left until rounding explains it */
  int64_t solves;            /* made */
  int64_t first, max, total; /* iterations */
  int64_t accepted;          /* solves that failed and were kept */
  int64_t uncertain;         /* steps whose values could not be confirmed where rows are very unlike */
  double worst;              /* true residual at the end of any, not below rounding of the reference */
  int64_t reason[TC_REASON_COUNT];
  tc_solve_result last;
  tc_work work;                 /* of the last step, .. */
  int64_t products, reductions; /* .. and of all */
  tc_timing_series iterations;
} tc_solve_statistics;

double tc_solve_statistics_median(const tc_solve_statistics *record); /* iterations a solve */

void tc_solve_statistics_add(tc_solve_statistics *record, const tc_solve_result *solution, double relative,
                             const tc_work *work);

/* All that it has added up; the median is that of the iterations since a run went on. */
tc_status tc_solve_statistics_list_restart(tc_solve_statistics *record, tc_restart_list *keep);

#endif
