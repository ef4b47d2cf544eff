/* Reuse of a preconditioner for a matrix whose coefficients shift and scale have changed, for instance with
 * the length of a time step. The preconditioner remains valid, but solves may need more iterations.
 * tc_solver_update creates it again if the coefficients or the iterations have changed too much. Its
 * decisions depend only on numbers that are equal on all ranks and that are restart data, so a resumed run
 * makes the same decisions. */
#ifndef TC_LINEAR_SOLVER_SOLVER_REUSE_H
#define TC_LINEAR_SOLVER_SOLVER_REUSE_H

#include <stdbool.h>
#include <stdint.h>

/* State of the reuse. All members have 8 bytes, because they are restart data. */
typedef struct tc_solver_reuse {
  double shift, scale; /* coefficients of the matrix for which the preconditioner is created */
  /* iterations of the first solve with this preconditioner, and of the last solve; 0 before the first one */
  int64_t first, last;
  int64_t rebuilds; /* number of decisions to create a reusable preconditioner again */
} tc_solver_reuse;

/* Pure. Returns true if the preconditioner may be used for a matrix with the coefficients `shift` and
 * `scale`. It must not be used if shift / scale has changed by more than a factor of 3, or if the last solve
 * needed more than `rebuild` times the iterations of the first one. If `rebuild` is 0, it is always used. */
bool tc_solver_reuse_is_allowed(const tc_solver_reuse *reuse, double shift, double scale, double rebuild);

/* Not collective. Sets the coefficients for which the preconditioner is created again, and the numbers of
 * iterations to 0. */
void tc_solver_reuse_restart(tc_solver_reuse *reuse, double shift, double scale);

/* Not collective. Records the iterations of a solve. A solve without iterations is ignored. */
void tc_solver_reuse_record(tc_solver_reuse *reuse, int64_t iterations);

#endif
