/* Forecasts of the whole jobs of a dry run: setup, steps and outputs of each result, with bounds from the
 * records of earlier jobs on the machine. The command predict and the library call tc_dry_run_jobs_forecast
 * after tc_dry_run_cases_run and before tc_dry_run_report. The counts are those of a real run with the same
 * ranks (run/plan/job_counts.h). A machine file selects the records with its key identity, or without this
 * key with its name. With machine: auto the records are those of the machine of the program. Records are read
 * only. Not collective. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_JOB_H
#define TC_RUN_DRY_RUN_DRY_RUN_JOB_H

#include "io/machine/job_records.h"
#include "run/dry_run/dry_run_cases.h"

/* Records of earlier jobs on the machine of a dry run. Zero-initialise before use; released by
 * tc_dry_run_jobs_free. */
typedef struct tc_dry_run_jobs {
  tc_job_records_place place;
  int records;
  tc_job_record *record; /* [records], owned */
} tc_dry_run_jobs;

/* Reads the records of the machine, unless an earlier call with the same `jobs` has read them, and stores in
 * the member `job` of each result the forecast of the job with the main model (tc_report_main_model). The
 * identity of the machine names its records; without an identity they are those of this machine for
 * `machine: auto`, and otherwise those of the name in the machine file. Parameters of a job that the machine
 * lacks have their defaults, but a machine file needs at least one of them. The total of the forecast is NaN
 * if a parameter is missing, which its member `missing` names, or if the number of steps is unknown. The
 * reports borrow from `jobs`, which the caller frees after the results. Error: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_dry_run_jobs_forecast(const tc_dry_run *runs, const tc_dry_run_machine *machine,
                                   const tc_results *results, tc_dry_run_jobs *jobs);
void tc_dry_run_jobs_free(tc_dry_run_jobs *jobs);

#endif
