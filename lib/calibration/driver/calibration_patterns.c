#include "calibration/access/bench_access_patterns.h"
#include "calibration/driver/calibrate.h"
#include "calibration/driver/calibration.h"
#include "machine/parameters/plausibility.h"

enum { working_set_B = 1 << 20 };
static const tc_bench_effort brief_effort = {31, 150e-6, 0.02};

tc_status tc_calibration_measure_patterns(tc_calibration *c, bool all) {
  const tc_bench_effort previous = c->bench.effort;
  tc_estimate rate[TC_PATTERN_PARAMS];
  if (all) tc_log_write(c->log, c->progress, "measuring accesses to shared arrays");
  /* Each access pattern is measured with fewer repetitions than other benchmarks, because there are many
   * patterns. */
  c->bench.effort.repeats = previous.repeats / 4 + 1;
  c->bench.effort.max_warm_up_s = previous.max_warm_up_s / 16.0;
  const tc_status status = tc_bench_patterns(&c->bench, all, rate);
  c->bench.effort = previous;
  for (int i = 0; i < TC_PATTERN_PARAMS && !status; i++)
    if (rate[i].value > 0.0) tc_calibration_record(c, TC_PATTERN_FIRST + i, 0, rate[i]);
  return status;
}

/* Returns true if the machine parameters contain the access times of owned elements. The times for elements
 * of other ranks need not be checked, because they are measured together with these. */
static bool has_access_times(const tc_params *p) {
  return p->private_read_s > 0.0 && p->local_read_s > 0.0 && p->private_write_s > 0.0 &&
         p->local_write_s > 0.0 && p->owner_test_s > 0.0 && p->pointer_s > 0.0;
}

tc_status tc_calibrate_patterns(const tc_world *world, const tc_log *log, tc_machine *machine) {
  tc_calibration c;
  if (has_access_times(&machine->params)) return TC_OK;
  const tc_log_phase phase =
      tc_log_begin_phase(log, TC_JOB_PHASE_machine, "measuring accesses through pointers");
  TC_TRY(tc_calibration_init(world, brief_effort, working_set_B, log, machine, &c));
  const tc_status status = tc_calibration_measure_patterns(&c, false);
  tc_calibration_free(&c);
  if (status) return status;
  tc_log_end_phase(&phase);
  tc_calibrate_warn(log, tc_plausibility_repair(&machine->params, c.ranks));
  return TC_OK;
}
