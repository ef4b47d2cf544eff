/* End of the SLURM job in which the program runs. The limit of a job (run/outputs/job_limit.h) uses it, on
 * the root of the program tetracast. Not collective. */
#ifndef TC_RUN_OUTPUTS_SLURM_LIMIT_H
#define TC_RUN_OUTPUTS_SLURM_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/program/log.h"

/* Begin and end of a SLURM job. */
typedef struct tc_slurm_limit {
  int64_t job;    /* number of the job, SLURM_JOB_ID */
  double end_s;   /* time at which SLURM ends the job, in seconds since 1970 */
  double start_s; /* start of the job in seconds since 1970; the present time if unknown */
} tc_slurm_limit;

/* Reads SLURM_JOB_END_TIME and SLURM_JOB_START_TIME. The end time has passed if the limit was raised after
 * the start of the job. If it has passed or is missing, starts the command squeue and waits at most 5 s for
 * its answer. now_s is the present time in seconds since 1970. Returns false outside of SLURM jobs and for
 * jobs without limit. Also returns false, with a verbose log line, if the limit cannot be read. */
bool tc_slurm_limit_read(double now_s, const tc_log *log, tc_slurm_limit *out);

/* Parses the remaining time that squeue prints with the format %L, such as "1-02:03:04", "12:34" or "59", and
 * returns its seconds in *out. Returns false for other texts, such as UNLIMITED. */
bool tc_slurm_limit_parse(const char *text, double *out);

#endif
