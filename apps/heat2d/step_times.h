/* Timed parts of a time step. halo.c fills those from pack to unpack, and cmd_run.c fills the others.
 * report.c compares them with the forecast. */
#ifndef TC_HEAT2D_STEP_TIMES_H
#define TC_HEAT2D_STEP_TIMES_H

/* `halo` is the sum of those from pack to unpack, `total` is that of halo and compute. Both are summed in
 * each step, before the median over the steps is computed. */
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
