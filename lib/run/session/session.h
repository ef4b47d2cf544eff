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
  tc_counts product,
      input; /* counts of this rank: those of one product, and those of the forcing in one step */
  tc_forecast forecast[TC_MODEL_COUNT]; /* forecast of the step by each model; root only; empty if the model
                                           lacks parameters */
} tc_step_forecast;

enum { TC_SESSION_HOOKS = 6 };

/* One session. Zero-initialise before use; released by tc_session_close. */
typedef struct tc_session {
  const tc_run_options *options; /* options, environment, world and log are borrowed */
  const tc_run_environment *environment;
  tc_world *world;
  const tc_log *log;
  tc_config *config;
  tc_core_load load;               /* core load of the node on which it is highest */
  tc_file_list files;              /* root: input and output files of the command */
  tc_mesh *mesh;                   /* root only; NULL after tc_session_free_mesh */
  uint64_t mesh_hash, matrix_hash; /* matrix_hash is 0 before tc_session_hash_matrix */
  tc_fibre_values fibres;          /* root only; freed with the mesh */
  tc_problem *problem;
  tc_probes *probes;            /* probes of the config */
  tc_balance *balance;          /* balance of the field against the forcing; NULL without forcing */
  tc_outcome *outcome;          /* values by region, marker and probe at the end of the first run that gives a
                                   solution; NULL before */
  tc_source *source;            /* source and local states; NULL if the config has none */
  tc_forcing *input;            /* boundary data and source; NULL without forcing */
  tc_seconds forcing_s;         /* seconds that this rank needs for the forcing of a step, measured */
  tc_reuse reuse, excess_reuse; /* reads of x in this rank's products, by reuse distance, and their excess
                                   over a benchmark matrix; reuse.rows is 0 if reads were not counted */
  double *initial;              /* [owned] the initial field */
  tc_field_stats start;         /* statistics of the initial field */
  double *value;                /* [owned] the current field, which runs overwrite */
  tc_stable_step stable_step;   /* stable step, with the stabilisation and the evidence that no error grows */
  tc_step_size step;   /* step that was chosen; dt is 0 before the choice. Resumed run: number of all steps,
                          size of the remaining steps */
  tc_step_spans spans; /* sizes of all steps, past and planned, by intervals of steps */
  bool is_one_go;      /* true if a run that is never interrupted has the same steps */
  tc_trial_step
      trial; /* result of the trial step, if steps solve systems; its method is NULL if it was not run */
  const tc_method *trial_method; /* method and preconditioner of the config with which the trial step was run;
                                    NULL stands for auto */
  const tc_preconditioner *trial_preconditioner;
  const tc_implicit_monitor *monitor;    /* borrowed; receives the residuals of all solves; may be NULL */
  const tc_virtual_ranks *virtual_ranks; /* borrowed; virtual ranks of a dry run; NULL if there are none */
  tc_resume_source *resume;              /* borrowed; restart data; NULL if runs begin with the first step */
  const tc_step_spans *resumed_spans;    /* borrowed; step sizes of the checkpoint; NULL if not resumed */
  const char *resumed_from;              /* borrowed; file name of the checkpoint; root only */
  tc_steady_stop steady; /* steady stop of the last run; tolerance is 0 if time.steady is not set */
  int64_t steps_done; /* number of steps of the last run; before the first run, the number of planned steps */
  tc_device_config device;  /* device that computes the steps; its member `device` is NULL if there is none */
  const tc_format *storage; /* format of the matrix; NULL before the choice */
  tc_run_machine machine;   /* machine of all forecasts; its member `bytes` is 0 until it is found */
  tc_footprint_run
      footprint; /* input of the footprint model for this run; cells is 0 until it is filled in */
  double disk_B; /* root: forecast bytes of snapshots and checkpoints; 0 if there are none, or if unknown */
  double peak_B; /* peak memory of this process before the calibration, which resets the peak */
  tc_step_forecast *forecast; /* [tc_strategy_count()] forecasts for the current setup, by strategy */
  tc_results results;         /* results of all completed runs; their arrays are on the root only */
} tc_session;

/* Unless their comment contains "not collective", the following functions are collective and return errors on
 * all ranks. */

/* Reads the config, sets the number of threads and the ranks per node, checks the machine file, opens the
 * device, checks the memory and reads the mesh. The caller closes the session also after an error of this or
 * any other function. Errors: TC_USAGE (config, machine file), TC_INPUT (mesh), TC_OUTPUT (reports),
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

/* Forecasts a step with every strategy whose speed-ups report/document/strategy_gains.h lists, without
 * running a trial step. */
tc_status tc_session_forecast_gains(tc_session *session);

/* Runs the trial step if steps solve systems, to count its iterations. For a steady state it is the whole
 * solve. It is not a step of the run. It runs once for a method and a preconditioner of the config. If these
 * change, it runs again at the next call, and the forecasts are discarded. Errors: those of a step;
 * TC_NUMERICAL if the system cannot be solved. */
tc_status tc_session_run_trial_step(tc_session *session);

/* Not collective, but equal on all ranks. True if the forecasts are those of a whole step. False if they are
 * those of one product, because the number of iterations is unknown. */
bool tc_session_has_step_forecast(const tc_session *session);

/* Not collective. Returns on the root the seconds of a step (or of one product, see
 * tc_session_has_step_forecast) with `strategy` as forecast by `model`; INFINITY if there is no such
 * forecast. */
double tc_session_forecast_s(const tc_session *session, const tc_strategy *strategy, int model);

/* Not collective. Returns the number of the config's model. For `auto`, returns on the root the best model
 * that has a forecast of `strategy`. If `strategy` is NULL, that model must have forecasts of all strategies
 * for which any model has one. */
int tc_session_forecast_model(const tc_session *session, const tc_strategy *strategy);

/* Runs all steps from the initial field with a strategy, and appends a result with measurements, field and
 * forecast. The forecast is the one made before the run. If there is none, it is computed from the counts of
 * the run. hook[hooks] are callbacks between the steps (solve/observe/hook.h), at most TC_SESSION_HOOKS.
 * Errors: TC_INTERNAL if the tally of a step differs from its counts; those of tc_step_run. */
tc_status tc_session_run(tc_session *session, const tc_strategy *strategy, int32_t block_size,
                         const tc_hook *hook, int hooks);

/* Not collective. Fills in a report: the facts about the run, and all results. They are borrowed from the
 * session. */
void tc_session_report(const tc_session *session, tc_report *report);

/* Not collective. Frees the session and zeroes it; accepts a zeroed one. */
void tc_session_close(tc_session *session);

#endif
