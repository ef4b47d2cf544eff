/* Selection of the forecast records that a bound uses, including the change rule: if three of the last ten
 * bounds of 95 % were exceeded, the machine has changed, and only these ten records remain in use. Bounds of
 * lower levels are exceeded more often, so more of them must be. The selection scans all records each time,
 * so a lost record does no harm and no further state is stored. Pure. */
#ifndef TC_MODEL_INTERVAL_CHANGE_H
#define TC_MODEL_INTERVAL_CHANGE_H

#include <stdbool.h>

#include "model/interval/job_record.h"

/* Records in use, oldest first. */
typedef struct tc_used_records {
  int count;
  const tc_job_record *record[TC_JOB_RECORDS_MAX]; /* borrowed */
  int before_change;   /* number of the first records whose scores were computed with a centre from before the
                          change; their median is subtracted from them */
  int64_t change_time; /* end of the last record that the change rule has dropped; 0 if none */
} tc_used_records;

/* Selects the latest TC_JOB_RECORDS_MAX of record[records], which are in the order in which the jobs ended,
 * that have the current version and are not older than TC_JOB_RECORD_AGE_DAYS at `now` (seconds since 1970),
 * and applies the change rule. */
void tc_used_records_select(int records, const tc_job_record *record, int64_t now, tc_used_records *out);

/* Returns the sum of the measured seconds of all groups; NaN if one is unknown. */
double tc_job_record_measured_s(const tc_job_record *record);

#endif
