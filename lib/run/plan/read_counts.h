/* Reads of x that a forecast is made from. */
#ifndef TC_RUN_PLAN_READ_COUNTS_H
#define TC_RUN_PLAN_READ_COUNTS_H

#include "solve/observe/measurement.h"

/* Fills in what measured[ranks] read beyond the usual, from what they read; the usual is that of about as
 * many rows, the same whoever asks. Not collective. Errors: TC_INTERNAL out of memory. */
tc_status tc_read_counts_subtract_usual(int ranks, int width, tc_measurement *measured);

#endif
