/* What `run` and `compare` share: from a config to a marching problem and its report. */
#ifndef TC_RUN_SESSION_H
#define TC_RUN_SESSION_H

#include "io/config.h"
#include "io/files.h"
#include "io/machine_auto.h"
#include "io/snapshot.h"
#include "report/report.h"
#include "run/choice.h"
#include "run/circumstances.h"
#include "solve/field.h"
#include "solve/safe_step.h"
#include "solve/step.h"

/* Everything a session holds. Zeroed before use; released by tc_session_close. */
typedef struct tc_session {
  const tc_run_choice *choice;
  const tc_circumstances *circumstances;
  tc_world *world;
  const tc_log *log; /* speaks on rank 0, silent elsewhere */
  tc_config *config;
  tc_files files; /* root: what the command reads and writes */
  tc_mesh *mesh;  /* root only, until tc_session_forget_mesh */
  uint64_t mesh_hash;
  tc_problem *problem;
  double *initial;   /* [owned] the initial field */
  tc_field start;    /* what is said of it */
  double *value;     /* [owned] the field */
  tc_safe_step safe; /* how it is known that nothing grows */
  tc_step_size step;
  tc_machine_origin origin; /* the machine of the forecasts */
  tc_params machine;        /* its parameters for this run's ranks and working set */
  double step_bytes;        /* that one step of the largest rank works on; 0 until the machine is known */
  double peak_B;            /* of this process before the machine was measured, which forgets it */
  const tc_strategy *told;  /* whose step was counted beforehand (outlook.h), NULL: none */
  tc_counts told_traffic;   /* what this rank was to move in it */
  int results, room;
  tc_result *result; /* [results] one per strategy that has marched; owns its arrays (root only) */
} tc_session;

/* Unless they say otherwise, all functions are collective, with errors on all ranks. */

/* Reads the config with what the choice says in place of it. *out is the caller's, also after an error. */
tc_status tc_session_read_config(const tc_world *world, const tc_run_choice *choice, tc_config **out);

/* Reads the config, sets threads and the counted nodes, reads the mesh. The session borrows all it is given.
 */
tc_status tc_session_open(const tc_run_choice *choice, const tc_circumstances *circumstances, tc_world *world,
                          const tc_log *log, tc_session *session);

/* Takes the mesh apart with blocks of block_size, assembles, evaluates the initial field, chooses the step,
 * tries `exact` and, the first time, learns of the machine. May be called again with another block_size while
 * the mesh is kept: with the contiguous distribution that only cuts the same rows into other blocks. */
tc_status tc_session_set_up(tc_session *session, int32_t block_size);

void tc_session_forget_mesh(tc_session *session);

/* Marches from the initial field with a strategy and appends a result with measurements, forecast and field.
 * snapshot may be NULL. */
tc_status tc_session_march(tc_session *session, const tc_strategy *strategy, int32_t block_size,
                           tc_snapshot *snapshot);

/* Fills the report's head and its results; everything stays the session's. */
void tc_session_report(const tc_session *session, tc_report *report);

/* The JSON and CSV files that the choice or the config name, on one process alone, not collective; written
 * ones are told to `out`.
 * Preparing comes before the work: a path that cannot be written, or that is one of the files that are read,
 * which are added to files, is found before the hours of computing. Errors: TC_OUTPUT, TC_USAGE. */
tc_status tc_session_prepare_files(const tc_run_choice *choice, const tc_config *config, tc_files *files);
tc_status tc_session_write_files(const tc_run_choice *choice, const tc_config *config,
                                 const tc_report *report, FILE *out);

void tc_session_close(tc_session *session);

#endif
