/* What solvers are compared on: the system of one implicit step, A d = b with A = I - theta dt R and b = dt R
 * v. */
#ifndef TC_BENCH_KSP_SYSTEM_H
#define TC_BENCH_KSP_SYSTEM_H

#include "ksp_options.h"
#include "solve/problem/problem.h"

/* One rank's side. */
typedef struct ksp_system {
  tc_problem *problem;
  tc_ell *adjoint;
  tc_linear_system linear;
  double dt, skew;
  double *b;      /* [owned] */
  int32_t *place; /* [owned] which row each becomes when rows are sorted by colour, on one rank; else NULL */
} ksp_system;

/* Collective. The mesh is ordered, split, handed out and assembled as a run does it (tensor 1). Must be
 * destroyed also after an error. Errors on all ranks. */
tc_status ksp_system_create(tc_world *world, const ksp_options *options, const tc_log *log, ksp_system *out);
void ksp_system_destroy(ksp_system *system);

#endif
