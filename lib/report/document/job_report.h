/* Forecast and measured times of a whole job, from the start of the program to its end, as reports show them.
 * The command `run` fills in a tc_job_report at its end. The commands `predict` and `quote` fill in only
 * forecasts and bounds. Plain data. */
#ifndef TC_REPORT_DOCUMENT_JOB_REPORT_H
#define TC_REPORT_DOCUMENT_JOB_REPORT_H

#include <stdbool.h>

#include "base/program/job_phases.h"
#include "model/interval/error_split.h"
#include "model/interval/job_bound.h"
#include "model/setup/job_forecast.h"

/* Remaining time that the run displayed after a certain share of the steps, and the true remaining time. */
typedef struct tc_job_mark {
  double share;            /* share of the steps that had been done */
  double shown_s, bound_s; /* remaining time in s that the run displayed, and the displayed bound of this
                            time */
  double true_s;           /* true remaining time in s, known after the end of the run */
} tc_job_mark;

/* Times of a job. A bound is a time that the job does not exceed with a stated probability. */
typedef struct tc_job_report {
  bool has_forecast, has_bound, has_measured;
  tc_job_forecast forecast; /* forecast of the models, not corrected by records of earlier jobs */
  tc_job_bound bound;       /* bound of the whole job, computed from records of earlier jobs */
  const char *identity;     /* name of the machine whose records were used; NULL without records */
  double measured_s[TC_JOB_PHASE_COUNT]; /* measured time of each phase */
  double total_s;                        /* measured wall time of the job */
  bool is_held;                          /* true if the measured time total_s does not exceed the bound */
  double machine_s;                      /* wall time in s in which the run measured the machine */
  tc_split split; /* error of the forecast, split into a factor of the machine and a factor of the model */
  int probes;     /* number of calls of the speed probe from which the split is computed */
  /* Standard deviation of single calls of the probe, divided by their mean; 0 if unknown. */
  double probe_spread;
  double probe_overhead; /* seconds of the calls of the probe between steps, divided by the seconds of the
                            steps */
  double limit_s;        /* time limit of the job in s; 0 if there is none */
  int marks;
  /* [marks] remaining times that the run displayed at several shares of the steps */
  tc_job_mark mark[TC_JOB_MARKS];
} tc_job_report;

/* Measured time, forecast and bound in s of a phase, of a group of phases or of the whole job. A member is
 * NaN if it is unknown. If the report has a bound, the forecast is corrected with records of earlier jobs. */
typedef struct tc_job_times {
  double measured_s, forecast_s, bound_s;
} tc_job_times;

/* Return the times of one phase (TC_JOB_PHASE_..), of one group of phases (TC_JOB_GROUP_..) or of the whole
 * job. Each bound applies to its phase or group alone. The bounds of the phases therefore do not add up to
 * the bound of the job. A phase or group that the forecast does not contain has no bound. */
tc_job_times tc_job_report_phase(const tc_job_report *job, int phase);
tc_job_times tc_job_report_group(const tc_job_report *job, int group);
tc_job_times tc_job_report_total(const tc_job_report *job);

/* True if the measured time or the forecast of a phase is above 0, so that tables show the phase. */
bool tc_job_times_occur(const tc_job_times *times);

/* Forecast of a job in s, divided into its steps, its outputs, and all other phases, which count as setup.
 * The sum of the members is the forecast of the whole job. A member is NaN if it is unknown. */
typedef struct tc_job_parts {
  double setup_s, steps_s, output_s;
} tc_job_parts;

/* Returns the forecasts of the setup, of the steps and of the outputs. */
tc_job_parts tc_job_report_parts(const tc_job_report *job);

#endif
