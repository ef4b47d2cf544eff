#include "model/interval/centre.h"

#include "base/numeric/stats.h"
#include "model/interval/job_record.h"

/* Limit on the difference of a single job (a logarithm) in the mean that shifts the centre, so that one
 * disturbed job has a bounded effect (centre.h). */
static const double clip_limit = 0.5;

static double clip(double difference) {
  if (difference > clip_limit) return clip_limit;
  return difference < -clip_limit ? -clip_limit : difference;
}

/* Returns the centre of all jobs: `prior` plus the median difference from `prior`, multiplied by count /
 * (count + 2), as if two further jobs had shown no difference. */
static double machine_centre(int count, const tc_centre_value *value, double prior) {
  double difference[TC_JOB_RECORDS_MAX];
  for (int i = 0; i < count; i++) difference[i] = value[i].value - prior;
  return prior + tc_median(difference, (size_t)count) * count / (count + 2.0);
}

double tc_centre_compute(int count, const tc_centre_value *value, double prior) {
  double centre = machine_centre(count, value, prior);
  for (int level = 0; level < 2; level++) {
    double sum = 0.0;
    int members = 0;
    for (int i = 0; i < count; i++) {
      if (!value[i].is_same_kind || (level == 1 && !value[i].is_same_job)) continue;
      sum += clip(value[i].value - centre);
      members++;
    }
    centre += sum / (members + 1);
  }
  return centre;
}
