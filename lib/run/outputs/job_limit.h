/* Finds the limit of the wall time of a job, which is the earlier one of checkpoint.limit and the limit of
 * SLURM. The outputs of a run call tc_job_limit_find once, before the setup. SLURM's limit is used only for
 * the program tetracast, because a program that uses the library decides itself when it ends. With
 * checkpoint.limit: none there is no limit. */
#ifndef TC_RUN_OUTPUTS_JOB_LIMIT_H
#define TC_RUN_OUTPUTS_JOB_LIMIT_H

#include <stddef.h>

#include "run/session/plan.h"

/* Limit of the wall time of a job. */
typedef struct tc_job_limit {
  double limit_s;  /* seconds from the start of the program to the limit; INFINITY if there is none */
  double before_s; /* seconds of the SLURM job before the start of the program; 0 if unknown */
  int64_t job;     /* number of the SLURM job that has this limit; 0 if the limit is checkpoint.limit */
} tc_job_limit;

enum { TC_JOB_LIMIT_TEXT = 96 };

/* Collective. Finds the limit on the root. Sources: SLURM_JOB_END_TIME (SLURM 22.05), and otherwise the
 * command squeue. If the limit of SLURM is unknown, logs a verbose line and ignores it. Errors (on all
 * ranks): TC_INTERNAL if MPI fails. */
tc_status tc_job_limit_find(const tc_plan *plan, tc_job_limit *out);

/* Not collective. Formats the name of the limit: "checkpoint.limit" or "the limit of SLURM job 123". */
void tc_job_limit_format(const tc_job_limit *limit, char out[TC_JOB_LIMIT_TEXT]);

/* Not collective. Formats advice to set the limit to at least least_s seconds after the start of the program:
 * "set checkpoint.limit to at least 42" or "set --time to at least 00:12:00". */
void tc_job_limit_format_advice(const tc_job_limit *limit, double least_s, char out[TC_JOB_LIMIT_TEXT]);

#endif
