/* Split of the error of a forecast into the part of the machine and the part of the model. The same small
 * benchmark, the speed probe (calibration/node/speed_probe.h), measures the machine when its parameters are
 * measured and during the run. Its change is the part of the machine; the rest of the error belongs to the
 * model. The report calls tc_split_compute and writes the sentence of tc_split_format as its last line.
 * Derived here. Pure: no clock. */
#ifndef TC_MODEL_INTERVAL_ERROR_SPLIT_H
#define TC_MODEL_INTERVAL_ERROR_SPLIT_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/parameters/probe_times.h"

enum { TC_SPLIT_NODE_SIZE = 64, TC_SPLIT_SENTENCE_SIZE = 512 };

/* Rank on which the probe was slowest. */
typedef struct tc_split_rank {
  int rank;
  char node[TC_SPLIT_NODE_SIZE]; /* name of the node; "" if unknown */
  double ratio;                  /* time of the probe there / on the median rank; 0 if unknown */
} tc_split_rank;

typedef struct tc_split_question {
  tc_probe_times reference; /* when the machine parameters were measured */
  tc_probe_times during;    /* mean of the calls during the run (probe_series.h), on the slowest rank */
  int calls;                /* number of calls during the run */
  double call_spread;       /* relative standard deviation of single calls; 0 if unknown, which means 0.1 */
  double cpu_share;   /* processor time of a rank / (wall time x threads) over the steps, least rank; 0 if
                         unknown, values above 1 count as 1 */
  double row_ratio;   /* time of a row at the working set of the run / in the first cache; 0 if unknown,
                         which is treated as a working set in memory */
  double gather_cost; /* share of the costs of single reads in the forecast of the step */
  double measured_s, forecast_s; /* seconds of the job */
  tc_split_rank slowest;         /* zero if unknown or if there is one rank */
} tc_split_question;

/* Cause for which an error was not split. */
typedef enum tc_split_lack {
  TC_SPLIT_NO_FORECAST,  /* the forecast is unknown or not positive */
  TC_SPLIT_NO_REFERENCE, /* the machine parameters contain no probe */
  TC_SPLIT_NO_PROBE,     /* the run made no probe */
  TC_SPLIT_COMPLETE
} tc_split_lack;

/* A zeroed split has no forecast. */
typedef struct tc_split {
  bool is_known;          /* false if a probe or the forecast is missing */
  tc_split_lack lack;     /* what is missing */
  double machine, model;  /* factors above 1 if the job took longer; their product is `total` */
  double total;           /* measured_s / forecast_s; NaN without a forecast */
  double resolution;      /* factors closer to 1 than this cannot be distinguished from 1 */
  double cpu_share;       /* at most 1; 1 if unknown */
  tc_probe_kernel kernel; /* kernel with the largest weight */
  tc_split_rank slowest;
} tc_split;

tc_split tc_split_compute(const tc_split_question *question);

/* Writes one line without a line break, such as "Job 18 % longer than the forecast of the model: the machine
 * was 16 % slower than when it was measured, the model 2 % off.", into out[size]; TC_SPLIT_SENTENCE_SIZE
 * bytes suffice. The larger of the two factors is named first. Without a known split the line states what is
 * missing. The line is empty if there is no forecast. */
void tc_split_format(const tc_split *split, char *out, size_t size);

#endif
