#include "base/program/job_phases.h"

static const char *const group_names[] = {
#define TC_JOB_GROUP(name) #name,
#include "base/program/job_phases.def"
};

static const struct {
  const char *name, *text;
  int group;
} phases[] = {
#define TC_JOB_PHASE(name, group, text) {#name, text, TC_JOB_GROUP_##group},
#include "base/program/job_phases.def"
};

const char *tc_job_group_name(int group) { return group_names[group]; }

const char *tc_job_phase_name(int phase) { return phases[phase].name; }

const char *tc_job_phase_text(int phase) { return phases[phase].text; }

int tc_job_phase_group(int phase) { return phases[phase].group; }

void tc_job_phases_sum(const double *phase, double *group) {
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) group[g] = 0.0;
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) group[phases[p].group] += phase[p];
}
