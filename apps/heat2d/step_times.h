/* Times of the parts of a time step. halo.c measures pack, barrier, get and unpack. cmd_run.c measures or
 * computes the other times. report.c compares all times with the forecast. */
#ifndef TC_HEAT2D_STEP_TIMES_H
#define TC_HEAT2D_STEP_TIMES_H

/* HALO is the sum of PACK, BARRIER, GET and UNPACK. TOTAL is the sum of HALO and COMPUTE. Both sums are
 * formed in each step, before the medians over the steps are computed. */
typedef enum h2_time {
  H2_TIME_PACK,
  H2_TIME_BARRIER,
  H2_TIME_GET,
  H2_TIME_UNPACK,
  H2_TIME_HALO,
  H2_TIME_COMPUTE,
  H2_TIME_TOTAL,
  H2_TIME_COUNT
} h2_time;

typedef struct h2_times {
  double s[H2_TIME_COUNT];
} h2_times;

#endif
