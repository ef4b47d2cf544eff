/* All outputs of a run: checkpoints, snapshots, history and residuals. They replace no file of an earlier run
 * unless --force is given, and no file that another run is writing. A command that makes one run calls the
 * functions in the order of this header, before and after the setup and the steps of a session. Functions are
 * collective and return errors on all ranks unless their comment says "Not collective". */
#ifndef TC_RUN_OUTPUTS_OUTPUTS_H
#define TC_RUN_OUTPUTS_OUTPUTS_H

#include "base/file/file_lock.h"
#include "run/job/job.h"
#include "run/outputs/checkpoints.h"
#include "run/outputs/residuals.h"
#include "run/outputs/snapshots.h"

/* Outputs of a run. Zero-initialise before use. Must not move after tc_run_outputs_prepare. */
typedef struct tc_run_outputs {
  tc_run_limit limit; /* tests set its clock before tc_run_outputs_prepare */
  tc_run_progress progress;
  tc_run_checkpoints checkpoints;
  tc_run_snapshots snapshots;
  tc_run_history history;
  tc_run_residuals residuals;
  double disk_B; /* root: estimated bytes of snapshots and checkpoints; 0 if there are none or the size is
                    unknown */
  int looked;    /* root: number of files in the plan's file list for which locks were requested so far */
  int locks;
  tc_file_lock lock[TC_FILE_LIST_MAX]; /* root: [locks] locks of all output files except snapshots */
} tc_run_outputs;

/* Called after tc_plan_create, before the setup. Prepares all outputs and acquires the locks. Errors: those
 * of the individual outputs; TC_OUTPUT if another run writes one of the files, reports included, or if a file
 * exists and the options set neither resume nor force. TC_OUTPUT also if the disk has too little space
 * (run/outputs/disk_requirements.h). The disk space is checked here only if the number of steps is known
 * before the setup. */
tc_status tc_run_outputs_prepare(tc_plan *plan, tc_run_outputs *out);

/* Called after tc_prepared_create, before the mesh is freed. Creates the outputs. Errors: those of the
 * individual outputs; TC_OUTPUT if the disk has too little space for the number of steps that the setup
 * chose. */
tc_status tc_run_outputs_create(tc_plan *plan, tc_prepared *prepared, tc_run_outputs *outputs);

/* Not collective, after tc_run_outputs_create. Sets the forecast of the job. From it the outputs estimate the
 * remaining time, and plan the end of the run before the time limit. They borrow the records of earlier jobs
 * in `rest` until tc_run_outputs_free. Without a call they extrapolate the remaining time from the steps so
 * far. */
void tc_run_outputs_set_forecast(tc_run_outputs *outputs, const tc_job_rest *rest);

/* Called immediately before the steps. Opens the residual file and stores the observers of all outputs in
 * *out. */
tc_status tc_run_outputs_begin(const tc_prepared *prepared, tc_run_outputs *outputs, tc_run_observers *out);

/* Called after a successful run. Renames all complete files to their final names. */
tc_status tc_run_outputs_publish(const tc_plan *plan, tc_run_outputs *outputs);

/* Called after successful and failed runs, before the session is closed. If tc_run_outputs_publish was not
 * called, the run has failed or was interrupted. In that case the partial files and the files of earlier runs
 * remain. */
void tc_run_outputs_free(const tc_plan *plan, tc_run_outputs *outputs);

#endif
