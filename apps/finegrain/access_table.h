/* Table 1 of the paper for the machine that the program is started on. */
#ifndef TC_FINEGRAIN_ACCESS_TABLE_H
#define TC_FINEGRAIN_ACCESS_TABLE_H

#include <stdio.h>

#include "calibration/access/bench_accesses.h"
#include "comm/world/world.h"
#include "machine/parameters/params.h"
#include "options.h"

enum { FG_STREAM_KB = 256 };

typedef struct fg_table {
  const tc_world *world;  /* borrowed */
  int node_local, remote; /* accesses of a rank to its node, and to other nodes */
  const tc_params *rates; /* borrowed: as models know them */
  double stream_s;        /* a value of STREAM triad where arrays are as large as a rank's piece here, */
  double memory_s;        /* and where they come from memory */
  int layers;
  const tc_access_layer *layer[FG_OPTIONS_LIST];
  tc_access_table of[FG_OPTIONS_LIST];
} fg_table;

void fg_table_write(const fg_table *table, FILE *out);

/* Errors: TC_OUTPUT. */
tc_status fg_table_json(const fg_table *table, const char *path);

#endif
