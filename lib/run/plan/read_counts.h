/* Counts the reads of x in a product that exceed those of the benchmark matrix. A machine's time per row is
 * measured with the benchmark matrix, and forecasts add the cost of the excess reads. Called by sessions, dry
 * runs and the study of orders after they have counted the reuse distances of x. */
#ifndef TC_RUN_PLAN_READ_COUNTS_H
#define TC_RUN_PLAN_READ_COUNTS_H

#include "sparse/reuse_distance.h"

/* Not collective. Sets excess[ranks] to reuse[ranks] minus the reuse counts of a benchmark matrix with about
 * the same number of rows. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_read_counts_subtract_usual(int ranks, int width, const tc_reuse *reuse, tc_reuse *excess);

#endif
