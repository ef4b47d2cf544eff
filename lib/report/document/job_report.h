/* Forecast and measured times of a whole job, as reports show them. `run` fills it at its end, `predict` and
 * `quote` before any run. Plain data. */
#ifndef TC_REPORT_DOCUMENT_JOB_REPORT_H
#define TC_REPORT_DOCUMENT_JOB_REPORT_H

#include <stdbool.h>

#include "base/program/job_phases.h"
#include "model/interval/error_split.h"
#include "model/interval/job_bound.h"
#include "model/setup/job_forecast.h"

/* Remaining time that was shown at a mark of the run. */
typedef struct tc_job_mark {
  double share;            /* share of the steps that were done */
  double shown_s, bound_s; /* remaining seconds that were shown, and their bound */
  double true_s;           /* seconds that did remain */
} tc_job_mark;

typedef struct tc_job_report {
  bool has_forecast, has_bound, has_measured;
  tc_job_forecast forecast; /* forecast of the model alone */
  tc_job_bound bound;
  const char *identity; /* name of the machine whose records were used; NULL without records */
  double measured_s[TC_JOB_PHASE_COUNT];
  double total_s;   /* measured wall time of the job */
  bool is_held;     /* true if total_s is not above the bound */
  double machine_s; /* seconds that measuring the machine took */
  tc_split split;
  int probes;            /* calls of the speed probe from which the split follows */
  double probe_spread;   /* standard deviation of single calls, relative to their mean; 0 if unknown */
  double probe_overhead; /* seconds of the calls between steps / seconds of the steps */
  double limit_s;        /* limit of the job in seconds since its start; 0 if none */
  int marks;
  tc_job_mark mark[TC_JOB_MARKS];
} tc_job_report;

/* Seconds of a phase, of a group or of the whole job; each NaN if unknown. The forecast is corrected by
 * earlier records if the report has a bound. */
typedef struct tc_job_times {
  double measured_s, forecast_s, bound_s;
} tc_job_times;

/* Return the times of one phase (TC_JOB_PHASE_..), of one group (TC_JOB_GROUP_..) or of the whole job. A
 * bound is that of the phase or group alone, so the bounds of phases do not add up to that of the job. A
 * phase or group that the forecast does not contain has no bound. */
tc_job_times tc_job_report_phase(const tc_job_report *job, int phase);
tc_job_times tc_job_report_group(const tc_job_report *job, int group);
tc_job_times tc_job_report_total(const tc_job_report *job);

/* True if a phase occurs: its measured time or its forecast is above 0. */
bool tc_job_times_occur(const tc_job_times *times);

/* Three parts of the forecast of a job in seconds, which add up to the whole: steps, outputs, and everything
 * else as setup. Each is NaN if unknown. */
typedef struct tc_job_parts {
  double setup_s, steps_s, output_s;
} tc_job_parts;

tc_job_parts tc_job_report_parts(const tc_job_report *job);

#endif
