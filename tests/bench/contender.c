#include "contender.h"

#include <string.h>

tc_status contender_open(const tc_problem *problem, double dt, const char *name, contender *out) {
  if (strcmp(name, "petsc") == 0) return contender_open_petsc(problem, dt, out);
  return contender_open_strategy(problem, dt, name, out);
}
