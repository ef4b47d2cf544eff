/* Rerun of a finished run from its record (io/rerun/run_record.h). The command rerun calls tc_rerun_read and
 * then the other functions in the order of this header, between the calls of a session. All functions except
 * tc_rerun_compare and tc_rerun_free are collective and return errors on all ranks. */
#ifndef TC_RUN_STUDIES_RERUN_H
#define TC_RUN_STUDIES_RERUN_H

#include "io/rerun/run_record.h"
#include "run/session/session.h"

/* Rerun of a run. Zero-initialise before use. */
typedef struct tc_rerun {
  const char *path; /* path of the report or snapshot file; borrowed */
  tc_run_record record;
  int overrides;
  const char **override; /* [overrides] overrides of the recorded run, then those of the user */
  int added;             /* number of overrides of the user */
  bool compares;         /* true if the final fields must be equal */
  const char *reason;    /* reason why the final fields need not be equal; NULL if they must be */
} tc_rerun;

/* Reads the file and sets the options to its config and overrides, followed by the user's overrides.
 * Machine and model of the user take precedence. Texts belong to the rerun. Errors: those of
 * tc_run_record_read. */
tc_status tc_rerun_read(const tc_world *world, const tc_run_environment *here, const tc_log *log,
                        const char *path, tc_run_options *choice, tc_rerun *out);

/* Called after tc_session_open. Checks the hash of the mesh and logs all other differences. Errors: TC_INPUT
 * for another mesh. */
tc_status tc_rerun_check(tc_rerun *rerun, const tc_session *session);

/* Called after tc_session_set_up and tc_session_hash_matrix. If the same program must compute the same field,
 * checks the hashes of the initial field and the matrix. Errors: TC_INPUT if an input file has changed. */
tc_status tc_rerun_check_start(const tc_rerun *rerun, const tc_session *session);

/* Not collective, on the root, after a successful run. Compares the hash of the final field and writes the
 * result to `out`. Errors: TC_NUMERICAL if the fields must be equal but differ. */
tc_status tc_rerun_compare(const tc_rerun *rerun, const tc_session *session, FILE *out);

void tc_rerun_free(tc_rerun *rerun);

#endif
