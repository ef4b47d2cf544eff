/* Snapshots of a session: acquires the paths, creates the file with mesh and fields, and publishes, discards
 * or continues it when the run succeeds, fails or is resumed. run/outputs/outputs.c calls the functions in
 * the order of this header. The file format is defined in io/snapshot. Functions are collective and return
 * errors on all ranks unless their comment says "Not collective". */
#ifndef TC_RUN_OUTPUTS_SNAPSHOTS_H
#define TC_RUN_OUTPUTS_SNAPSHOTS_H

#include "run/outputs/history_output.h"
#include "run/session/run.h"

/* Snapshots of a session. Zero-initialise before use. Remains empty without snapshots.file. */
typedef struct tc_run_snapshots {
  tc_snapshot_paths paths; /* root: file names of the snapshots */
  tc_snapshot *snapshot;
  tc_snapshot_extras extras; /* optional contents of the file, which borrow the arrays below */
  const char **state_name;
  double **state, *tensor, *fibre;
  /* True if the file is not written, because it is new and the run makes no more steps; set by the caller. */
  bool is_skipped;
  /* Root: name, without directory, of the snapshot file that a resumed run wrote before its checkpoint; NULL
   * or "" if there is none. */
  const char *earlier;
} tc_run_snapshots;

/* Called after tc_plan_create and tc_run_checkpoints_find, before the setup of a large mesh. Acquires the
 * paths. Errors: TC_USAGE if the field of the strategy is not a solution, because snapshots of it would be
 * misleading; those of tc_snapshot_paths_acquire. */
tc_status tc_run_snapshots_prepare(tc_plan *plan, tc_run_snapshots *out);

/* Called after tc_prepared_create, before the mesh is freed. Creates the file with the mesh, and with
 * unwritten rows for all snapshots and for the history. `history` may be NULL and is borrowed until
 * tc_run_snapshots_free. */
tc_status tc_run_snapshots_create(tc_plan *plan, const tc_prepared *prepared, const tc_run_history *history,
                                  tc_run_snapshots *snapshots);

/* Not collective. Adds the hooks of snapshots and history. */
void tc_run_snapshots_observe(const tc_prepared *prepared, tc_run_snapshots *snapshots,
                              tc_run_history *history, tc_run_observers *out);

/* Called after a successful run. Renames the complete file to its final name. */
tc_status tc_run_snapshots_publish(const tc_plan *plan, tc_run_snapshots *snapshots);

/* Called after successful and failed runs, before the session is closed. If tc_run_snapshots_publish was not
 * called, the run has failed. Its partial file and an earlier file remain, and their paths are logged. */
void tc_run_snapshots_free(const tc_plan *plan, tc_run_snapshots *snapshots);

#endif
