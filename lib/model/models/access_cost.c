#include "model/models/access_cost.h"

#include <math.h>

#include "model/step/model.h"

const char *const tc_access_cost_pattern_names[TC_PATTERNS] = {"baseline", "vector", "coalesce"};

int tc_pattern_param(int location, int pattern, int use) {
#define RATES(name)                                                                                          \
  { TC_PARAM_##name##_read_s, TC_PARAM_##name##_write_s }
  static const int params[TC_LOCATIONS][TC_PATTERNS][TC_USES] = {{RATES(baseline_near), RATES(vector_near),
                                                                  RATES(coalesce_near)},
                                                                 {RATES(baseline_far), RATES(vector_far),
                                                                  RATES(coalesce_far)}};
#undef RATES
  return params[location][pattern][use];
}

double tc_access_cost_share_s(const tc_params *m, int location, int pattern, int use, tc_access_share share) {
  const int rate = tc_pattern_param(location, pattern, use);
  return tc_cost_of_count(share.values, *tc_param_get(m, rate)) +
         share.operations * *tc_param_get(m, rate + 1);
}

double tc_access_cost_owned_s(const tc_params *m, double values, int use) {
  return tc_cost_of_count(values, use == TC_READS ? m->local_read_s : m->local_write_s);
}

double tc_access_cost_private_s(const tc_params *m, double values, int use) {
  return tc_cost_of_count(values, use == TC_READS ? m->private_read_s : m->private_write_s);
}

double tc_access_cost_value_s(const tc_params *m, int location, int pattern, int use) {
  const int rate = tc_pattern_param(location, pattern, use);
  return tc_cost_of_count(1.0, *tc_param_get(m, rate)) +
         (pattern == TC_PATTERN_BASELINE ? *tc_param_get(m, rate + 1) : 0.0);
}

double tc_access_cost_local_s(const tc_params *m, int use) { return tc_access_cost_owned_s(m, 1.0, use); }

double tc_access_cost_node_extra_s(const tc_params *m) {
  const double extra_s = tc_access_cost_value_s(m, TC_LOCATION_NODE, TC_PATTERN_BASELINE, TC_READS) -
                         tc_access_cost_local_s(m, TC_READS);
  return extra_s < 0.0 ? 0.0 : extra_s; /* A NaN fails the comparison and is returned. */
}
