/* Job of a session: forecast of all phases before the steps, bound from earlier records, and the record of
 * this job at its end. The program calls tc_job_begin after the strategy has been chosen, and tc_job_end
 * after all outputs are complete. Nothing here changes a result, the choice of a strategy or an exit code. */
#ifndef TC_RUN_SESSION_JOB_H
#define TC_RUN_SESSION_JOB_H

#include "io/machine/job_records.h"
#include "report/document/job_report.h"
#include "run/session/forecasts.h"

/* Zero-initialise before use. */
typedef struct tc_job {
  tc_job_counts counts;
  tc_job_records_place place;
  int records;
  tc_job_record *record; /* root: [records] earlier records, owned */
  tc_job_key key;
  tc_job_forecast before; /* with the parameters that were known before this run measured any */
  tc_job_forecast now;    /* with all parameters of this run */
  tc_job_bound bound;
  bool has_bound; /* equal on all ranks; false with machine: none or without a forecast of the steps */
} tc_job;

/* Collective. Forecasts the job for a run with `strategy`, reads the records on the root, computes the bound,
 * logs one line, and gives all ranks the same values. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted or MPI fails. */
tc_status tc_job_begin(const tc_forecasts *forecasts, const tc_strategy *strategy, tc_job *out);

/* Not collective, on the root, at the end of a job with exit code `outcome`. Fills in the report from the
 * clock of the log, and appends a record unless the job made no step or the node is oversubscribed.
 * `result` may be NULL if there is no measurement. */
void tc_job_end(tc_job *job, const tc_forecasts *forecasts, const tc_result *result, int outcome,
                tc_job_report *report);

void tc_job_free(tc_job *job);

#endif
