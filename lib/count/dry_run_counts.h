/* Exact counts of a run with any number of ranks, computed without starting the run. The command `predict`
 * and other dry runs call the functions with the dual graph of the whole mesh, after ordering and
 * distribution. The numbers equal those that a real run counts. Each thread needs memory for the pattern of
 * one rank. No MPI. */
#ifndef TC_COUNT_DRY_RUN_COUNTS_H
#define TC_COUNT_DRY_RUN_COUNTS_H

#include "count/layout.h"
#include "count/pattern_reuse.h"
#include "count/traffic.h"

/* Forcing of a dry run for each cell of the mesh. */
typedef struct tc_dry_run_forcing {
  /* [cells] number of boundary faces with a boundary datum; NULL if no face of the mesh has a boundary
   * datum */
  const uint8_t *data_faces;
  /* [cells] number of boundary faces whose datum depends on time and is evaluated in every step */
  const uint8_t *time_dependent_faces;
  bool source; /* true if every step evaluates a source, or the local states of the config key `states`, in
                * every cell */
} tc_dry_run_forcing;

/* Mesh, layout and forcing of a dry run. All pointers are borrowed. */
typedef struct tc_dry_run_layout {
  const tc_graph *dual;    /* dual graph of the mesh */
  const int32_t *order;    /* [cells] number of the cell at each position */
  const int32_t *position; /* [cells] position of each cell; the inverse of `order` */
  const tc_distribution *distribution;
  const int *node_of_rank; /* [ranks] node of each rank */
  int rings, width; /* arguments `rings` and `width` of tc_pattern_create_from_graph (count/pattern.h) */
  tc_dry_run_forcing forcing;
} tc_dry_run_layout;

/* Not collective. Counts one step for every strategy s and rank r and stores the result in counts[s * ranks +
 * r]. traffic[s] describes strategy s. The counts are those of one product (tc_traffic_add) plus those of the
 * forcing, as in a real step. reuse[r] receives the reuse counts of a product of rank r
 * (count/pattern_reuse.h); if `reuse` is NULL they are not counted. OpenMP threads divide the ranks among
 * themselves, and each thread stores the pattern of one rank at a time. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_dry_run_count_strategies(const tc_dry_run_layout *run, int strategies, const tc_traffic *traffic,
                                      tc_counts *counts, tc_reuse *reuse);

/* Sweeps through triangular factors whose rows are processed colour by colour (comm/layout/colour.h). */
typedef struct tc_dry_run_colours {
  const int32_t *colour; /* [cells] colour of each row; rows have the order of the distribution */
  int colours;
  bool is_backward; /* true for a forward and a backward sweep, false for a forward sweep only */
} tc_dry_run_colours;

/* Not collective. Counts the exchanges of one application of the triangular factors
 * (comm/exchange/colour_exchange.h). Sets counts[r] to the counts of rank r. The ranks exchange values after
 * each colour except the last one of each sweep. Uses OpenMP threads as tc_dry_run_count_strategies does.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_dry_run_count_sweeps(const tc_dry_run_layout *run, const tc_dry_run_colours *colours,
                                  tc_counts *counts);

#endif
