/* Contenders that solve the system of the benchmark: the library's solver and PETSc's KSP. */
#ifndef TC_BENCH_KSP_PEER_H
#define TC_BENCH_KSP_PEER_H

#include "contender.h"
#include "ksp_system.h"

/* Result of a contender's last solve, equal on all ranks. */
typedef struct ksp_curve {
  int64_t iterations;
  const char *reason;
  double residual[KSP_MOST_ITERATIONS +
                  1]; /* norms of the recursive residual, beginning with that of b; 0 if unknown */
} ksp_curve;

/* Collective. Opens a contender whose step is one complete solve. The solve starts from 0 and uses the
 * method, preconditioner and limits of `choice`. load does nothing, and copy returns the solution. Each
 * solve writes its residuals to `curve`. Errors on all ranks: TC_USAGE if the contender does not exist. */
tc_status ksp_open(const ksp_system *system, const char *name, const tc_solver_options *choice,
                   ksp_curve *curve, contender *out);

/* Opens the library's solver with the storage format `name`. If the name has the suffix ":plain", the
 * solver uses plain instead of reproducible dot products. */
tc_status ksp_open_ours(const ksp_system *system, const char *name, const tc_solver_options *choice,
                        ksp_curve *curve, contender *out);

/* Opens PETSc's solver. The system is weighted with the square roots of the cell volumes, so that PETSc's
 * norm equals that of the library. Norms are those of the unpreconditioned residual. The preconditioner is
 * applied from the right if the method supports it. Errors: TC_USAGE if the program was built without
 * PETSc. */
tc_status ksp_open_petsc(const ksp_system *system, const tc_solver_options *choice, ksp_curve *curve,
                         contender *out);
void ksp_end_petsc(void); /* collective; finalises PETSc, called once at the end */

/* If `plain` is true, all later dot products of the process use plain sums. Their bits depend on the
 * number of ranks and threads. */
void ksp_set_plain(bool plain);

#endif
