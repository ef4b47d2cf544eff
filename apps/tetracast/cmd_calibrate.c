/* `tetracast calibrate`: measures the machine that it is started on. */
#include <omp.h>
#include <stdlib.h>

#include "command.h"
#include "io/folder.h"
#include "io/machine_file.h"
#include "machine/calibrate.h"

static void write_value(FILE *out, const char *name, double value, double spread, const char *meaning) {
  if (!(value > 0.0)) return;
  fprintf(out, "  %-24s %12.4g %8.1f %%  %s\n", name, value, 100.0 * spread, meaning);
}

static void write_curve(FILE *out, tc_machine *m, int param) {
  char name[64];
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    snprintf(name, sizeof name, "%s[%d]", tc_param_name(param), w);
    write_value(out, name, tc_param_at(&m->params, param)[w], tc_param_at(&m->spread, param)[w],
                w == 0 ? tc_param_meaning(param) : "");
  }
}

static void write_table(FILE *out, tc_machine *m) {
  fprintf(out, "%s: %d node%s x %d rank%s x %d thread%s\n", m->host, m->nodes, m->nodes == 1 ? "" : "s",
          m->ranks_per_node, m->ranks_per_node == 1 ? "" : "s", m->threads, m->threads == 1 ? "" : "s");
  fprintf(out, "  %-24s %12s %10s\n", "parameter", "median", "spread");
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    if (tc_param_values(p) > 1)
      write_curve(out, m, p);
    else
      write_value(out, tc_param_name(p), *tc_param_at(&m->params, p), *tc_param_at(&m->spread, p),
                  tc_param_meaning(p));
  }
  if (m->nodes < 2)
    fprintf(out, "One node: nothing is known of the network (start it on two nodes to measure it).\n");
}

static tc_status run(tc_app *app) {
  const char *path = app->arguments.output;
  const bool quick = tc_arguments_value(&app->arguments, "quick");
  const bool root = app->world->rank == 0;
  tc_machine machine;
  if (app->arguments.words)
    return tc_status_make(TC_USAGE, "calibrate takes options only (see tetracast calibrate --help)");
  if (!getenv("OMP_NUM_THREADS")) omp_set_num_threads(1);
  TC_TRY(tc_world_agree(app->world, root && path ? tc_folder_prepare(path) : TC_OK));
  tc_log_note(&app->log, TC_LOG_NORMAL, "measuring %d rank%s (%s; -v tells more)", app->world->ranks,
              app->world->ranks == 1 ? "" : "s", quick ? "some seconds" : "half a minute");
  TC_TRY(tc_calibrate(app->world, quick ? TC_CALIBRATE_QUICK : TC_CALIBRATE_THOROUGH, &app->log, &machine));
  if (root) write_table(app->out, &machine);
  TC_TRY(tc_world_agree(app->world, root && path ? tc_machine_file_write(&machine, path) : TC_OK));
  if (root && path) fprintf(app->out, "written: %s\n", path);
  return TC_OK;
}

const tc_command tc_command_calibrate = {
    .usage =
        "usage: [mpirun -np P] tetracast calibrate [-o FILE] [--quick] [-q] [-v]\n\n"
        "Measures the parameters of the performance model with all ranks at once, each with OMP_NUM_THREADS\n"
        "threads: memory bandwidth, rows of the product and, on two nodes or more, the network. Prints "
        "medians and\n"
        "their spread (largest less smallest, over the median); -o writes a machine file for a config's "
        "`machine`\n"
        "key and for `tetracast predict --machine FILE` (configs/machines/README.md). Start it as a run will "
        "be\n"
        "started: the same ranks on each node, the same threads; two nodes show all there is.\n"
        "--quick measures less carefully, in some seconds, as a run with `machine: auto` does.\n\n"
        "example: mpirun -np 2 tetracast calibrate -o my-machine.yaml\n",
    .options = (const char *const[]){"-o", NULL},
    .flags = (const char *const[]){"--quick", NULL},
    .run = run,
};
