/* What `finegrain run` tells. */
#ifndef TC_FINEGRAIN_RUN_TABLE_H
#define TC_FINEGRAIN_RUN_TABLE_H

#include <stdio.h>

#include "timed_run.h"

typedef struct tc_grain_run {
  const tc_options *options;
  int nodes, trials;
  fg_timed_run *trial;
  bool crowded;     /* ranks share cores */
  double cpu_share; /* least share of the time that a rank had its core */
} tc_grain_run;

/* Whether forecasts may be held against times: the machine did nothing else. */
bool tc_run_is_judged(const tc_grain_run *run);

/* A line for each trial, and how far forecasts are off. */
void tc_run_table(const tc_grain_run *run, FILE *out);

/* Into the files of the options. Errors: TC_OUTPUT. */
tc_status tc_run_json(const tc_grain_run *run);
tc_status tc_run_csv(const tc_grain_run *run);

/* What a CSV of tc_run_csv begins with. */
extern const char *const tc_run_csv_begin;

#endif
