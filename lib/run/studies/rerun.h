/* Rerun of a finished run from its record (io/rerun/run_record.h). The command rerun calls tc_rerun_read
 * before it opens a session, and then the other functions in the order of this header. All functions except
 * tc_rerun_compare and tc_rerun_free are collective and return errors on all ranks. */
#ifndef TC_RUN_STUDIES_RERUN_H
#define TC_RUN_STUDIES_RERUN_H

#include "io/rerun/run_record.h"
#include "run/session/prepared.h"

/* State of a rerun. Zero-initialise before use. */
typedef struct tc_rerun {
  const char *path; /* borrowed path of the report or snapshot file of the recorded run */
  tc_run_record record;
  int overrides;
  const char **override; /* [overrides] overrides of the recorded run, followed by those of the user */
  int added;             /* number of overrides that the user added */
  bool compares;         /* true if the final field must equal the recorded one */
  const char *reason; /* reason why the final field may differ from the recorded one; NULL if it must not */
} tc_rerun;

/* Reads the file `path`, and sets `choice` to the recorded config and overrides, followed by the overrides of
 * the user. A machine or model that the user sets takes precedence over the recorded one. `choice` borrows
 * texts from *out. Errors: those of tc_run_record_read. */
tc_status tc_rerun_read(const tc_world *world, const tc_run_environment *here, const tc_log *log,
                        const char *path, tc_run_options *choice, tc_rerun *out);

/* Called after tc_plan_create. Checks that the hash of the mesh is the recorded one, and logs all other
 * differences from the recorded run. Errors: TC_INPUT for another mesh. */
tc_status tc_rerun_check(tc_rerun *rerun, const tc_plan *plan);

/* Called after tc_prepared_create and tc_problem_hash. If the final field must equal the recorded one, checks
 * that the hashes of the initial field and of the matrix equal the recorded hashes. Errors: TC_INPUT if an
 * input file has changed. */
tc_status tc_rerun_check_start(const tc_rerun *rerun, const tc_prepared *prepared);

/* Not collective, on the root, after a successful run. Compares the hash of the final field with the recorded
 * one, and writes the outcome of the comparison to `out`. Errors: TC_NUMERICAL if the fields must be equal
 * but differ. */
tc_status tc_rerun_compare(const tc_rerun *rerun, const tc_prepared *prepared, const tc_result *result,
                           FILE *out);

void tc_rerun_free(tc_rerun *rerun);

#endif
