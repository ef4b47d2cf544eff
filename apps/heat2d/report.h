/* Tables and JSON reports of heat2d. For `heat2d run`, cmd_run.c fills an h2_report on the root. For `heat2d
 * predict`, cmd_predict.c fills an h2_predictions. Both then write the table, and the report if it is
 * requested. Not collective. */
#ifndef TC_HEAT2D_REPORT_H
#define TC_HEAT2D_REPORT_H

#include <stdio.h>

#include "exact_solution.h"
#include "machine/parameters/params.h"
#include "papers/heat2d/heat2d.h"
#include "step_times.h"

/* Results of `heat2d run`, on the root. `measured` and `counts` have one entry per rank; the caller frees
 * them. */
typedef struct h2_report {
  const h2_exact_solution *wave;
  int32_t steps;
  int ranks, threads, nodes;
  /* path of the machine file; NULL if the parameters of this machine were measured now or read from the
   * machine cache */
  const char *machine_file;
  tc_params machine;
  h2_times *measured;       /* [ranks] seconds per step of each part of a step, medians over the steps */
  tc_heat2d_counts *counts; /* [ranks] values and messages that a rank moves in one step */
  /* forecast seconds of one step by the formulas as printed in Lagraviere et al. (2019) */
  tc_heat2d_forecast forecast;
  h2_exact_solution_check check;
} h2_report;

/* Counts and forecasts of `heat2d predict` for one number of ranks. */
typedef struct h2_prediction {
  int ranks, nodes;
  tc_heat2d_grid grid;
  bool split_rows; /* true if the ranks of one row of the grid are on several nodes */
  /* counts of one step, summed over the ranks; only the members `rows` and `cols` are maxima over the
   * ranks */
  tc_heat2d_counts counts;
  tc_heat2d_forecast printed, tabulated;
} h2_prediction;

typedef struct h2_predictions {
  int32_t rows, cols, steps;
  int ranks_per_node, count;
  const char *machine_file;
  tc_params machine;
  h2_prediction *run; /* [count] results, one for each number of ranks */
} h2_predictions;

/* Returns the name of a part of a step in tables and JSON, such as "pack". */
const char *h2_time_name(h2_time time);
/* Returns the measured seconds of a part of a step: the maximum over the ranks of their medians. */
double h2_measured_s(const h2_report *report, h2_time time);
/* Returns the forecast seconds of a part of a step; NaN if the model has no forecast for it. */
double h2_forecast_s(const tc_heat2d_forecast *forecast, h2_time time);

/* Write to `out` the table of `heat2d run` and the table of `heat2d predict`. */
void h2_table(const h2_report *report, FILE *out);
void h2_predictions_table(const h2_predictions *all, FILE *out);

/* Write the JSON report of `heat2d run` and that of `heat2d predict` to the file `path`. The file gets this
 * name when it is complete. Errors: TC_OUTPUT. */
tc_status h2_json(const h2_report *report, const char *path);
tc_status h2_predictions_json(const h2_predictions *all, const char *path);

#endif
