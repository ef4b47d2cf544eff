/* What the benchmark has found, for people and for programs. */
#ifndef TC_BENCH_TABLE_H
#define TC_BENCH_TABLE_H

#include <stdio.h>

#include "options.h"
#include "solve/problem/problem.h"

typedef struct outcome {
  const bench_options *options;
  const tc_problem *problem;
  int threads;
  const contender *contender; /* as many as options->contenders, as the following */
  const int64_t *entries;     /* of all ranks */
  const double *far;          /* after one step (agreement.h) */
  const double *far_at_end;
  const timing *timing;
} outcome;

void table_write(FILE *out, const outcome *o);

/* Errors: TC_OUTPUT. */
tc_status table_write_json(const char *path, const outcome *o);

#endif
