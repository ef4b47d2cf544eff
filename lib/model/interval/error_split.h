/* Splits the error of a job's forecast, which is the ratio of the measured time to the forecast time, into
 * two factors. One is the change of the machine since its parameters were measured, and the other is the
 * error of the model. A small benchmark, the speed probe (calibration/node/speed_probe.h), is called both
 * when the machine parameters are measured and during the job. The ratio of the two times of the probe,
 * divided by the CPU share, is the factor of the machine. The rest of the error is attributed to the model.
 * Derived here. After the steps the session calls tc_split_compute, and the report writes the sentence of
 * tc_split_format. Pure, without clock. */
#ifndef TC_MODEL_INTERVAL_ERROR_SPLIT_H
#define TC_MODEL_INTERVAL_ERROR_SPLIT_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/parameters/probe_times.h"

enum { TC_SPLIT_NODE_SIZE = 64, TC_SPLIT_SENTENCE_SIZE = 512 };

/* Rank on which the speed probe needed the longest time. */
typedef struct tc_split_rank {
  int rank;                      /* number of the rank */
  char node[TC_SPLIT_NODE_SIZE]; /* name of the compute node; "" if unknown */
  double ratio;                  /* time of the probe on this rank / time on the median rank; 0 if unknown */
} tc_split_rank;

/* Input of tc_split_compute: measurements of one job. */
typedef struct tc_split_question {
  tc_probe_times reference; /* times of the speed probe when the machine parameters were measured */
  tc_probe_times during; /* times of the speed probe during the job: mean of the calls on the slowest rank */
  int calls;             /* number of calls of the probe during the job */
  double call_spread; /* relative standard deviation of single calls of the probe; 0 if unknown, and then 0.1
                         is assumed */
  double cpu_share; /* processor time of a rank / (wall time x threads) during the steps, on the rank with the
                       smallest share; 0 if unknown; values above 1 count as 1 */
  double row_ratio; /* forecast time per row at the working set of the job / time per row in the first cache.
                       0 if unknown, and then the working set is assumed to be in memory */
  double gather_cost;            /* part of the forecast time of a step that single reads of x take, 0 to 1 */
  double measured_s, forecast_s; /* measured time and forecast time of the job in s */
  tc_split_rank slowest;         /* slowest rank; all zero if unknown or if the job has one rank */
} tc_split_question;

/* Reason why an error could not be split. */
typedef enum tc_split_lack {
  TC_SPLIT_NO_FORECAST,  /* the forecast or the measured time is unknown or not positive */
  TC_SPLIT_NO_REFERENCE, /* the machine parameters contain no times of the speed probe */
  TC_SPLIT_NO_PROBE,     /* the job has not called the speed probe */
  TC_SPLIT_COMPLETE      /* nothing is missing */
} tc_split_lack;

/* The split error of one job. A struct that is all zero means that there is no forecast
 * (TC_SPLIT_NO_FORECAST). */
typedef struct tc_split {
  bool is_known;      /* true if the error could be split; `lack` is then TC_SPLIT_COMPLETE */
  tc_split_lack lack; /* the missing input, if any */
  /* `machine` is the factor by which the machine has made the job longer since its parameters were measured.
   * `model` is total / machine, the factor by which the job is longer for other reasons. Both are NaN if
   * is_known is false. */
  double machine, model;
  double total;           /* measured_s / forecast_s; NaN without a forecast */
  double resolution;      /* smallest difference from 1 that a factor must have to be distinguished from 1 */
  double cpu_share;       /* copy of tc_split_question.cpu_share, at most 1; 1 if unknown */
  tc_probe_kernel kernel; /* kernel of the speed probe that has the largest weight in `machine` */
  tc_split_rank slowest;  /* copy of tc_split_question.slowest */
} tc_split;

/* Splits the error of a job's forecast. */
tc_split tc_split_compute(const tc_split_question *question);

/* Writes one line into out[size], without a line break. An example is "Job 18 % longer than the forecast of
 * the model: the machine was 16 % slower than when it was measured, the model 2 % off." A size of
 * TC_SPLIT_SENTENCE_SIZE bytes suffices. The larger of the two factors is named first. If the error could not
 * be split, the line states what is missing. The line is empty if there is no forecast. */
void tc_split_format(const tc_split *split, char *out, size_t size);

#endif
