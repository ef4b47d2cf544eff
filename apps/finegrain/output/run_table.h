/* Table, JSON and CSV of `finegrain run`. cmd_run.c fills the struct while it times the programs. The root
 * then writes the table and the requested files. Not collective. */
#ifndef TC_FINEGRAIN_RUN_TABLE_H
#define TC_FINEGRAIN_RUN_TABLE_H

#include <stdio.h>

#include "programs/timed_run.h"

typedef struct fg_run {
  const fg_options *options;
  int nodes, trials;
  fg_timed_run *trial;
  bool is_oversubscribed; /* true if some cores run several ranks */
  double cpu_share;       /* minimum CPU share of a rank */
} fg_run;

/* True if times can be compared with forecasts: no core was shared and no other program took CPU time. */
bool fg_run_is_comparable(const fg_run *run);

/* Writes a line for each trial and a summary of the forecast errors. */
void fg_run_table(const fg_run *run, FILE *out);

/* Write the JSON and CSV files that the options name. Errors: TC_OUTPUT if a file cannot be written. */
tc_status fg_run_json(const fg_run *run);
tc_status fg_run_csv(const fg_run *run);

/* First characters of every CSV file of fg_run_csv, by which an existing report is recognised and may be
 * overwritten. */
extern const char *const fg_run_csv_begin;

#endif
