/* Computes the bound of a job in four steps. (1) The change rule selects the records in use (change.h). (2)
 * The forecast of each group of phases is multiplied by exp(centre), where the centre is the usual
 * ln(measured / forecast) of earlier jobs (centre.h). (3) The bound of the job is its corrected forecast
 * times exp(q), where q is a quantile of the scores of comparable jobs (quantile.h). (4) Each group has a
 * bound by the same rule. Its scores are the logarithmic ratios of the group minus its centre. */
#include "model/interval/job_bound.h"

#include <math.h>
#include <string.h>

#include "base/numeric/stats.h"
#include "model/interval/centre.h"
#include "model/interval/change.h"
#include "model/interval/quantile.h"

/* Assumed standard deviation of scores, ln(measured / forecast), when there are no records. The ratios of six
 * measured first runs with default rates were all within 0.35. The forecast of a single group with default
 * rates is less accurate than that of the job, because errors of groups partly cancel. */
static const double assumed_spread = 0.35, assumed_spread_defaults = 0.5;

/* Jobs with a corrected forecast of at least this time are long, others are short. Scores of the other class
 * are ignored if the class of the new job has at least STRATUM_MIN scores. */
static const double long_job_s = 600.0;
enum { STRATUM_MIN = 39 };

/* Tail (mean / median of the time of a step, minus 1) that is assumed if there are no records. */
static const double prior_tail = 0.05;

/* Self-correction of alpha, the error probability with which a bound is computed, after each job
 * (tc_job_alpha_next). alpha_step is its rate. alpha_min and alpha_max are limits of alpha / (1 - level). */
static const double alpha_step = 0.01, alpha_min = 0.2, alpha_max = 4.0;

/* Scores of the records in use: for each job, ln of measured time / corrected forecast (tc_job_score). */
typedef struct job_scores {
  int count;
  double score[TC_JOB_RECORDS_MAX];
  double forecast_s[TC_JOB_RECORDS_MAX]; /* corrected forecast of each job */
} job_scores;

/* For one group of phases: ln(measured / forecast time) in each record in use. */
typedef struct group_ratios {
  int count;
  tc_centre_value ratio[TC_JOB_RECORDS_MAX];
} group_ratios;

double tc_job_score(double measured_s, double forecast_s) {
  return log((measured_s + tc_job_offset_s) / (forecast_s + tc_job_offset_s));
}

static double limit_alpha(double alpha, double level) {
  const double error = 1.0 - level, low = alpha_min * error,
               high = fmin(alpha_max * error, 0.5 * (1.0 + error));
  return fmin(fmax(alpha, low), high);
}

double tc_job_alpha_next(double alpha, double level, bool exceeded) {
  return limit_alpha(alpha + alpha_step * (1.0 - level - (exceeded ? 1.0 : 0.0)), level);
}

static double group_forecast_s(const tc_job_record *record, int group, bool is_now) {
  return is_now && group == TC_JOB_GROUP_steps ? record->steps_now_s : record->forecast_s[group];
}

static double record_forecast_s(const tc_job_record *record, bool is_now) {
  double sum = 0.0;
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) sum += group_forecast_s(record, g, is_now);
  return sum;
}

/* Returns ln(measured / forecast) of a group in one record. If the forecast of the group is 0, returns the
 * value of the whole job. */
static double group_ratio(const tc_job_record *record, int group, bool is_now) {
  const double forecast_s = group_forecast_s(record, group, is_now);
  if (forecast_s == 0.0)
    return tc_job_score(tc_job_record_measured_s(record), record_forecast_s(record, is_now));
  return tc_job_score(record->measured_s[group], forecast_s);
}

static tc_centre_value centre_value(const tc_job_record *record, const tc_job_key *key, double value) {
  const tc_job_key *k = &record->key;
  const bool is_same_kind = strcmp(k->scheme, key->scheme) == 0 && strcmp(k->method, key->method) == 0,
             is_same_mesh =
                 k->mesh_hash == key->mesh_hash && k->ranks == key->ranks && k->nodes == key->nodes;
  return (tc_centre_value){value, is_same_kind, is_same_kind && is_same_mesh};
}

static void collect_ratios(const tc_used_records *used, const tc_job_question *question, int group,
                           group_ratios *out) {
  out->count = 0;
  for (int i = 0; i < used->count; i++) {
    const double ratio = group_ratio(used->record[i], group, question->is_now);
    if (isfinite(ratio)) out->ratio[out->count++] = centre_value(used->record[i], &question->key, ratio);
  }
}

static double record_score(const tc_job_record *record, bool is_now) {
  return is_now ? record->score_now : record->score;
}

/* Returns the median of the scores in the first before_change records. These scores were computed with a
 * centre from before the change of the machine. */
static double score_shift(const tc_used_records *used, bool is_now) {
  double score[TC_JOB_RECORDS_MAX];
  size_t count = 0;
  for (int i = 0; i < used->before_change; i++) {
    score[count] = record_score(used->record[i], is_now);
    count += isfinite(score[count]);
  }
  return tc_median(score, count);
}

static void collect_scores(const tc_used_records *used, bool is_now, job_scores *out) {
  const double shift = score_shift(used, is_now);
  out->count = 0;
  for (int i = 0; i < used->count; i++) {
    const double score = record_score(used->record[i], is_now),
                 measured_s = tc_job_record_measured_s(used->record[i]);
    if (!isfinite(score) || !isfinite(measured_s)) continue;
    out->score[out->count] = i < used->before_change ? score - shift : score;
    out->forecast_s[out->count++] = (measured_s + tc_job_offset_s) * exp(-score) - tc_job_offset_s;
  }
}

/* Removes the scores of long jobs if the new job is short, and of short jobs if it is long, unless fewer than
 * STRATUM_MIN would remain. */
static void select_stratum(job_scores *scores, double forecast_s) {
  const bool is_long = forecast_s >= long_job_s;
  int members = 0;
  for (int i = 0; i < scores->count; i++) members += (scores->forecast_s[i] >= long_job_s) == is_long;
  if (members < STRATUM_MIN) return;
  members = 0;
  for (int i = 0; i < scores->count; i++)
    if ((scores->forecast_s[i] >= long_job_s) == is_long) scores->score[members++] = scores->score[i];
  scores->count = members;
}

/* Returns the error probability alpha of the new bound. This is the self-corrected alpha of the last record
 * in use, scaled from the level of that record to `level`, or 1 - level if no record has a valid alpha. */
static double current_alpha(const tc_used_records *used, double level) {
  for (int i = used->count - 1; i >= 0; i--) {
    const tc_job_record *record = used->record[i];
    if (record->alpha > 0.0 && record->level >= 0.5 && record->level < 1.0)
      return limit_alpha(record->alpha * ((1.0 - level) / (1.0 - record->level)), level);
  }
  return 1.0 - level;
}

static double upper_bound_s(double forecast_s, double quantile) {
  return (forecast_s + tc_job_offset_s) * exp(quantile);
}

/* Computes the centre, the corrected forecast and the bound of one group of phases. */
static void bound_group(const tc_used_records *used, const tc_job_question *question, int group,
                        tc_job_bound *out) {
  const double assumed = question->uses_defaults ? assumed_spread_defaults : assumed_spread;
  const tc_quantile_rule rule = {out->level, 1.0 - out->level, fmax(assumed, out->spread)};
  group_ratios ratios;
  double score[TC_JOB_RECORDS_MAX];
  collect_ratios(used, question, group, &ratios);
  const double centre = tc_centre_compute(ratios.count, ratios.ratio, 0.0);
  for (int i = 0; i < ratios.count; i++) score[i] = ratios.ratio[i].value - centre;
  out->centre[group] = centre;
  out->corrected_s[group] = tc_job_bound_correct(out, group, question->forecast_s[group]);
  out->group_bound_s[group] =
      upper_bound_s(out->corrected_s[group], tc_quantile_upper(&rule, ratios.count, score)) - tc_job_offset_s;
  out->median_s += out->corrected_s[group];
}

/* Computes the upper and the lower bound of the whole job from its corrected forecast. */
static void bound_total(const tc_used_records *used, bool is_now, tc_job_bound *out) {
  tc_quantile_rule rule = {out->level, out->alpha, out->spread};
  job_scores scores;
  collect_scores(used, is_now, &scores);
  out->records = scores.count;
  select_stratum(&scores, out->median_s);
  if (scores.count >= tc_quantile_scores_min(0.5))
    out->score_variance = tc_variance(scores.score, (size_t)scores.count);
  out->is_assumed = scores.count < tc_quantile_scores_min(out->level);
  out->bound_s = upper_bound_s(out->median_s, tc_quantile_upper(&rule, scores.count, scores.score));
  rule.alpha = 1.0 - out->level;
  const double lower = tc_quantile_lower(&rule, scores.count, scores.score);
  out->low_s = fmax(upper_bound_s(out->median_s, lower) - tc_job_offset_s, 0.0);
  out->factor = out->bound_s / out->median_s;
}

void tc_job_bound_compute(int records, const tc_job_record *record, int64_t now,
                          const tc_job_question *question, tc_job_bound *out) {
  tc_used_records used;
  tc_used_records_select(records, record, now, &used);
  *out = (tc_job_bound){.level = question->level,
                        .spread = fmax(assumed_spread, question->spread),
                        .alpha = current_alpha(&used, question->level),
                        .change = used.change};
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) bound_group(&used, question, g, out);
  bound_total(&used, question->is_now, out);
}

double tc_job_bound_correct(const tc_job_bound *bound, int group, double forecast_s) {
  return forecast_s * exp(bound->centre[group]);
}

double tc_job_bound_factor(const tc_job_bound *bound, int group) {
  return (bound->group_bound_s[group] + tc_job_offset_s) / (bound->corrected_s[group] + tc_job_offset_s);
}

double tc_job_bound_part(const tc_job_bound *bound, int group, double corrected_s) {
  const double factor = tc_job_bound_factor(bound, group);
  return fmax((corrected_s + tc_job_offset_s) * factor - tc_job_offset_s, 0.0);
}

double tc_job_bound_rest(const tc_job_bound *bound, double corrected_s) {
  const double factor = bound->bound_s / (bound->median_s + tc_job_offset_s);
  return fmax((corrected_s + tc_job_offset_s) * factor - tc_job_offset_s, corrected_s);
}

static bool has_tail(const tc_job_record *record) {
  return isfinite(record->tail) && record->measured_s[TC_JOB_GROUP_steps] >= tc_job_offset_s;
}

double tc_job_tail(int records, const tc_job_record *record, int64_t now, const tc_job_key *key) {
  tc_used_records used;
  tc_centre_value tail[TC_JOB_RECORDS_MAX];
  int count = 0;
  tc_used_records_select(records, record, now, &used);
  for (int i = 0; i < used.count; i++)
    if (has_tail(used.record[i])) tail[count++] = centre_value(used.record[i], key, used.record[i]->tail);
  return tc_centre_compute(count, tail, prior_tail);
}
