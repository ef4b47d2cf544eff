/* What heat2d says at its end. Nothing here is collective: the root holds it all. */
#ifndef TC_HEAT2D_REPORT_H
#define TC_HEAT2D_REPORT_H

#include <stdio.h>

#include "exact_solution.h"
#include "machine/parameters/params.h"
#include "papers/heat2d/heat2d.h"
#include "step_times.h"

/* A run. Arrays have one entry per rank. */
typedef struct tc_heat_report {
  const tc_wave *wave;
  int32_t steps;
  int ranks, threads, nodes;
  const char *machine_file; /* NULL: this machine, remembered or measured */
  tc_params machine;
  tc_times *measured;          /* per step: medians over the steps */
  tc_heat2d_counts *counts;    /* of one step */
  tc_heat2d_forecast forecast; /* of one step, as printed in the paper */
  tc_wave_check check;
} tc_heat_report;

/* A forecast for ranks that nobody started. */
typedef struct tc_heat_imagined {
  int ranks, nodes;
  tc_heat2d_grid grid;
  bool split_rows;         /* a row of the grid spans several nodes */
  tc_heat2d_counts counts; /* of all ranks together, rows and cols those of the largest block */
  tc_heat2d_forecast printed, tabulated;
} tc_heat_imagined;

typedef struct tc_heat_imagined_all {
  int32_t rows, cols, steps;
  int ranks_per_node, count;
  const char *machine_file;
  tc_params machine;
  tc_heat_imagined *run; /* [count] */
} tc_heat_imagined_all;

/* The name of a time, as in tables and JSON. */
const char *tc_heat_time_name(tc_time time);
/* The slowest rank's. */
double tc_heat_measured_s(const tc_heat_report *report, tc_time time);
/* NaN where there is no forecast. */
double tc_heat_forecast_s(const tc_heat2d_forecast *forecast, tc_time time);

void tc_heat_table(const tc_heat_report *report, FILE *out);
void tc_heat_imagined_table(const tc_heat_imagined_all *all, FILE *out);

/* Errors: TC_OUTPUT; the file appears only when complete. */
tc_status tc_heat_json(const tc_heat_report *report, const char *path);
tc_status tc_heat_imagined_json(const tc_heat_imagined_all *all, const char *path);

#endif
