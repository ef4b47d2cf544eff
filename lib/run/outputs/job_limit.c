#include "run/outputs/job_limit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/core/timer.h"
#include "base/text/text.h"
#include "comm/world/mpi_world.h"
#include "run/outputs/slurm_limit.h"

#define TC_PHASE "reading the limit of the job"

static double seconds_since_1970(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Root only. Sets the limit to that of SLURM if this is earlier than the present one. */
static void add_slurm(const tc_plan *plan, tc_job_limit *out) {
  const double elapsed_s = tc_now_s() - plan->environment->start_s, now_s = seconds_since_1970();
  tc_slurm_limit found;
  if (!tc_slurm_limit_read(now_s, plan->log, &found)) return;
  const double limit_s = found.end_s - now_s + elapsed_s;
  if (limit_s < out->limit_s)
    *out = (tc_job_limit){.limit_s = limit_s,
                          .before_s = fmax(now_s - elapsed_s - found.start_s, 0.0),
                          .job = found.job};
}

static tc_status find_on_root(const tc_plan *plan, tc_job_limit *out) {
  const double set = plan->config->checkpoint.limit;
  if (set > 0.0) out->limit_s = set;
  if (set != 0.0 && plan->options->follows_scheduler) add_slurm(plan, out);
  return TC_OK;
}

tc_status tc_job_limit_find(const tc_plan *plan, tc_job_limit *out) {
  *out = (tc_job_limit){.limit_s = INFINITY};
  TC_TRY(TC_ON_ROOT(plan->world, find_on_root(plan, out)));
  return TC_MPI(plan->world, MPI_Bcast(out, (int)sizeof *out, MPI_BYTE, 0, tc_world_comm(plan->world)));
}

void tc_job_limit_format(const tc_job_limit *limit, char out[TC_JOB_LIMIT_TEXT]) {
  if (limit->job > 0)
    snprintf(out, TC_JOB_LIMIT_TEXT, "the limit of SLURM job %lld", (long long)limit->job);
  else
    snprintf(out, TC_JOB_LIMIT_TEXT, "checkpoint.limit");
}

void tc_job_limit_format_advice(const tc_job_limit *limit, double least_s, char out[TC_JOB_LIMIT_TEXT]) {
  const long long minutes = (long long)ceil((limit->before_s + least_s) / 60.0);
  if (limit->job > 0)
    snprintf(out, TC_JOB_LIMIT_TEXT, "set --time to at least %02lld:%02lld:00", minutes / 60, minutes % 60);
  else
    snprintf(out, TC_JOB_LIMIT_TEXT, "set checkpoint.limit to at least %lld", (long long)ceil(least_s));
}
