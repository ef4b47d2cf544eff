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
  tc_job_forecast forecast; /* of the model alone */
  tc_job_bound bound;
  const char *identity; /* name of the machine whose records were used; NULL without records */
  double measured_s[TC_JOB_PHASE_COUNT];
  double total_s;   /* measured wall time of the job */
  bool is_held;     /* true if total_s is not above the bound */
  double machine_s; /* seconds that measuring the machine took */
  tc_split split;
  int probes;            /* calls of the speed probe during the run */
  double probe_overhead; /* seconds of these calls / seconds of the steps */
  double limit_s;        /* limit of the job in seconds since its start; 0 if none */
  int marks;
  tc_job_mark mark[TC_JOB_MARKS];
} tc_job_report;

#endif
