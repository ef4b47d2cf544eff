#include "model/interval/quantile.h"

#include <math.h>
#include <stddef.h>

#include "base/numeric/stats.h"
#include "base/numeric/student.h"

/* The assumed standard deviation has the weight of this number of additional scores. */
enum { ASSUMED_SCORES = 4 };

/* Amount that is added to the largest score if the quantile is beyond this score. */
static const double beyond_largest = 0.1;

/* Returns `value` rounded up, unless its excess over an integer is a rounding error. */
static int round_up(double value) { return (int)ceil(value - 1e-9); }

int tc_quantile_scores_min(double level) {
  const int least = round_up(level / (1.0 - level));
  return least > 19 ? least : 19;
}

static double student_quantile(const tc_quantile_rule *rule, int count, const double *score) {
  const int degrees = count + ASSUMED_SCORES;
  double squares = ASSUMED_SCORES * rule->spread * rule->spread;
  for (int i = 0; i < count; i++) squares += score[i] * score[i];
  return tc_student_quantile(rule->level, degrees) * sqrt(squares / degrees);
}

double tc_quantile_upper(const tc_quantile_rule *rule, int count, double *score) {
  if (count < tc_quantile_scores_min(rule->level)) return student_quantile(rule, count, score);
  const int rank = round_up((1.0 - rule->alpha) * (count + 1));
  tc_values_sort(score, (size_t)count);
  return rank <= count ? score[rank > 1 ? rank - 1 : 0] : score[count - 1] + beyond_largest;
}

double tc_quantile_lower(const tc_quantile_rule *rule, int count, double *score) {
  for (int i = 0; i < count; i++) score[i] = -score[i];
  return -tc_quantile_upper(rule, count, score);
}
