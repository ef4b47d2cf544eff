/* `tetracast rerun`: repeats a finished run from its report or snapshot file and compares the final fields.
 */
#include "commands/command.h"
#include "commands/run_config.h"

static tc_status rerun_session(app_context *app, tc_run_options *choice, tc_rerun *again) {
  TC_TRY(tc_rerun_read(app->world, &app->environment, &app->log, choice->config, choice, again));
  return app_run_config(app, choice, again);
}

static tc_status run_rerun(app_context *app) {
  tc_run_options choice;
  tc_rerun again = {0};
  if (app->arguments.positionals != 1)
    return tc_status_create(TC_USAGE, "rerun: give one report or snapshot file (see --help)");
  TC_TRY(app_arguments_run_options(&app->arguments, &choice));
  const tc_status status = rerun_session(app, &choice, &again);
  tc_rerun_free(&again);
  return status;
}

const app_command app_command_rerun = {
    .name = "rerun",
    .summary = "repeat a run from its report and compare the bits of the field",
    .usage =
        "usage: [mpirun -np P] tetracast rerun FILE [-s key.sub=value]... [--machine FILE] [--model NAME]\n"
        "                              [--json FILE] [--csv FILE] [--resume | --force] [-q] [-v]\n\n"
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
        "changes such a key, the fields are not compared, which is reported (exit code 0).\n\n"
        "  -s key.sub=value   overrides a key, after the stored overrides; may be repeated\n"
        "  --machine, --model, --json, --csv, --resume, --force, -q, -v   as for `run`\n\n"
        "example: mpirun -np 2 tetracast rerun report.json -s snapshots=null --json again.json\n",
    .options = (const char *const[]){"--machine", "--model", "-s", "--json", "--csv", NULL},
    .flags = (const char *const[]){"--resume", "--force", NULL},
    .run = run_rerun,
};
