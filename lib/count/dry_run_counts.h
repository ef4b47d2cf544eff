/* What a run with any number of ranks would move, counted exactly and without starting it. No MPI. */
#ifndef TC_COUNT_DRY_RUN_COUNTS_H
#define TC_COUNT_DRY_RUN_COUNTS_H

#include "count/layout.h"
#include "count/pattern_reuse.h"
#include "count/traffic.h"

/* What is prescribed, by cell of the mesh. */
typedef struct tc_dry_run_forcing {
  const uint8_t *data_faces;           /* [cells] boundary faces that have a datum; NULL: none has */
  const uint8_t *time_dependent_faces; /* [cells] those of them whose datum is evaluated in every step */
  bool source;                         /* a source or states in every cell */
} tc_dry_run_forcing;

/* A run that does not take place. */
typedef struct tc_dry_run_layout {
  const tc_graph *dual;
  const int32_t *order;    /* [cells] order[position] = cell */
  const int32_t *position; /* [cells] the inverse */
  const tc_distribution *distribution;
  const int *node_of_rank; /* [ranks] */
  int rings, width;        /* of the scheme */
  tc_dry_run_forcing input;
} tc_dry_run_layout;

/* moved[s * ranks + r]: what one step with the strategy of traffic[s] moves for rank r: the same numbers as
 * tc_traffic_add and, of what is prescribed, a real run's step gives. reuse[r]: reads of columns in a
 * product of rank r (count/pattern_reuse.h); NULL: not counted. Not collective; the ranks are
 * shared by OpenMP threads, each of which holds one rank's pattern at a time. Errors: TC_INTERNAL out of
 * memory. */
tc_status tc_dry_run_count_strategies(const tc_dry_run_layout *run, int strategies, const tc_traffic *traffic,
                                      tc_counts *moved, tc_reuse *reuse);

/* How sweeps through triangles go: by colour (comm/layout/colour.h). */
typedef struct tc_dry_run_colours {
  const int32_t *colour; /* [cells] by position */
  int colours;
  bool back; /* there and back; else there only */
} tc_dry_run_colours;

/* moved[r]: what applying such triangles once moves for rank r (comm/exchange/colour_exchange.h): after each
 * colour but the last, there and back. Not collective, threads and errors as above. */
tc_status tc_dry_run_count_sweeps(const tc_dry_run_layout *run, const tc_dry_run_colours *colours,
                                  tc_counts *moved);

#endif
