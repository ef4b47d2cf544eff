/* Replaces ksp_petsc.c in builds without PETSc. Its functions return an error. */
#include "ksp_peer.h"

tc_status ksp_open_petsc(const ksp_system *system, const tc_solver_options *choice, ksp_curve *curve,
                         contender *out) {
  (void)system, (void)choice, (void)curve, (void)out;
  return tc_status_create(TC_USAGE, "petsc: this program was built without it (cmake -DTETRACAST_BENCH=ON)");
}

void ksp_end_petsc(void) {}
