/* Tables and JSON reports of heat2d. cmd_run.c fills an h2_report on the root, and cmd_predict.c fills an
 * h2_predictions. Both then write the table, and the report if it is requested. Not collective. */
#ifndef TC_HEAT2D_REPORT_H
#define TC_HEAT2D_REPORT_H

#include <stdio.h>

#include "exact_solution.h"
#include "machine/parameters/params.h"
#include "papers/heat2d/heat2d.h"
#include "step_times.h"

/* Results of a run, on the root. Arrays have one entry per rank; the caller frees them. */
typedef struct h2_report {
  const h2_exact_solution *wave;
  int32_t steps;
  int ranks, threads, nodes;
  const char *machine_file; /* path of the machine file; NULL stands for this machine, cached or measured */
  tc_params machine;
  h2_times *measured;          /* seconds per step, medians over the steps */
  tc_heat2d_counts *counts;    /* counts of one step */
  tc_heat2d_forecast forecast; /* seconds of one step by the formulas as printed in the paper */
  h2_exact_solution_check check;
} h2_report;

/* Forecast for a number of ranks. */
typedef struct h2_prediction {
  int ranks, nodes;
  tc_heat2d_grid grid;
  bool split_rows;         /* true if a row of the grid of ranks spans several nodes */
  tc_heat2d_counts counts; /* sum over the ranks; `rows` and `cols` are those of the largest block */
  tc_heat2d_forecast printed, tabulated;
} h2_prediction;

typedef struct h2_predictions {
  int32_t rows, cols, steps;
  int ranks_per_node, count;
  const char *machine_file;
  tc_params machine;
  h2_prediction *run; /* [count] forecasts */
} h2_predictions;

/* Returns the name of a time in tables and JSON. */
const char *h2_time_name(h2_time time);
/* Returns the measured time of the slowest rank. */
double h2_measured_s(const h2_report *report, h2_time time);
/* Returns the forecast of a time; NaN if there is none. */
double h2_forecast_s(const tc_heat2d_forecast *forecast, h2_time time);

/* Write the table of a run and the table of forecasts. */
void h2_table(const h2_report *report, FILE *out);
void h2_predictions_table(const h2_predictions *all, FILE *out);

/* Write the JSON reports, which are published when complete. Errors: TC_OUTPUT. */
tc_status h2_json(const h2_report *report, const char *path);
tc_status h2_predictions_json(const h2_predictions *all, const char *path);

#endif
