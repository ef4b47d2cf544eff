/* Reads of x that a run makes in excess of the benchmark matrix, on which a machine's row times are measured.
 * Forecasts add their cost to that of a row. Called by sessions, dry runs and the study of orders after they
 * have counted the reuse distances of x. */
#ifndef TC_RUN_PLAN_READ_COUNTS_H
#define TC_RUN_PLAN_READ_COUNTS_H

#include "sparse/reuse_distance.h"

/* Not collective. Sets excess[ranks] to reuse[ranks] minus the reuse counts of a benchmark matrix with about
 * the same number of rows. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_read_counts_subtract_usual(int ranks, int width, const tc_reuse *reuse, tc_reuse *excess);

#endif
