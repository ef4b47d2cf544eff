/* What can be timed: something that takes steps v := M v, one of several on the same problem. */
#ifndef TC_BENCH_CONTENDER_H
#define TC_BENCH_CONTENDER_H

#include "solve/problem/problem.h"

/* Functions are collective; load and copy are not. */
typedef struct contender {
  const char *name; /* borrowed */
  bool valid;       /* false: what it computes is not M v */
  void *self;
  tc_status (*step)(void *self); /* one whole step, exchange and all */
  void (*load)(void *self, const double *value);
  void (*copy)(void *self, double *value); /* both: [space->owned] */
  void (*close)(void *self);
  int64_t entries; /* stored by this rank, the diagonal among them */
} contender;

/* Collective. M = I + dt R, made for each contender anew; the problem stays alive until close. Errors on all
 * ranks: TC_USAGE for a name that nothing has. */
tc_status contender_open(const tc_problem *problem, double dt, const char *name, contender *out);

/* The library's own step with a strategy of that name. */
tc_status contender_open_strategy(const tc_problem *problem, double dt, const char *name, contender *out);

/* MatMult of PETSc's AIJ format. Errors: TC_USAGE where the program was built without PETSc. */
tc_status contender_open_petsc(const tc_problem *problem, double dt, contender *out);

#endif
