#include "model/interval/change.h"

#include <string.h>

enum { WINDOW = 10, EXCEEDED_MAX = 2, DAY_S = 86400 };

double tc_job_record_measured_s(const tc_job_record *record) {
  double sum = 0.0;
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) sum += record->measured_s[g];
  return sum;
}

static bool is_current(const tc_job_record *record, int64_t now) {
  return record->version == TC_JOB_RECORD_VERSION &&
         record->end_time >= now - (int64_t)TC_JOB_RECORD_AGE_DAYS * DAY_S;
}

/* False if one of the two times is unknown. */
static bool is_exceeded(const tc_job_record *record) {
  return tc_job_record_measured_s(record) > record->bound_s;
}

/* Selects the latest current records. */
static void select_current(int records, const tc_job_record *record, int64_t now, tc_used_records *out) {
  int first = records;
  for (int found = 0; first > 0 && found < TC_JOB_RECORDS_MAX; first--)
    found += is_current(&record[first - 1], now);
  for (int i = first; i < records; i++)
    if (is_current(&record[i], now)) out->record[out->count++] = &record[i];
}

/* Number of exceeded bounds among the last ten records up to and including `last`, but not before `from`. */
static int count_exceeded(const tc_used_records *used, int from, int last) {
  int exceeded = 0;
  for (int i = last; i >= from && i > last - WINDOW; i--) exceeded += is_exceeded(used->record[i]);
  return exceeded;
}

/* Returns the first record after the last change; 0 if there is no change. */
static int find_change(const tc_used_records *used) {
  int change = 0;
  for (int i = 0; i < used->count; i++)
    if (count_exceeded(used, change, i) > EXCEEDED_MAX) change = i + 1;
  return change;
}

void tc_used_records_select(int records, const tc_job_record *record, int64_t now, tc_used_records *out) {
  out->count = out->before_change = 0;
  out->change_time = 0;
  select_current(records, record, now, out);
  const int change = find_change(out);
  if (change == 0) return;
  const int first = change > WINDOW ? change - WINDOW : 0;
  if (first > 0) out->change_time = out->record[first - 1]->end_time;
  out->count -= first;
  out->before_change = change - first;
  memmove(out->record, out->record + first, (size_t)out->count * sizeof *out->record);
}
