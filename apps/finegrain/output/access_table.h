/* Table of the cost of an access to a shared array, by layer and access pattern, like Table 1 of Zhang and
 * Seidel (2006). cmd_bench.c fills an fg_access_table on all ranks, then the root writes the table and the
 * JSON report. */
#ifndef TC_FINEGRAIN_ACCESS_TABLE_H
#define TC_FINEGRAIN_ACCESS_TABLE_H

#include <stdio.h>

#include "calibration/access/bench_accesses.h"
#include "comm/world/world.h"
#include "machine/parameters/params.h"
#include "options/options.h"

enum { FG_STREAM_KB = 256 };

typedef struct fg_access_table {
  const tc_world *world; /* borrowed */
  /* number of accesses of each rank that are timed: node_local to elements on its own node, remote to
   * elements on other nodes */
  int node_local, remote;
  const tc_params *rates; /* access rates that the same run of `finegrain bench` measured; borrowed */
  /* seconds per value of the STREAM triad (a[i] = b[i] + s c[i]) with three arrays of FG_STREAM_KB KB in
   * total, the size of a rank's elements */
  double stream_s;
  double memory_s; /* seconds per value of the same triad with arrays that are too large for the caches */
  int layers;
  const tc_access_layer *layer[FG_OPTIONS_LIST];
  tc_access_table cost[FG_OPTIONS_LIST];
} fg_access_table;

/* Not collective. Writes the table of accesses per second, the comparison with the STREAM triad and
 * explanatory notes to `out`. */
void fg_access_table_write(const fg_access_table *table, FILE *out);

/* Not collective. Writes the table as JSON to the file `path`. Errors: TC_OUTPUT if the file cannot be
 * written. */
tc_status fg_access_table_json(const fg_access_table *table, const char *path);

#endif
