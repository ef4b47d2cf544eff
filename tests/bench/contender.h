/* A contender is an implementation of the steps v := M v. The benchmark times it against other contenders
 * on the same problem. */
#ifndef TC_BENCH_CONTENDER_H
#define TC_BENCH_CONTENDER_H

#include "solve/problem/problem.h"

/* All functions of the struct are collective, except load and copy. */
typedef struct contender {
  const char *name; /* borrowed */
  bool valid;       /* false if the result is not M v */
  void *self;
  tc_status (*step)(void *self); /* one complete step, including the exchange */
  void (*load)(void *self, const double *value);
  void (*copy)(void *self, double *value); /* load sets and copy returns the field value[space->owned] */
  void (*close)(void *self);
  int64_t entries; /* number of entries stored by this rank, including the diagonal */
} contender;

/* Collective. Opens the contender with this name. Its matrix is M = I + dt R, where R are the rates of the
 * problem. The problem must remain valid until close. Errors on all ranks: TC_USAGE if the name is
 * unknown. */
tc_status contender_open(const tc_problem *problem, double dt, const char *name, contender *out);

/* Opens a contender that uses the library's step with the strategy of this name. */
tc_status contender_open_strategy(const tc_problem *problem, double dt, const char *name, contender *out);

/* Opens a contender that uses MatMult of PETSc's AIJ format. Errors: TC_USAGE if the program was built
 * without PETSc. */
tc_status contender_open_petsc(const tc_problem *problem, double dt, contender *out);

#endif
