/* A run, or several with the same problem: from a config to a marching problem and its report. */
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

/* What is known of a step with a strategy before any is made: of the first one. */
typedef struct tc_step_forecast {
  bool is_computed;
  tc_counts product, input; /* what this rank is to move: in each product; besides, for what enters */
  tc_forecast forecast[TC_MODEL_COUNT]; /* of all; root only; empty where a model lacks parameters */
} tc_step_forecast;

enum { TC_SESSION_HOOKS = 6 };

/* Everything a session holds. Zeroed before use; released by tc_session_close. */
typedef struct tc_session {
  const tc_run_options *options; /* these four are borrowed */
  const tc_run_environment *environment;
  tc_world *world;
  const tc_log *log;
  tc_config *config;
  tc_core_load load;               /* of the fullest node */
  tc_file_list files;              /* root: what the command reads and writes */
  tc_mesh *mesh;                   /* root only, until tc_session_free_mesh */
  uint64_t mesh_hash, matrix_hash; /* the second 0 unless somebody asked: tc_session_hash_matrix */
  tc_fibre_values fibres;          /* root only, as long as the mesh */
  tc_problem *problem;
  tc_probes *probes;          /* where the config wants to look */
  tc_balance *balance;        /* what enters; NULL: nothing */
  tc_outcome *outcome;        /* of the first march that gave a solution; NULL: none yet */
  tc_source *source;          /* NULL: none */
  tc_forcing *input;          /* what enters the problem; NULL: nothing */
  tc_seconds forcing_s;       /* what that took this rank before the first step */
  tc_measurement reads;       /* of this rank's products, and nothing else; reuse.rows 0: not counted */
  double *initial;            /* [owned] the initial field */
  tc_field_stats start;       /* what is said of it */
  double *value;              /* [owned] the field */
  tc_stable_step stable_step; /* how it is known that nothing grows */
  tc_step_size step; /* dt 0 until it is chosen. Of a resumed run: all steps, and the size of those to come */
  tc_step_spans spans; /* of all steps so far and to come */
  bool is_one_go;      /* a run in one go has the same steps */
  tc_trial_step trial; /* of steps that solve systems: what the first of them needs; method NULL: not made */
  const tc_method *trial_method; /* of the config then, NULL: auto */
  const tc_preconditioner *trial_preconditioner;
  const tc_implicit_monitor *monitor;    /* borrowed: told of solves; NULL: nobody */
  const tc_virtual_ranks *virtual_ranks; /* borrowed: ranks that are imagined; NULL: none */
  tc_resume_source *resume;              /* borrowed: what marches go on from; NULL: from the first step */
  const tc_step_spans *resumed_spans;    /* borrowed: of that checkpoint; NULL: from the first step */
  const char *resumed_from;              /* borrowed: its name; root */
  tc_steady_stop steady;                 /* of the last march; tolerance 0: nobody asked */
  int64_t steps_done;         /* steps of the last march; those that are planned until there is one */
  tc_device_config device;    /* that makes steps; device NULL: none */
  const tc_format *storage;   /* of the matrix; NULL until it is chosen */
  tc_run_machine machine;     /* of all forecasts; bytes 0 until it is known */
  tc_footprint_run footprint; /* of this run, as far as config and mesh files tell; cells 0: not yet */
  double disk_B;              /* root: what outputs will take of disks; 0: nothing, or not known */
  double peak_B;              /* of this process before the machine was measured, which forgets it */
  tc_step_forecast *forecast; /* [tc_strategy_count()] of the problem as it is set up now */
  tc_results results;         /* one per strategy that has marched; arrays on the root only */
} tc_session;

/* All functions but tc_session_forecast_s and tc_session_report are collective, with errors on all ranks. */

/* Reads the config, sets threads and the counted nodes, reads the mesh. The session is to be closed also
 * after an error, of this or any other function. */
tc_status tc_session_open(const tc_run_options *choice, const tc_run_environment *circumstances,
                          tc_world *world, const tc_log *log, tc_session *session);

/* Takes the mesh apart with blocks of block_size, assembles, evaluates the initial field, chooses the step,
 * tries `exact` and, the first time, learns of the machine. May be called again with another block_size while
 * the mesh is kept: with the contiguous distribution that only cuts the same rows into other blocks.
 * Forecasts made before are forgotten. */
tc_status tc_session_set_up(tc_session *session, int32_t block_size);

/* After the set-up: that of all ranks' entries, which does not depend on the ranks. */
tc_status tc_session_hash_matrix(tc_session *session);

void tc_session_free_mesh(tc_session *session);

/* Forecasts a step with a strategy, or for NULL with all that may be advised and solve the problem, from
 * exact counts; the forecasts are kept. No step is made, except that where steps solve systems the first one
 * is tried, once; a steady state is not. Nothing is forecast where nothing is known: with `machine: none`,
 * and by models that do not describe a strategy (tc_model_supports). */
tc_status tc_session_forecast(tc_session *session, const tc_strategy *strategy);

/* The same with all strategies that the changes of report/document/strategy_gains.h are about, without trying
 * a step. */
tc_status tc_session_forecast_gains(tc_session *session);

/* Where systems are solved: makes the first step, or the steady state, so that its iterations are known. No
 * step of the run; once for a method and preconditioner of the config, and where these have changed forecasts
 * are forgotten. Errors: those of a step, TC_NUMERICAL when it cannot be solved. */
tc_status tc_session_run_trial_step(tc_session *session);

/* Whether seconds of a step are forecast, and not only those of one product of a system for which nobody
 * knows how many it takes. Not collective, but the same on all ranks. */
bool tc_session_has_step_forecast(const tc_session *session);

/* On the root: the seconds of a step, or of one product, that were forecast, INFINITY where they were not.
 * Not collective. */
double tc_session_forecast_s(const tc_session *session, const tc_strategy *strategy, int model);

/* The config's model, or for `auto` the best that has forecast a step with the strategy (NULL: with all that
 * there are forecasts for). Known on the root only. Not collective. */
int tc_session_forecast_model(const tc_session *session, const tc_strategy *strategy);

/* Marches from the initial field with a strategy and appends a result with measurements, field and forecast:
 * the one that was made before, else one from what was counted on the way. hook[hooks]: what is to happen
 * between the steps (solve/observe/hook.h), at most TC_SESSION_HOOKS. Errors: TC_INTERNAL when the step moved
 * something else than was forecast.
 */
tc_status tc_session_run(tc_session *session, const tc_strategy *strategy, int32_t block_size,
                         const tc_hook *hook, int hooks);

/* Fills the report with its head and the results; everything stays the session's. Not collective. */
void tc_session_report(const tc_session *session, tc_report *report);

void tc_session_close(tc_session *session);

#endif
