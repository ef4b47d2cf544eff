/* What is timed in a step. */
#ifndef TC_HEAT2D_STEP_TIMES_H
#define TC_HEAT2D_STEP_TIMES_H

/* Halo is pack to unpack, total is halo and compute; both are summed step by step, before any median. */
typedef enum tc_time {
  TC_TIME_PACK,
  TC_TIME_BARRIER,
  TC_TIME_GET,
  TC_TIME_UNPACK,
  TC_TIME_HALO,
  TC_TIME_COMPUTE,
  TC_TIME_TOTAL,
  TC_TIME_COUNT
} tc_time;

typedef struct tc_times {
  double s[TC_TIME_COUNT];
} tc_times;

#endif
