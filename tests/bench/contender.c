#include "contender.h"

#include <string.h>

tc_status contender_open(const tc_space *space, const tc_ell *M, const char *name, contender *out) {
  if (strcmp(name, "petsc") == 0) return contender_open_petsc(space, M, out);
  return contender_open_strategy(space, M, name, out);
}
