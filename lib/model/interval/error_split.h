/* Split of the error of a forecast into the part of the machine and the part of the model. The same small
 * benchmark, the speed probe (calibration/node/speed_probe.h), measures the machine when its parameters are
 * measured and during the run. Its change is the part of the machine; the rest of the error belongs to the
 * model. Pure: no clock. */
#ifndef TC_MODEL_INTERVAL_ERROR_SPLIT_H
#define TC_MODEL_INTERVAL_ERROR_SPLIT_H

#include <stdbool.h>

#include "machine/parameters/probe_times.h"

typedef struct tc_split_question {
  tc_probe_times reference; /* when the machine parameters were measured */
  tc_probe_times during;    /* mean over the calls during the run, on the slowest rank */
  int calls;                /* number of calls during the run */
  double call_spread;       /* standard deviation of single calls, relative to their mean */
  double
      cpu_share; /* processor time of a rank / (wall time x threads) over the steps, least rank; at most 1 */
  double row_ratio;   /* time of a row at the working set of the run / in the first cache; 0 if unknown */
  double gather_cost; /* share of the costs of single reads in the forecast of the step */
  double measured_s, forecast_s; /* seconds of the job */
} tc_split_question;

typedef struct tc_split {
  bool is_known;          /* false if a probe is missing */
  double machine, model;  /* factors; their product is measured_s / forecast_s */
  double resolution;      /* factors closer to 1 than this cannot be distinguished from 1 */
  tc_probe_kernel kernel; /* kernel with the largest weight */
} tc_split;

tc_split tc_split_compute(const tc_split_question *question);

#endif
