/* Selects the records of earlier jobs from which the bound of a new job's time is computed, and applies the
 * change rule. The change rule assumes that the machine has changed if three of the last ten jobs took longer
 * than their 95 % bounds. Then only the records of these ten jobs and of later jobs remain in use. Bounds
 * with a level below 95 % are exceeded more often, so the rule then requires more than three such jobs. The
 * computation of a bound (model/interval) calls tc_used_records_select with all records. Each call scans all
 * records, so no state is stored between calls, and a lost record does no harm. Pure. */
#ifndef TC_MODEL_INTERVAL_CHANGE_H
#define TC_MODEL_INTERVAL_CHANGE_H

#include <stdbool.h>

#include "model/interval/job_record.h"

/* Last change of the machine that the change rule has found; all zero if there is none. */
typedef struct tc_change {
  /* end of the oldest job whose record is still used, in s since 1970; 0 if all records are used */
  int64_t time;
  /* `jobs` is the number of jobs that revealed the change, at most ten. `exceeded` is the number of these
   * that exceeded their bounds. */
  int exceeded, jobs;
  bool is_new; /* true if the record of the latest job revealed the change. The bound of the next job is then
                  the first one that ignores the records from before the change */
} tc_change;

/* Records from which a bound is computed, oldest first. */
typedef struct tc_used_records {
  int count;                                       /* number of records in use */
  const tc_job_record *record[TC_JOB_RECORDS_MAX]; /* borrowed */
  /* The first before_change records are those that revealed the change; 0 without a change. The scores of
   * these records (tc_job_record.score) were computed with corrected forecasts from before the change. The
   * bound therefore subtracts the median of these scores from each of them. */
  int before_change;
  tc_change change; /* last change of the machine */
} tc_used_records;

/* Period in which a job must have ended so that its record is used; both ends are in s since 1970. */
typedef struct tc_record_period {
  int64_t oldest, latest;
} tc_record_period;

/* Returns the period for bounds that are computed at the time `now`. It begins TC_JOB_RECORD_AGE_DAYS before
 * `now` and ends TC_JOB_RECORD_CLOCK_S after it, because the clocks of nodes differ a little. A record from a
 * still later time was written with a wrong clock. */
tc_record_period tc_record_period_at(int64_t now);

/* True if a job that ended at the time `time` is in the period. */
bool tc_record_period_contains(const tc_record_period *period, int64_t end_time);

/* Selects records that have the current version and ended in the period at `now`; if there are more than
 * TC_JOB_RECORDS_MAX, the latest ones. Then applies the change rule. record[records] must be in the order in
 * which the jobs ended. */
void tc_used_records_select(int records, const tc_job_record *record, int64_t now, tc_used_records *out);

/* Returns the measured time of a job in s: the sum over all groups of phases; NaN if the time of a group is
 * unknown. */
double tc_job_record_measured_s(const tc_job_record *record);

#endif
