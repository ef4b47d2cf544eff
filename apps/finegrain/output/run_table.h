/* Table, JSON and CSV of `finegrain run`. cmd_run.c fills an fg_timed_runs while it times the programs. The
 * root then writes the table and the requested files. Not collective. */
#ifndef TC_FINEGRAIN_RUN_TABLE_H
#define TC_FINEGRAIN_RUN_TABLE_H

#include <stdio.h>

#include "programs/timed_run.h"

/* True if the measured times can be compared with forecasts. Forecasts assume that no core runs several ranks
 * and that no other program uses CPU time. */
bool fg_run_is_comparable(const fg_timed_runs *run);

/* Writes one line for each trial (a program with one layer) and a summary of the forecast errors to `out`. */
void fg_print_run_table(const fg_timed_runs *run, FILE *out);

/* fg_run_json writes the file of the option --json, and fg_run_csv that of --csv. The option must be set.
 * Errors: TC_OUTPUT if the file cannot be written. */
tc_status fg_run_json(const fg_timed_runs *run);
tc_status fg_run_csv(const fg_timed_runs *run);

/* First characters of every CSV file that fg_run_csv writes. An existing file is overwritten only if it
 * begins with these characters. */
extern const char *const fg_run_csv_begin;

#endif
