/* Selection of the forecast records that a bound uses, including the change rule: if three of the last ten
 * bounds of 95 % were exceeded, the machine has changed, and only these ten records remain in use. Bounds of
 * lower levels are exceeded more often, so more of them must be. The selection scans all records each time,
 * so a lost record does no harm and no further state is stored. Pure. */
#ifndef TC_MODEL_INTERVAL_CHANGE_H
#define TC_MODEL_INTERVAL_CHANGE_H

#include <stdbool.h>

#include "model/interval/job_record.h"

/* Last change of the machine that the rule has found. */
typedef struct tc_change {
  int64_t time; /* end of the oldest record that remains in use, in s since 1970; 0 if all do */
  int exceeded,
      jobs;    /* exceeded bounds among the last jobs before the change, and the number of these jobs */
  bool is_new; /* true if the latest record revealed the change, so that no earlier job has ignored records
                  because of it */
} tc_change;

/* Records in use, oldest first. */
typedef struct tc_used_records {
  int count;
  const tc_job_record *record[TC_JOB_RECORDS_MAX]; /* borrowed */
  int before_change; /* number of the first records whose scores were computed with a centre from before the
                        change; their median is subtracted from them */
  tc_change change;
} tc_used_records;

/* Times between which a job must have ended so that its record is used, in s since 1970. */
typedef struct tc_record_period {
  int64_t oldest, latest;
} tc_record_period;

/* Returns the period at `now`. It begins TC_JOB_RECORD_AGE_DAYS before and ends TC_JOB_RECORD_CLOCK_S after
 * it: the clocks of nodes differ a little, and a record from a later time is that of a wrong clock. */
tc_record_period tc_record_period_at(int64_t now);

/* True if a job that ended at this time is in the period. */
bool tc_record_period_contains(const tc_record_period *period, int64_t end_time);

/* Selects the latest TC_JOB_RECORDS_MAX of record[records], which are in the order in which the jobs ended,
 * that have the current version and ended in the period at `now`, and applies the change rule. */
void tc_used_records_select(int records, const tc_job_record *record, int64_t now, tc_used_records *out);

/* Returns the sum of the measured seconds of all groups; NaN if one is unknown. */
double tc_job_record_measured_s(const tc_job_record *record);

#endif
