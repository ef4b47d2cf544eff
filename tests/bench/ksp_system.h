/* The linear system that all solvers solve. It belongs to one implicit step: A d = b with A = I - theta dt
 * R and b = dt R v. R are the rates, and d is the change of the field v. */
#ifndef TC_BENCH_KSP_SYSTEM_H
#define TC_BENCH_KSP_SYSTEM_H

#include "ksp_options.h"
#include "solve/problem/problem.h"

/* The part of the system on one rank. */
typedef struct ksp_system {
  tc_problem *problem;
  tc_ell *adjoint;
  tc_linear_system linear;
  double dt, skew;
  double *b;      /* [owned] */
  int32_t *place; /* [owned], number of each row if the rows are sorted by colour; NULL on several ranks */
} ksp_system;

/* Collective. Reads the mesh, and orders, distributes and assembles it as a run does, with the diffusion
 * tensor 1. The caller must destroy the result even after an error. Errors on all ranks. */
tc_status ksp_system_create(tc_world *world, const ksp_options *options, const tc_log *log, ksp_system *out);
void ksp_system_destroy(ksp_system *system);

#endif
