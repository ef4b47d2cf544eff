/* `tetracast rerun`: repeats a run from its report or snapshot file and compares the fields. */
#include "command.h"
#include "run_config.h"

static tc_status rerun_session(app_context *app, tc_run_options *choice, tc_rerun *again) {
  TC_TRY(tc_rerun_read(app->world, &app->environment, &app->log, choice->config, choice, again));
  return app_run_config(app, choice, again);
}

static tc_status run_rerun(app_context *app) {
  tc_run_options choice;
  tc_rerun again = {0};
  if (app->arguments.positionals != 1)
    return tc_status_create(TC_USAGE, "one report or snapshot file is needed (see --help)");
  TC_TRY(app_arguments_run_options(&app->arguments, &choice));
  const tc_status status = rerun_session(app, &choice, &again);
  tc_rerun_free(&again);
  return status;
}

const app_command app_command_rerun = {
    .name = "rerun",
    .summary = "a run once more, from its report; the same bits?",
    .usage =
        "usage: [mpirun -np P] tetracast rerun FILE [-s key.sub=value]... [--machine FILE] [--model NAME]\n"
        "                              [--json FILE] [--csv FILE] [--resume | --force] [-q] [-v]\n\n"
        "Makes the run again of which FILE tells: a JSON report of `run` (or `rerun`), or a snapshot file. "
        "The\n"
        "config is the text in FILE, with the overrides of then, not what a config file holds now; a "
        "snapshot\n"
        "file has the overrides alone that decide what is computed. At the end it says whether the field has "
        "the\n"
        "same bits. They depend on no ranks, threads or strategy, so these may differ, which is told; the "
        "mesh may\n"
        "not (exit code 3; its place may: -s mesh.file=..). Outputs of the first run are not replaced "
        "unasked,\n"
        "so name others, or none: -s snapshots=null -s history=null -s checkpoint=null -s report=null. Paths "
        "are\n"
        "relative to the directory where the program starts; the report tells which that was.\n\n"
        "Exit code 4: the field has other bits, and what is computed is the same by its keys. With -s that "
        "changes\n"
        "what is computed there is no comparison, which is told (exit code 0).\n\n"
        "  -s key.sub=value   overrides a key, behind the overrides of then; may be repeated\n"
        "  --machine, --model, --json, --csv, --resume, --force, -q, -v   as for `run`\n\n"
        "example: mpirun -np 2 tetracast rerun report.json -s snapshots=null --json again.json\n",
    .options = (const char *const[]){"--machine", "--model", "-s", "--json", "--csv", NULL},
    .flags = (const char *const[]){"--resume", "--force", NULL},
    .run = run_rerun,
};
