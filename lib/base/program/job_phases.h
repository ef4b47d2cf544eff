/* Numbers and names of the phases of a job and of their groups (job_phases.def). Pure. */
#ifndef TC_BASE_PROGRAM_JOB_PHASES_H
#define TC_BASE_PROGRAM_JOB_PHASES_H

enum {
#define TC_JOB_GROUP(name) TC_JOB_GROUP_##name,
#include "base/program/job_phases.def"
  TC_JOB_GROUP_COUNT
};

enum {
#define TC_JOB_PHASE(name, group, text) TC_JOB_PHASE_##name,
#include "base/program/job_phases.def"
  TC_JOB_PHASE_COUNT,
  TC_JOB_PHASE_NONE = -1 /* for phases of the log that are not phases of the job */
};

/* Return the short name of a group or phase, such as "mesh" or "neighbours". */
const char *tc_job_group_name(int group);
const char *tc_job_phase_name(int phase);

/* Returns the text of a phase for logs and reports, such as "reading the mesh". */
const char *tc_job_phase_text(int phase);

/* Returns the number of the group that a phase belongs to. */
int tc_job_phase_group(int phase);

/* Adds the values of all phases to their groups: phase[TC_JOB_PHASE_COUNT] to group[TC_JOB_GROUP_COUNT],
 * whose previous content is replaced. */
void tc_job_phases_sum(const double *phase, double *group);

#endif
