/* What finegrain tells. */
#ifndef TC_FINEGRAIN_REPORT_H
#define TC_FINEGRAIN_REPORT_H

#include <stdio.h>

#include "base/text/json_writer.h"
#include "machine/parameters/pattern_rates.h"
#include "options.h"

/* A program on so many ranks with a layer, taken apart. */
typedef struct fg_case {
  tc_loops loops;
  tc_reference_partitions partitions;
  int ranks_per_node;
  const struct tc_access_layer *layer;
  const tc_params *machine;  /* that patterns are chosen for, with rates for the ranks; NULL: none */
  tc_rates_origin rates;     /* of these rates */
  tc_loop_forecast forecast; /* of predict */
} fg_case;

int fg_nodes(const fg_case *c);

const char *fg_plural(int n); /* "s", or "" for 1 */

enum { FG_CELL = 32 };
const char *fg_seconds(double s, char cell[FG_CELL]); /* the cell; NaN: "-" */

/* Of all cases: name and summary. */
void fg_title(const fg_case *c, FILE *out);

/* Partitions with patterns and counts, and what is to be known of them. */
void fg_partitions(const fg_case *c, FILE *out);

/* Seconds and speed-ups, a line each, marked where rates are not measured for the ranks. */
void fg_forecasts(const fg_options *options, const tc_machine *machine, int cases, const fg_case *c,
                  FILE *out);

/* Seconds of a value on a machine for the ranks of a case, by pattern, with gains over baseline and gaps (2).
 */
void fg_rates(const tc_machine *machine, const fg_case *c, FILE *out);

/* Into the open object: what every report begins with, `loops` the name in the loops; the partitions of a
 * case. */
void fg_json_head(tc_json *json, const fg_options *options, const char *loops);
void fg_json_partitions(tc_json *json, const fg_case *c);

/* All of it. machine: NULL of analyse. Errors: TC_OUTPUT. */
tc_status fg_json(const fg_options *options, const tc_machine *machine, int cases, const fg_case *c);

#endif
