#include "model/interval/change.h"

#include <math.h>
#include <string.h>

enum {
  WINDOW = 10, /* number of latest jobs that the change rule examines */
  /* number of these jobs that must have exceeded their bounds before a change of the machine is assumed */
  EXCEEDED_MIN = 3,
  DAY_S = 86400
};

/* Limit of the change rule. On an unchanged machine, a job exceeds its 95 % bound with the probability 5 %.
 * By the binomial distribution, at least three of ten such jobs exceed their bounds with the probability 1.15
 * %. The rule assumes a change of the machine if the observed number of exceeded bounds has at most this
 * probability on an unchanged machine. */
static const double chance_max = 0.012;

double tc_job_record_measured_s(const tc_job_record *record) {
  double sum = 0.0;
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) sum += record->measured_s[g];
  return sum;
}

tc_record_period tc_record_period_at(int64_t now) {
  return (tc_record_period){now - (int64_t)TC_JOB_RECORD_AGE_DAYS * DAY_S, now + TC_JOB_RECORD_CLOCK_S};
}

bool tc_record_period_contains(const tc_record_period *period, int64_t end_time) {
  return end_time >= period->oldest && end_time <= period->latest;
}

static bool is_current(const tc_job_record *record, const tc_record_period *period) {
  return record->version == TC_JOB_RECORD_VERSION && tc_record_period_contains(period, record->end_time);
}

/* True if the measured time of the job exceeded its bound. False if one of these times is unknown (NaN). */
static bool is_exceeded(const tc_job_record *record) {
  return tc_job_record_measured_s(record) > record->bound_s;
}

/* Selects the latest TC_JOB_RECORDS_MAX records with the current version that ended in the period at
 * `now`. */
static void select_current(int records, const tc_job_record *record, int64_t now, tc_used_records *out) {
  const tc_record_period period = tc_record_period_at(now);
  int first = records;
  for (int found = 0; first > 0 && found < TC_JOB_RECORDS_MAX; first--)
    found += is_current(&record[first - 1], &period);
  for (int i = first; i < records; i++)
    if (is_current(&record[i], &period)) out->record[out->count++] = &record[i];
}

/* Returns the probability that at least `exceeded` of WINDOW jobs exceed their bounds on an unchanged
 * machine. A single job exceeds its bound with the probability `error`. */
static double exceeded_chance(int exceeded, double error) {
  double term = pow(1.0 - error, WINDOW), below = 0.0;
  for (int k = 0; k < exceeded; k++) {
    below += term;
    term *= error / (1.0 - error) * (WINDOW - k) / (k + 1);
  }
  return 1.0 - below;
}

/* Returns the probability that a job exceeds its bound on an unchanged machine: 1 - level, or 0.05 if the
 * record has no valid level. */
static double error_probability(const tc_job_record *record) {
  return record->level >= 0.5 && record->level < 1.0 ? 1.0 - record->level : 0.05;
}

/* Applies the change rule to at most WINDOW records: those with the indices `from` to `last`, or the last
 * WINDOW of them. Returns true if more of these jobs exceeded their bounds than chance explains. Sets all
 * members of *out except the time. */
static bool is_changed(const tc_used_records *used, int from, int last, tc_change *out) {
  double errors = 0.0;
  *out = (tc_change){.is_new = last + 1 == used->count};
  for (int i = last; i >= from && i > last - WINDOW; i--, out->jobs++) {
    out->exceeded += is_exceeded(used->record[i]);
    errors += error_probability(used->record[i]);
  }
  return out->exceeded >= EXCEEDED_MIN && exceeded_chance(out->exceeded, errors / out->jobs) <= chance_max;
}

/* Finds the last change of the machine in the records. Returns the index of the first record after the record
 * that revealed this change, and sets all members of *out except `time`. Returns 0 if the machine has not
 * changed. */
static int find_change(const tc_used_records *used, tc_change *out) {
  int change = 0;
  for (int i = 0; i < used->count; i++) {
    tc_change found;
    if (!is_changed(used, change, i, &found)) continue;
    change = i + 1;
    *out = found;
  }
  return change;
}

void tc_used_records_select(int records, const tc_job_record *record, int64_t now, tc_used_records *out) {
  out->count = out->before_change = 0;
  out->change = (tc_change){0};
  select_current(records, record, now, out);
  const int change = find_change(out, &out->change);
  if (change == 0) return;
  const int first = change > WINDOW ? change - WINDOW : 0;
  if (first > 0) out->change.time = out->record[first]->end_time;
  out->count -= first;
  out->before_change = change - first;
  memmove(out->record, out->record + first, (size_t)out->count * sizeof *out->record);
}
