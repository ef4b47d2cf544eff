#include "model/interval/change.h"

#include <math.h>
#include <string.h>

enum { WINDOW = 10, EXCEEDED_MIN = 3, DAY_S = 86400 };

/* A machine has changed if the number of exceeded bounds has at most this probability without a change. For
 * bounds of 95 % these are three of ten. */
static const double chance_max = 0.012;

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

/* Returns the probability of at least `exceeded` exceeded bounds of WINDOW, each with the probability
 * `error`. */
static double exceeded_chance(int exceeded, double error) {
  double term = pow(1.0 - error, WINDOW), below = 0.0;
  for (int k = 0; k < exceeded; k++) {
    below += term;
    term *= error / (1.0 - error) * (WINDOW - k) / (k + 1);
  }
  return 1.0 - below;
}

static double error_probability(const tc_job_record *record) {
  return record->level >= 0.5 && record->level < 1.0 ? 1.0 - record->level : 0.05;
}

/* True if too many of the last ten bounds up to `last`, but not before `from`, were exceeded. */
static bool is_changed(const tc_used_records *used, int from, int last) {
  int exceeded = 0, jobs = 0;
  double errors = 0.0;
  for (int i = last; i >= from && i > last - WINDOW; i--, jobs++) {
    exceeded += is_exceeded(used->record[i]);
    errors += error_probability(used->record[i]);
  }
  return exceeded >= EXCEEDED_MIN && exceeded_chance(exceeded, errors / jobs) <= chance_max;
}

/* Returns the first record after the last change; 0 if there is no change. */
static int find_change(const tc_used_records *used) {
  int change = 0;
  for (int i = 0; i < used->count; i++)
    if (is_changed(used, change, i)) change = i + 1;
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
