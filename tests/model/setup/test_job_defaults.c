/* Test of the default values of job parameters, which forecasts use if the machine has not been measured. */
#include <criterion/criterion.h>

#include "model/setup/job_forecast.h"

/* Each parameter of the section `job`, except those of the speed probe, must have a default within its valid
 * range. */
Test(job_forecast, defaults) {
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const double value = tc_job_param_default(p);
    const tc_param_range range = tc_param_range_of(p);
    const bool is_probe = p >= TC_PARAM_probe_integer_s && p <= TC_PARAM_probe_gather_s;
    const bool has_one = (tc_param_section(p) == TC_PARAM_SECTION_job && !is_probe) ||
                         p == TC_PARAM_node_send_s || p == TC_PARAM_node_reduce_s;
    cr_expect_eq(value > 0.0, has_one, "%s", tc_param_name(p));
    cr_expect(value == 0.0 || (value >= range.min && value <= range.max), "%s", tc_param_name(p));
  }
}
