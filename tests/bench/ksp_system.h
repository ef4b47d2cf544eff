/* System that the solvers are compared on. It is that of one implicit step, A d = b with A = I - theta dt R
 * and b = dt R v. */
#ifndef TC_BENCH_KSP_SYSTEM_H
#define TC_BENCH_KSP_SYSTEM_H

#include "ksp_options.h"
#include "solve/problem/problem.h"

/* System on one rank. */
typedef struct ksp_system {
  tc_problem *problem;
  tc_ell *adjoint;
  tc_linear_system linear;
  double dt, skew;
  double *b;      /* [owned] */
  int32_t *place; /* [owned] number of each row if rows are sorted by colour; NULL on several ranks */
} ksp_system;

/* Collective. Orders, distributes and assembles the mesh as a run does, with tensor 1. The caller must
 * destroy the result even after an error. Errors on all ranks. */
tc_status ksp_system_create(tc_world *world, const ksp_options *options, const tc_log *log, ksp_system *out);
void ksp_system_destroy(ksp_system *system);

#endif
