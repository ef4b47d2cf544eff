/* Forecasts the time per row of the matrix-vector product with an ordering of the cells, without computing
 * products. The command `mesh order --study` calls tc_order_study_run for each ordering and
 * tc_order_study_best to select an ordering. Not collective: one process computes everything. */
#ifndef TC_RUN_DRY_RUN_ORDER_STUDY_H
#define TC_RUN_DRY_RUN_ORDER_STUDY_H

#include "count/layout.h"
#include "fv/scheme/scheme.h"
#include "machine/parameters/machine.h"

/* Input of the study of one ordering; all pointers are borrowed. */
typedef struct tc_order_study {
  const tc_graph *dual;
  const int32_t
      *curve; /* [dual->vertices] cells in the order of a Hilbert curve; NULL if the layouts do not need it */
  const tc_scheme *scheme;
  int32_t ranks; /* number of ranks; may exceed the number of cells, so that some ranks are empty */
  /* Machine parameters; if a required one is missing, row_s of the result is NaN. */
  const tc_machine *machine;
} tc_order_study;

/* Result of the study of one ordering. */
typedef struct tc_order_study_result {
  /* Measured seconds of ordering and distributing the cells, and of counting the reads of x. */
  double order_s, count_s;
  /* For each cache level, the number of cache lines of the input vector x that a product loads from beyond
   * this level, per row. It is averaged over the rows of all ranks and is NaN if the size of the level is
   * unknown. */
  double lines[TC_LEVELS];
  /* Forecast time per row in s on the slowest rank, by the model `hierarchy`; NaN if the costs of reads are
   * unknown. */
  double row_s;
} tc_order_study_result;

/* Runs the study for the ordering and distribution of `choice`. Errors: those of METIS; TC_INTERNAL if memory
 * is exhausted. */
tc_status tc_order_study_run(const tc_order_study *study, const tc_layout_options *choice,
                             tc_order_study_result *out);

/* Pure. Returns the index of the best result in worth[count]. This is the first result whose row_s is at most
 * 1 % above the shortest row_s, because smaller differences are not significant. Returns -1 if a row_s is
 * NaN. */
int tc_order_study_best(int count, const tc_order_study_result *worth);

#endif
