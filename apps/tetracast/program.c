#include "base/program/stop_signals.h"
#include "commands/command.h"
#include "graph/partition/metis_guard.h"
#include "io/snapshot/snapshot.h"
#include "options/config_manual.h"
#include "run/environment/library_versions.h"

#define TC_COMMAND(name) app_command_##name
#define TC_COMMANDS_DEF  "commands/commands.def"
#include "base/command/commands.inc"

static void write_libraries(FILE *out) {
  char libraries[160];
  tc_library_versions_format(libraries, sizeof libraries);
  fprintf(out, "%s\n", libraries);
}

static tc_status begin_command(tc_command_call *call) {
  app_options *o = call->options;
  o->environment.command = call->command->name;
  o->environment.start_s = call->clock.start_s;
  o->run.listen = tc_stop_install;
  o->run.follows_scheduler = true;
  tc_metis_guard_install();
  return call->world ? tc_run_environment_init(call->world, &o->environment) : TC_OK;
}

static void end_command(tc_command_call *call) {
  tc_run_environment_free(&((app_options *)call->options)->environment);
}

const tc_program app_program = {
    .name = "tetracast",
    .summary = "diffusion on tetrahedral meshes that forecasts its own run time",
    .commands = commands,
    .options = app_options_table,
    .size = sizeof(app_options),
    .notes = "Results go to stdout, progress and messages to stderr. Missing directories of outputs are\n"
             "created.\n\n"
             "Exit codes:\n"
             "   0  success\n"
             "   1  other error, for example memory exhausted\n"
             "   2  wrong command line or config\n"
             "   3  wrong mesh or other input data\n"
             "   4  numerical failure: unstable step, NaN, or a rerun whose field differs\n"
             "   5  output cannot be written\n"
             "  75  interrupted; a checkpoint was written to resume from\n",
    .write_libraries = write_libraries,
    .write_config_manual = app_config_manual_write,
    .suggest_key = app_config_suggest_key,
    .prepare_mpi = tc_snapshot_prepare,
    .begin = begin_command,
    .end = end_command,
};
