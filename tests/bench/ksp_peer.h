/* Contenders that solve the system of the benchmark: the library and PETSc's KSP. */
#ifndef TC_BENCH_KSP_PEER_H
#define TC_BENCH_KSP_PEER_H

#include "contender.h"
#include "ksp_system.h"

/* Result of the last solve, equal on all ranks. */
typedef struct ksp_curve {
  int64_t iterations;
  const char *reason;
  double residual[KSP_MOST_ITERATIONS +
                  1]; /* recursive residual norms, beginning with that of b; 0 if unknown */
} ksp_curve;

/* Collective. Opens a contender whose step is one complete solve from 0 with the method, preconditioner and
 * limits of `choice`. load does nothing, and copy returns the solution. Each solve writes `curve`. Errors on
 * all ranks: TC_USAGE if the contender does not exist. */
tc_status ksp_open(const ksp_system *system, const char *name, const tc_solver_options *choice,
                   ksp_curve *curve, contender *out);

/* Opens the solver of the library with the storage format `name`. The suffix ":plain" selects plain dot
 * products. */
tc_status ksp_open_ours(const ksp_system *system, const char *name, const tc_solver_options *choice,
                        ksp_curve *curve, contender *out);

/* The system is weighted with the volumes, so that PETSc's norm equals that of the library. Norms are
 * unpreconditioned, and the preconditioner is applied from the right if the method supports it. Errors:
 * TC_USAGE if the program was built without PETSc. */
tc_status ksp_open_petsc(const ksp_system *system, const tc_solver_options *choice, ksp_curve *curve,
                         contender *out);
void ksp_end_petsc(void); /* collective, called once at the end */

/* Selects plain sums for all later dot products of the process. Their bits depend on the number of ranks and
 * threads. */
void ksp_set_plain(bool plain);

#endif
