#include "model/models/access_cost.h"

#include <math.h>

#include "model/step/model.h"

const char *const tc_pattern_names[TC_PATTERNS] = {"baseline", "vector", "coalesce"};

int tc_pattern_param(int place, int pattern, int use) {
#define RATES(name)                                                                                          \
  { TC_PARAM_##name##_read_s, TC_PARAM_##name##_write_s }
  static const int all[TC_PLACES][TC_PATTERNS][TC_USES] = {{RATES(baseline_near), RATES(vector_near),
                                                            RATES(coalesce_near)},
                                                           {RATES(baseline_far), RATES(vector_far),
                                                            RATES(coalesce_far)}};
#undef RATES
  return all[place][pattern][use];
}

double tc_pattern_share_s(const tc_params *m, int place, int pattern, int use, tc_pattern_share share) {
  const int rate = tc_pattern_param(place, pattern, use);
  return tc_times(share.values, *tc_param_of(m, rate)) + share.operations * *tc_param_of(m, rate + 1);
}

double tc_pattern_own_s(const tc_params *m, double values, int use) {
  return tc_times(values, use == TC_READS ? m->local_read_s : m->local_write_s);
}

double tc_pattern_private_s(const tc_params *m, double values, int use) {
  return tc_times(values, use == TC_READS ? m->private_read_s : m->private_write_s);
}

double tc_pattern_value_s(const tc_params *m, int place, int pattern, int use) {
  const int rate = tc_pattern_param(place, pattern, use);
  return tc_times(1.0, *tc_param_of(m, rate)) +
         (pattern == TC_PATTERN_BASELINE ? *tc_param_of(m, rate + 1) : 0.0);
}

double tc_pattern_local_s(const tc_params *m, int use) { return tc_pattern_own_s(m, 1.0, use); }

double tc_pattern_near_beyond_s(const tc_params *m) {
  const double beyond_s =
      tc_pattern_value_s(m, TC_PLACE_NEAR, TC_PATTERN_BASELINE, TC_READS) - tc_pattern_local_s(m, TC_READS);
  return beyond_s < 0.0 ? 0.0 : beyond_s; /* NaN stays */
}
