/* Table of access costs by layer and pattern, as Table 1 of Zhang and Seidel (2006), for the machine that
 * runs the program. cmd_bench.c fills the struct on all ranks, then the root writes the table and the JSON
 * report. */
#ifndef TC_FINEGRAIN_ACCESS_TABLE_H
#define TC_FINEGRAIN_ACCESS_TABLE_H

#include <stdio.h>

#include "calibration/access/bench_accesses.h"
#include "comm/world/world.h"
#include "commands/options.h"
#include "machine/parameters/params.h"

enum { FG_STREAM_KB = 256 };

typedef struct fg_table {
  const tc_world *world; /* borrowed */
  int node_local,
      remote; /* number of accesses per rank: to ranks of its own node, and to ranks of other nodes */
  const tc_params *rates; /* borrowed; parameters of models */
  double stream_s; /* seconds per value of the STREAM triad with arrays as large as a rank's elements in this
                      benchmark */
  double memory_s; /* seconds per value of the STREAM triad with arrays in main memory */
  int layers;
  const tc_access_layer *layer[FG_OPTIONS_LIST];
  tc_access_table of[FG_OPTIONS_LIST];
} fg_table;

/* Not collective. Writes the table, the triad and the notes. */
void fg_table_write(const fg_table *table, FILE *out);

/* Not collective. Writes the JSON report. Errors: TC_OUTPUT if the file cannot be written. */
tc_status fg_table_json(const fg_table *table, const char *path);

#endif
