/* What a run has to say at its end. Nothing here is collective: the root holds the report and writes it. */
#ifndef TC_REPORT_REPORT_H
#define TC_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "machine/params.h"
#include "model/predict.h"
#include "solve/field.h"
#include "solve/measure.h"

/* One strategy's run. Arrays have one entry per rank, in rank order; whoever fills a result owns them. */
typedef struct tc_result {
  const char *strategy, *distribution;
  int32_t block_size;
  bool valid;           /* false: the field is not a solution (strategy none) */
  tc_measure *measured; /* [ranks] */
  tc_parts *predicted;  /* [ranks], NULL when there is no forecast */
  double predicted_total_s;
  tc_field field;
  double l2_error, max_error; /* against `exact`; NaN without */
} tc_result;

typedef struct tc_report {
  const char *title; /* NULL: none */
  const char *mesh_file, *scheme, *overrides;
  int32_t cells, nodes_of_mesh;
  int width;
  int64_t steps;
  double dt, time; /* time: at the end */
  int ranks, threads, nodes;
  bool in_cache; /* the working set of a step fits into the caches */
  bool crowded;  /* more ranks and threads than cores on some node */
  tc_params machine;
  int results;
  const tc_result *result;
} tc_report;

/* Largest over ranks of one part (of the total for part < 0), in seconds per step. */
double tc_result_measured_s(const tc_result *result, int ranks, int part);
double tc_result_predicted_s(const tc_result *result, int ranks, int part);

/* Counts summed over ranks. */
tc_traffic tc_result_traffic(const tc_result *result, int ranks);

/* Peak resident memory of all ranks together, in bytes. */
double tc_result_memory_B(const tc_result *result, int ranks);

/* The table for people: a forecast more than 25 % off is marked. */
void tc_report_table(const tc_report *report, FILE *out);

/* One table of all results: a line per strategy and block size. */
void tc_report_comparison(const tc_report *report, FILE *out);

/* JSON (README.md, "The report") and CSV (one row per result and part). The file appears under its name only
 * when complete. Errors: TC_OUTPUT naming the file and the reason. */
tc_status tc_report_json(const tc_report *report, const char *path);
tc_status tc_report_csv(const tc_report *report, const char *path);

#endif
