/* What heat2d says at its end. Nothing here is collective: the root holds it all. */
#ifndef TC_HEAT2D_REPORT_H
#define TC_HEAT2D_REPORT_H

#include <stdio.h>

#include "exact_solution.h"
#include "machine/parameters/params.h"
#include "papers/heat2d/heat2d.h"
#include "step_times.h"

/* A run. Arrays have one entry per rank. */
typedef struct h2_report {
  const h2_exact_solution *wave;
  int32_t steps;
  int ranks, threads, nodes;
  const char *machine_file; /* NULL: this machine, remembered or measured */
  tc_params machine;
  h2_times *measured;          /* per step: medians over the steps */
  tc_heat2d_counts *counts;    /* of one step */
  tc_heat2d_forecast forecast; /* of one step, as printed in the paper */
  h2_exact_solution_check check;
} h2_report;

/* A forecast for ranks that nobody started. */
typedef struct h2_prediction {
  int ranks, nodes;
  tc_heat2d_grid grid;
  bool split_rows;         /* a row of the grid spans several nodes */
  tc_heat2d_counts counts; /* of all ranks together, rows and cols those of the largest block */
  tc_heat2d_forecast printed, tabulated;
} h2_prediction;

typedef struct h2_predictions {
  int32_t rows, cols, steps;
  int ranks_per_node, count;
  const char *machine_file;
  tc_params machine;
  h2_prediction *run; /* [count] */
} h2_predictions;

/* The name of a time, as in tables and JSON. */
const char *h2_time_name(h2_time time);
/* The slowest rank's. */
double h2_measured_s(const h2_report *report, h2_time time);
/* NaN where there is no forecast. */
double h2_forecast_s(const tc_heat2d_forecast *forecast, h2_time time);

void h2_table(const h2_report *report, FILE *out);
void h2_predictions_table(const h2_predictions *all, FILE *out);

/* Errors: TC_OUTPUT; the file appears only when complete. */
tc_status h2_json(const h2_report *report, const char *path);
tc_status h2_predictions_json(const h2_predictions *all, const char *path);

#endif
