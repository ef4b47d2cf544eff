#include "model/setup/job_forecast.h"

#include "model/setup/job_phases_internal.h"

static double (*const phases[TC_JOB_PHASE_COUNT])(const tc_job_model *) = {
#define TC_JOB_PHASE(name, group, text) [TC_JOB_PHASE_##name] = tc_job_phase_##name##_s,
#include "base/program/job_phases.def"
};

void tc_job_forecast_compute(const tc_params *machine, const tc_job_counts *counts, bool allows_defaults,
                             tc_job_forecast *out) {
  const tc_job_model m = {machine, counts, allows_defaults, out};
  double fresh_B[TC_JOB_PHASE_COUNT];
  tc_job_fresh_memory(counts, fresh_B);
  *out = (tc_job_forecast){.missing = -1};
  for (int phase = 0; phase < TC_JOB_PHASE_COUNT; phase++) {
    out->phase_s[phase] = phases[phase](&m) + tc_job_pages_s(&m, fresh_B[phase]);
    out->total_s += out->phase_s[phase];
  }
}
