/* Counts of a run with any number of ranks, computed exactly without starting it. `predict` and dry runs
 * call it with the dual graph of the whole mesh, after ordering and distribution. The numbers equal those
 * that a real run counts. Memory is that of one rank's pattern per thread. No MPI. */
#ifndef TC_COUNT_DRY_RUN_COUNTS_H
#define TC_COUNT_DRY_RUN_COUNTS_H

#include "count/layout.h"
#include "count/pattern_reuse.h"
#include "count/traffic.h"

/* Forcing of a dry run, by cell of the mesh. */
typedef struct tc_dry_run_forcing {
  const uint8_t *data_faces; /* [cells] number of boundary faces with a datum; NULL: no face has one */
  const uint8_t *time_dependent_faces; /* [cells] number of these whose datum is evaluated in every step */
  bool source;                         /* true if every cell has a source or states */
} tc_dry_run_forcing;

/* Layout of a dry run. All pointers are borrowed. */
typedef struct tc_dry_run_layout {
  const tc_graph *dual;
  const int32_t *order;    /* [cells] order[position] = cell */
  const int32_t *position; /* [cells] inverse of order */
  const tc_distribution *distribution;
  const int *node_of_rank; /* [ranks] */
  int rings, width;        /* rings and width of the scheme */
  tc_dry_run_forcing input;
} tc_dry_run_layout;

/* Not collective. Counts one step for every strategy s and rank r and stores the result in moved[s * ranks +
 * r]. The counts are those of tc_traffic_add with traffic[s], plus the forcing of a real step. reuse[r]
 * receives the reuse counts of a product of rank r (count/pattern_reuse.h); if `reuse` is NULL they are not
 * counted. OpenMP threads divide the ranks, and each thread stores the pattern of one rank at a time. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_dry_run_count_strategies(const tc_dry_run_layout *run, int strategies, const tc_traffic *traffic,
                                      tc_counts *moved, tc_reuse *reuse);

/* Sweeps through triangles by colour (comm/layout/colour.h). */
typedef struct tc_dry_run_colours {
  const int32_t *colour; /* [cells] colour by position */
  int colours;
  bool back; /* true for a forward and a backward sweep, false for a forward sweep only */
} tc_dry_run_colours;

/* Not collective. Counts one application of the triangles for every rank r in moved[r]
 * (comm/exchange/colour_exchange.h). The ranks exchange values after each colour except the last one of each
 * sweep. Uses OpenMP threads as tc_dry_run_count_strategies does. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_dry_run_count_sweeps(const tc_dry_run_layout *run, const tc_dry_run_colours *colours,
                                  tc_counts *moved);

#endif
