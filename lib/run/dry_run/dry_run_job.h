/* Forecasts of whole jobs in dry runs. For each result they contain the times of setup, steps and outputs.
 * They also contain a bound, a time that the job stays below with a stated probability, from the records of
 * earlier jobs on the machine. The command predict and the library call tc_dry_run_jobs_forecast after
 * tc_dry_run_cases_run and before tc_dry_run_report. The counts are computed as for a real run with the same
 * ranks (run/plan/job_counts.h). With a machine file, the records are those of the machine that its key
 * `identity` names, or its key `name` if `identity` is missing. With machine: auto they are those of the
 * machine on which the program runs. Dry runs read records and never write any. Not collective. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_JOB_H
#define TC_RUN_DRY_RUN_DRY_RUN_JOB_H

#include "io/machine/job_records.h"
#include "run/dry_run/dry_run_cases.h"

/* Records of earlier jobs on the machine of a dry run. Zero-initialise before use; released by
 * tc_dry_run_jobs_free. */
typedef struct tc_dry_run_jobs {
  tc_job_records_place place; /* file of the records, and name of the machine */
  int records;
  tc_job_record *record; /* [records] records of earlier jobs, owned */
} tc_dry_run_jobs;

/* Stores in the member `job` of each result the forecast of the job with the main model
 * (tc_report_main_model). First reads the records of the machine, unless an earlier call with the same `jobs`
 * has read them. Parameters of the setup and the outputs that the machine lacks have their defaults, but a
 * machine file needs at least one of them. The total of a forecast is NaN if a parameter without a default is
 * missing, which the member `missing` of the forecast names. It is also NaN if the number of steps is
 * unknown. The reports in the results borrow from `jobs`, which the caller frees after the results. Error:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_dry_run_jobs_forecast(const tc_dry_run *runs, const tc_dry_run_machine *machine,
                                   const tc_results *results, tc_dry_run_jobs *jobs);
void tc_dry_run_jobs_free(tc_dry_run_jobs *jobs);

#endif
