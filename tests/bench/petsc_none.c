/* Replaces petsc.c in builds without PETSc. */
#include "contender.h"

tc_status contender_open_petsc(const tc_problem *problem, double dt, contender *out) {
  (void)problem, (void)dt, (void)out;
  return tc_status_create(TC_USAGE, "petsc: this program was built without it (cmake -DTETRACAST_BENCH=ON)");
}
