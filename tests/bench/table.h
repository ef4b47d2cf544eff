/* Writes the results of the benchmark as a table and as JSON. */
#ifndef TC_BENCH_TABLE_H
#define TC_BENCH_TABLE_H

#include <stdio.h>

#include "options.h"
#include "solve/problem/problem.h"

typedef struct outcome {
  const bench_options *options;
  const tc_problem *problem;
  int threads;
  const contender *contender; /* [options->contenders], as are the following arrays */
  const int64_t *entries;     /* sums over all ranks */
  const double *far;          /* [contenders], difference of the fields after one step (agreement.h) */
  const double *far_at_end;
  const timing *timing;
} outcome;

void table_write(FILE *out, const outcome *o);

/* Writes the results as JSON to the file `path`. Errors: TC_OUTPUT. */
tc_status table_write_json(const char *path, const outcome *o);

#endif
