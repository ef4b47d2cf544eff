/* What `finegrain run` tells. */
#ifndef TC_FINEGRAIN_RUN_TABLE_H
#define TC_FINEGRAIN_RUN_TABLE_H

#include <stdio.h>

#include "timed_run.h"

typedef struct fg_run {
  const fg_options *options;
  int nodes, trials;
  fg_timed_run *trial;
  bool is_oversubscribed; /* ranks share cores */
  double cpu_share;       /* least share of the time that a rank had its core */
} fg_run;

/* Whether forecasts may be held against times: the machine did nothing else. */
bool fg_run_is_comparable(const fg_run *run);

/* A line for each trial, and how far forecasts are off. */
void fg_run_table(const fg_run *run, FILE *out);

/* Into the files of the options. Errors: TC_OUTPUT. */
tc_status fg_run_json(const fg_run *run);
tc_status fg_run_csv(const fg_run *run);

/* What a CSV of fg_run_csv begins with. */
extern const char *const fg_run_csv_begin;

#endif
