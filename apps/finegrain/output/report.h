/* Tables and JSON report of `finegrain analyse` and `predict`. program_cases.c creates the cases. The
 * commands add forecasts, then write the title, the tables and the report. run_table.c reuses the title, the
 * partitions and the cells. Not collective. */
#ifndef TC_FINEGRAIN_REPORT_H
#define TC_FINEGRAIN_REPORT_H

#include <stdio.h>

#include "base/text/json_writer.h"
#include "commands/options.h"
#include "machine/parameters/pattern_rates.h"

/* Case: a program for one number of ranks and one layer, with its references divided into partitions. */
typedef struct fg_case {
  tc_loops loops;
  tc_reference_partitions partitions;
  int ranks_per_node;
  const struct tc_access_layer *layer;
  const tc_params *machine; /* machine with the rates for the number of ranks, from which patterns are chosen;
                               NULL without a machine */
  tc_rates_origin rates;    /* origin of the rates: measured, interpolated or outside */
  tc_loop_forecast forecast; /* set by predict and run */
} fg_case;

/* Returns the number of nodes of the case. */
int fg_nodes(const fg_case *c);

const char *fg_plural(int n); /* "s", or "" for 1 */

enum { FG_CELL = 32 };
const char *fg_seconds(double s,
                       char cell[FG_CELL]); /* formats seconds into `cell` and returns it; "-" for NaN */

/* Writes the name and the summary of the program. */
void fg_title(const fg_case *c, FILE *out);

/* Writes the partitions of a case with patterns, counts, references and notes. */
void fg_partitions(const fg_case *c, FILE *out);

/* Writes forecast seconds and speed-up of each case, marked if the rates are not measured for its ranks. */
void fg_forecasts(const fg_options *options, const tc_machine *machine, int cases, const fg_case *c,
                  FILE *out);

/* Writes the time of a value by pattern for the ranks of a case, with gains over baseline and gaps (2). */
void fg_rates(const tc_machine *machine, const fg_case *c, FILE *out);

/* Write values into the open JSON object. fg_json_head writes the program, its input, the name of the loops
 * and the values that are set. */
void fg_json_head(tc_json *json, const fg_options *options, const char *loops);
void fg_json_partitions(tc_json *json, const fg_case *c);

/* Writes the JSON report. `machine` is NULL if there are no forecasts (analyse). Errors: TC_OUTPUT if the
 * file cannot be written. */
tc_status fg_json(const fg_options *options, const tc_machine *machine, int cases, const fg_case *c);

#endif
