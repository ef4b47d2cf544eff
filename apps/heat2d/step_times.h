/* Parts of a time step that are timed. halo.c fills pack to unpack, cmd_run.c the others; report.c compares
 * them with the forecast. */
#ifndef TC_HEAT2D_STEP_TIMES_H
#define TC_HEAT2D_STEP_TIMES_H

/* Halo is the sum of pack to unpack, total that of halo and compute. Both are summed per step, before any
 * median. */
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
