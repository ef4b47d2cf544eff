/* Tables and JSON reports of heat2d. For `heat2d run`, cmd_run.c fills an h2_report on the root. For `heat2d
 * predict`, cmd_predict.c fills an h2_predictions. Both then write the table, and the report if it is
 * requested. Not collective. */
#ifndef TC_HEAT2D_REPORT_H
#define TC_HEAT2D_REPORT_H

#include <stdio.h>

#include "exact_solution.h"
#include "machine/parameters/params.h"
#include "options.h"
#include "papers/heat2d/heat2d.h"
#include "step_times.h"

/* Results of `heat2d run`, on the root. `per_rank` and `counts` have one entry per rank; the caller frees
 * them. */
typedef struct h2_report {
  const h2_options *options;
  const tc_world *world;
  const h2_exact_solution *wave;
  int threads;
  tc_params machine;
  h2_times *per_rank;       /* [ranks] seconds per step of each part of a step, medians over the steps */
  h2_times measured;        /* for each part of a step, the maximum of per_rank */
  tc_heat2d_counts *counts; /* [ranks] values and messages that a rank moves in one step */
  /* forecast seconds of one step by the formulas as printed in Lagraviere et al. (2019) */
  h2_times forecast;
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
  h2_times printed, tabulated; /* forecast seconds of one step by both variants of the model,
                                  TC_HEAT2D_PRINTED and TC_HEAT2D_TABULATED */
} h2_prediction;

typedef struct h2_predictions {
  const h2_options *options;
  int ranks_per_node;
  tc_params machine;
  h2_prediction *run; /* [options->ranks.count] results, one for each number of ranks */
} h2_predictions;

/* Returns the name of a part of a step in tables and JSON, such as "pack". */
const char *h2_time_name(h2_time time);

/* Calls tc_heat2d_predict and stores the seconds of each part of a step in *out; NaN if the model has no
 * forecast for it. Errors: those of tc_heat2d_predict. */
tc_status h2_forecast_compute(const tc_params *machine, tc_heat2d_variant variant, int ranks,
                              const tc_heat2d_counts *counts, h2_times *out);

/* Functions that write to `out`: h2_table writes the table of `heat2d run`, and h2_predictions_table that of
 * `heat2d predict`. */
void h2_table(const h2_report *report, FILE *out);
void h2_predictions_table(const h2_predictions *all, FILE *out);

/* Functions that write the JSON report of `heat2d run` or of `heat2d predict` to the file `path`. The file
 * appears under this name only when it is complete. Errors: TC_OUTPUT. */
tc_status h2_json(const h2_report *report, const char *path);
tc_status h2_predictions_json(const h2_predictions *all, const char *path);

#endif
