/* Session: one run, or several runs of the same problem, from the config to the report. The commands run,
 * compare, verify and export and the studies (run/studies, run/dry_run) use it. Order: tc_session_open
 * reads config and mesh, tc_session_set_up builds the problem, optional forecasts, tc_session_run once per
 * strategy, tc_session_report, tc_session_close. The session owns everything it creates; options,
 * environment, world and log must outlive it. */
#ifndef TC_RUN_SESSION_SESSION_H
#define TC_RUN_SESSION_SESSION_H

#include "base/file/file_list.h"
#include "comm/world/core_load.h"
#include "io/config/config.h"
#include "io/mesh/fibre_file.h"
#include "io/snapshot/snapshot.h"
#include "model/setup/memory_footprint.h"
#include "run/environment/run_environment.h"
#include "run/environment/run_machine.h"
#include "run/plan/results.h"
#include "run/plan/run_options.h"
#include "solve/observe/history.h"
#include "solve/observe/outcome.h"
#include "solve/observe/steady_stop.h"
#include "solve/space/field.h"
#include "solve/stability/stable_step.h"
#include "solve/step/step.h"
#include "solve/step/trial_step.h"

/* Forecast of the first step of a run with one strategy. */
typedef struct tc_step_forecast {
  bool is_computed;
  tc_counts product, input; /* counts of this rank: those of a product, and those of the forcing in a step */
  tc_forecast forecast[TC_MODEL_COUNT]; /* for all ranks; root only; empty if the model lacks parameters */
} tc_step_forecast;

enum { TC_SESSION_HOOKS = 6 };

/* State of a session. Zero-initialise before use; released by tc_session_close. */
typedef struct tc_session {
  const tc_run_options *options; /* options, environment, world and log are borrowed */
  const tc_run_environment *environment;
  tc_world *world;
  const tc_log *log;
  tc_config *config;
  tc_core_load load;               /* load of the node with the highest load */
  tc_file_list files;              /* root: input and output files of the command */
  tc_mesh *mesh;                   /* root only; NULL after tc_session_free_mesh */
  uint64_t mesh_hash, matrix_hash; /* matrix_hash is 0 before tc_session_hash_matrix */
  tc_fibre_values fibres;          /* root only; freed with the mesh */
  tc_problem *problem;
  tc_probes *probes;    /* probes of the config */
  tc_balance *balance;  /* balance of the field against the forcing; NULL without forcing */
  tc_outcome *outcome;  /* outcome of the first run whose field is a solution; NULL if there is none yet */
  tc_source *source;    /* source and local states; NULL if the config has none */
  tc_forcing *input;    /* boundary data and source; NULL without forcing */
  tc_seconds forcing_s; /* measured time of the forcing per step on this rank */
  tc_measurement reads; /* only the reuse of this rank's products; reuse.rows is 0 if it was not counted */
  double *initial;      /* [owned] the initial field */
  tc_field_stats start; /* statistics of the initial field */
  double *value;        /* [owned] the current field */
  tc_stable_step stable_step; /* stable step, stabilisation, and the evidence of stability */
  tc_step_size
      step; /* dt is 0 before the choice. Resumed run: number of all steps, size of the remaining steps */
  tc_step_spans spans; /* spans of all steps, past and planned */
  bool is_one_go;      /* true if an uninterrupted run has the same steps */
  tc_trial_step
      trial; /* result of the trial step, if steps solve systems; its method is NULL if it was not run */
  const tc_method *trial_method; /* config values for which the trial step was run; NULL stands for auto */
  const tc_preconditioner *trial_preconditioner;
  const tc_implicit_monitor *monitor; /* borrowed; is notified of the residuals of all solves; may be NULL */
  const tc_virtual_ranks *virtual_ranks; /* borrowed; NULL if there are none */
  tc_resume_source *resume;              /* borrowed; restart data; NULL if runs begin with the first step */
  const tc_step_spans *resumed_spans; /* borrowed; spans of the checkpoint; NULL if the run is not resumed */
  const char *resumed_from;           /* borrowed; name of the checkpoint; root only */
  tc_steady_stop steady;    /* steady stop of the last run; its tolerance is 0 if time.steady is not set */
  int64_t steps_done;       /* number of steps of the last run; before it, the number of planned steps */
  tc_device_config device;  /* device that computes the steps; its member `device` is NULL if there is none */
  const tc_format *storage; /* format of the matrix; NULL before the choice */
  tc_run_machine machine;   /* machine of all forecasts; its member `bytes` is 0 before it is found */
  tc_footprint_run
      footprint; /* footprint of this run, from config and mesh headers; cells is 0 before it is computed */
  double disk_B; /* root: bytes of the outputs on disk; 0 if there are none, or if unknown */
  double peak_B; /* peak memory of this process before the calibration, which resets the peak */
  tc_step_forecast *forecast; /* [tc_strategy_count()] forecasts for the current setup */
  tc_results results;         /* one result per completed run; its arrays are on the root only */
} tc_session;

/* Unless their comment contains "not collective", the following functions are collective and return errors on
 * all ranks. */

/* Reads the config, sets the threads and the ranks per node, checks the machine file, opens the device,
 * checks the memory and reads the mesh. The caller closes the session also after an error of this or any
 * other function. Errors: TC_USAGE (config, machine file), TC_INPUT (mesh), TC_OUTPUT (reports),
 * TC_INTERNAL. */
tc_status tc_session_open(const tc_run_options *choice, const tc_run_environment *circumstances,
                          tc_world *world, const tc_log *log, tc_session *session);

/* Distributes the mesh in blocks of block_size rows, assembles the matrix, evaluates the initial field,
 * chooses the step, and evaluates `exact` once as a check. The first call also finds the machine. May be
 * called again with another block_size until the mesh is freed; with the METIS distribution such a call only
 * divides the same rows into other blocks. Discards all forecasts. */
tc_status tc_session_set_up(tc_session *session, int32_t block_size);

/* Computes the hash of the matrix, which is the same on any number of ranks. Called after tc_session_set_up.
 */
tc_status tc_session_hash_matrix(tc_session *session);

/* Not collective. Frees the mesh and the fibres when no further tc_session_set_up or output needs them. */
void tc_session_free_mesh(tc_session *session);

/* Forecasts a step with `strategy` from exact counts. NULL stands for all strategies that solve the problem
 * and may be recommended. The session stores the forecasts. If steps solve systems, the trial step is run
 * first, once; a steady state is not solved. Does nothing if the machine is unknown (machine: none). Models
 * that do not describe a strategy (tc_model_supports) give no forecast. */
tc_status tc_session_forecast(tc_session *session, const tc_strategy *strategy);

/* Forecasts a step with all strategies that report/document/strategy_gains.h compares, without a trial
 * step. */
tc_status tc_session_forecast_gains(tc_session *session);

/* If steps solve systems, runs the trial step (for a steady state the whole solve) to count its iterations.
 * It is not a step of the run. It runs once for a method and a preconditioner of the config. After a change
 * of these it runs again, and the forecasts are discarded. Errors: those of a step; TC_NUMERICAL if the
 * system cannot be solved. */
tc_status tc_session_run_trial_step(tc_session *session);

/* Not collective, but equal on all ranks. True if forecasts are those of a whole step, false if they are
 * those of one product because the number of iterations is unknown. */
bool tc_session_has_step_forecast(const tc_session *session);

/* Not collective. Returns on the root the forecast of a step, or of one product, in seconds; INFINITY if
 * there is none. */
double tc_session_forecast_s(const tc_session *session, const tc_strategy *strategy, int model);

/* Not collective. Returns the config's model. For `auto`, returns on the root the best model that has a
 * forecast of the strategy. If `strategy` is NULL, the model must have forecasts of all strategies for which
 * any model has one. */
int tc_session_forecast_model(const tc_session *session, const tc_strategy *strategy);

/* Runs all steps from the initial field with a strategy, and appends a result with measurements, field and
 * forecast. The forecast is the one made before the run. If there is none, it is computed from the counts of
 * the run. hook[hooks] are callbacks between the steps (solve/observe/hook.h), at most TC_SESSION_HOOKS.
 * Errors: TC_INTERNAL if the tally of a step differs from its counts; those of tc_step_run. */
tc_status tc_session_run(tc_session *session, const tc_strategy *strategy, int32_t block_size,
                         const tc_hook *hook, int hooks);

/* Not collective. Fills the report with its head and the results, all borrowed from the session. */
void tc_session_report(const tc_session *session, tc_report *report);

/* Not collective. Frees the session and zeroes it; accepts a zeroed one. */
void tc_session_close(tc_session *session);

#endif
