/* A run that is made again from what it has left of itself (io/rerun/run_record.h). */
#ifndef TC_RUN_STUDIES_RERUN_H
#define TC_RUN_STUDIES_RERUN_H

#include "io/rerun/run_record.h"
#include "run/session/session.h"

/* Zeroed before use. */
typedef struct tc_rerun {
  const char *path; /* of the report or snapshot file; borrowed */
  tc_run_record record;
  int overrides;
  const char **override; /* [overrides] those of the run, then those that the user has added */
  int added;             /* of the latter */
  bool compares;         /* the fields should be the same, .. */
  const char *reason;    /* .. else: why nobody says so */
} tc_rerun;

/* All but the comparison is collective, with errors on all ranks; in this order. */

/* Reads the file and puts its config, with the overrides, in place of the choice's; the choice's overrides
 * come behind these, and its machine and model count if there are any. Everything stays the rerun's. Errors:
 * those of tc_run_record_read. */
tc_status tc_rerun_read(const tc_world *world, const tc_run_environment *here, const tc_log *log,
                        const char *path, tc_run_options *choice, tc_rerun *out);

/* After tc_session_open: the mesh is the one of the run; the log is told what else differs. Errors: TC_INPUT,
 * the mesh is another one. */
tc_status tc_rerun_check(tc_rerun *rerun, const tc_session *session);

/* After tc_session_set_up and tc_session_hash_matrix: so are initial field and matrix, where the same is to
 * be computed by the same program. Errors: TC_INPUT, a file that they were made of is another one. */
tc_status tc_rerun_check_start(const tc_rerun *rerun, const tc_session *session);

/* On the root, when the run has ended well: says to `out` whether the field has the bits that it had. Errors:
 * TC_NUMERICAL, it should and has not. */
tc_status tc_rerun_compare(const tc_rerun *rerun, const tc_session *session, FILE *out);

void tc_rerun_free(tc_rerun *rerun);

#endif
