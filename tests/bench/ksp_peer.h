/* Who can solve the system of the benchmark: the library, and PETSc's KSP. */
#ifndef TC_BENCH_KSP_PEER_H
#define TC_BENCH_KSP_PEER_H

#include "contender.h"
#include "ksp_system.h"

/* How the last solve went, the same on all ranks. */
typedef struct ksp_curve {
  int64_t iterations;
  const char *reason;
  double residual[KSP_MOST_ITERATIONS + 1]; /* norms that went along, from that of b on; 0 where unknown */
} ksp_curve;

/* Collective. A contender whose step is one whole solve from 0 with choice's method, preconditioner and
 * limits; load does nothing, copy gives the solution. curve: written by each solve. Errors on all ranks:
 * TC_USAGE for what is not there. */
tc_status ksp_open(const ksp_system *system, const char *name, const tc_solver_options *choice,
                   ksp_curve *curve, contender *out);

/* With the library's format of that name, followed by ":plain" for plain dot products. */
tc_status ksp_open_ours(const ksp_system *system, const char *name, const tc_solver_options *choice,
                        ksp_curve *curve, contender *out);

/* Weighted so that PETSc's norm is ours; unpreconditioned norms, from the right where the method can. Errors:
 * TC_USAGE where the program was built without PETSc. */
tc_status ksp_open_petsc(const ksp_system *system, const tc_solver_options *choice, ksp_curve *curve,
                         contender *out);
void ksp_end_petsc(void); /* collective, at the end */

/* Whether dot products are plain sums, whose bits depend on ranks and threads: from now on, everywhere. */
void ksp_set_plain(bool plain);

#endif
