/* Computes the counts from which the time of a whole job is forecast (model/setup/job_forecast.h), such as
 * numbers of cells, steps and snapshots. They follow from the config, the size of the mesh and a few other
 * numbers. Sessions (run/job/job.c) and dry runs call tc_job_counts_set. They then store in the counts the
 * seconds of a step, of a product and of other work, which other models forecast. Finally they call
 * tc_job_counts_forecast. Not collective. */
#ifndef TC_RUN_PLAN_JOB_COUNTS_H
#define TC_RUN_PLAN_JOB_COUNTS_H

#include "io/mesh_input/mesh_input.h"
#include "model/setup/job_forecast.h"
#include "run/plan/memory_requirements.h"
#include "solve/stability/stable_step.h"

/* Numbers of a job that neither its config nor its mesh contains. */
typedef struct tc_job_numbers {
  int nodes, threads;   /* `nodes`: number of compute nodes; `threads`: number of threads of each rank */
  int64_t rows, ghosts; /* largest number of rows, and largest number of ghosts, of any rank */
  int peers;            /* largest number of ranks with which any rank exchanges values */
  bool on_device;       /* true if devices compute the steps */
  bool adds_snapshots;  /* true if a resumed run adds its snapshots to an existing file */
  int64_t resume_step;  /* step from which the run resumes; 0 if it begins with the first step */
  int64_t steps;        /* number of planned steps, including the steps before resume_step */
  int64_t requested;    /* number of requested times of snapshots after resume_step */
  int stages; /* stages of a step of a stabilised method, each with a product; 0 for other methods */
} tc_job_numbers;

/* Sets all counts except seconds, `tail` and `measures_machine`, which become 0. `run` is the input of the
 * footprint model, which contains the counts of the mesh and of the ranks. Reads the size of the fibre file,
 * and no other file. The counts borrow names from registries. */
void tc_job_counts_set(const tc_config *config, const tc_footprint_run *run, const tc_mesh_input_bytes *files,
                       const tc_job_numbers *numbers, tc_job_counts *out);

/* Pure. Sets the numbers of trials and products of the search for a stable step to those of `stable`. This is
 * the result of the search of this run or of a dry run. `is_cached` is true if the job reads the result from
 * the cache, so that no search follows. Does nothing if `stable` is not the result of a search. The forecast
 * then assumes usual numbers. They are uncertain: one bad cell among millions may double the time of the
 * search. */
void tc_job_counts_set_search(const tc_stable_step *stable, bool is_cached, tc_job_counts *out);

/* Pure. Sets the counts of steps, checks, snapshots, checkpoints and history rows of a job that ends after
 * the step `last`. This step is before numbers->steps if the run was interrupted. Checkpoints at intervals of
 * checkpoint.seconds and their checks are not counted. */
void tc_job_counts_set_steps(const tc_config *config, const tc_job_numbers *numbers, int64_t last,
                             tc_job_counts *out);

/* Pure. Sets the time budget of measuring the machine, and forecasts the job with tc_job_forecast_compute.
 * With checkpoint.seconds the number of checkpoints follows from the forecast time of the steps. The function
 * then stores this number in the counts and forecasts the job again. */
void tc_job_counts_forecast(const tc_config *config, const tc_params *machine, bool allows_defaults,
                            tc_job_counts *counts, tc_job_forecast *out);

#endif
