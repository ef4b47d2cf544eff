/* What finegrain tells. */
#ifndef TC_FINEGRAIN_REPORT_H
#define TC_FINEGRAIN_REPORT_H

#include <stdio.h>

#include "base/text/json_writer.h"
#include "machine/parameters/pattern_rates.h"
#include "options.h"

/* A program on so many ranks with a layer, taken apart. */
typedef struct tc_grain_case {
  tc_loops loops;
  tc_partitions partitions;
  int ranks_per_node;
  const struct tc_access_layer *layer;
  const tc_params *machine;     /* that patterns are chosen for, with rates for the ranks; NULL: none */
  tc_rates_origin rates;        /* of these rates */
  tc_pattern_forecast forecast; /* of predict */
} tc_grain_case;

int tc_grain_nodes(const tc_grain_case *c);

const char *tc_grain_plural(int n); /* "s", or "" for 1 */

enum { TC_GRAIN_CELL = 32 };
const char *tc_grain_seconds(double s, char cell[TC_GRAIN_CELL]); /* the cell; NaN: "-" */

/* Of all cases: name and summary. */
void tc_grain_title(const tc_grain_case *c, FILE *out);

/* Partitions with patterns and counts, and what is to be known of them. */
void tc_grain_partitions(const tc_grain_case *c, FILE *out);

/* Seconds and speed-ups, a line each, marked where rates are not measured for the ranks. */
void tc_grain_forecasts(const tc_options *options, const tc_machine *machine, int cases,
                        const tc_grain_case *c, FILE *out);

/* Seconds of a value on a machine for the ranks of a case, by pattern, with gains over baseline and gaps (2).
 */
void tc_grain_rates(const tc_machine *machine, const tc_grain_case *c, FILE *out);

/* Into the open object: what every report begins with, `loops` the name in the loops; the partitions of a
 * case. */
void tc_grain_json_head(tc_json *json, const tc_options *options, const char *loops);
void tc_grain_json_partitions(tc_json *json, const tc_grain_case *c);

/* All of it. machine: NULL of analyse. Errors: TC_OUTPUT. */
tc_status tc_grain_json(const tc_options *options, const tc_machine *machine, int cases,
                        const tc_grain_case *c);

#endif
