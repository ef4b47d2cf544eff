/* Compares the reads of the input vector x in a product M x with those of a benchmark matrix. A machine's
 * time per row is measured with the benchmark matrix. If the real matrix has more reads from slower memory
 * levels, forecasts add the cost of the additional reads. Called by sessions, dry runs and the study of
 * orders after they have counted the reuse distances of x. */
#ifndef TC_RUN_PLAN_READ_COUNTS_H
#define TC_RUN_PLAN_READ_COUNTS_H

#include "sparse/reuse_distance.h"

/* Not collective. Sets excess[ranks] to reuse[ranks], the numbers of reads by reuse distance, minus the
 * numbers of a benchmark matrix with about the same number of rows. `width` is the number of off-diagonal
 * entries per row; the average, which this function rounds, if rows differ in length. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_read_counts_subtract_usual(int ranks, double width, const tc_reuse *reuse, tc_reuse *excess);

#endif
