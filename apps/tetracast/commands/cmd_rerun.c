/* `tetracast rerun`: repeats a finished run, whose config its report or snapshot file contains, and compares
 * the final fields of both runs.
 */
#include "commands/command.h"
#include "common/run_config.h"

static tc_status rerun_session(tc_command_call *call, tc_run_options *choice, tc_rerun *again) {
  app_options *o = call->options;
  TC_TRY(tc_rerun_read(call->world, &o->environment, &call->log, choice->config, choice, again));
  return app_run_config(call, choice, again);
}

static tc_status run_rerun(tc_command_call *call) {
  tc_run_options choice = ((const app_options *)call->options)->run;
  tc_rerun again = {0};
  const tc_status status = rerun_session(call, &choice, &again);
  tc_rerun_free(&again);
  return status;
}

const tc_command app_command_rerun = {
    .name = "rerun",
    .summary = "repeat a run from its report and compare the bits of the field",
    .about =
        "Repeats the run that FILE records, and reports whether the final field has the same bits. FILE is\n"
        "a JSON report of `run` or `rerun`, or a snapshot file. Config and overrides are those stored in\n"
        "FILE; the config file of the first run is not read. A snapshot file stores only the overrides\n"
        "that affect the results.\n\n"
        "The bits do not depend on ranks, threads or strategy, so these may differ; differences are\n"
        "logged. The mesh must be the same (else exit code 3), but may be stored elsewhere: -s\n"
        "mesh.file=PATH. Outputs of the first run are not replaced without --force. To write other files\n"
        "or none, use for example -s snapshots=null -s history=null -s checkpoint=null -s report=null.\n"
        "Paths are relative to the directory in which the program starts; the report of the first run\n"
        "contains its directory.\n\n"
        "Exit code 4: the field differs although no key that affects the results was changed. If -s\n"
        "changes such a key, the fields are not compared, which is reported (exit code 0).\n",
    .example = "example: mpirun -np 2 tetracast rerun report.json -s snapshots=null --json again.json\n",
    .is_parallel = true,
    .check = app_options_check,
    .run = run_rerun,
};
