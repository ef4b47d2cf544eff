/* `tetracast calibrate`: measures the parameters of the machine on which it runs. */
#include "calibration/driver/calibrate_device.h"
#include "comm/world/world_threads.h"
#include "commands/command.h"
#include "io/machine/machine_file.h"
#include "report/sections/machine_table.h"
#include "run/environment/oversubscription.h"
#include "run/studies/fit_paraiso.h"

/* Collective. Opens the device that --device names. *out is NULL if the option is not given. */
static tc_status open_device(const app_context *app, tc_device **out) {
  const char *word = app_arguments_value(&app->arguments, "device");
  tc_device_options choice;
  *out = NULL;
  if (!word) return TC_OK;
  TC_TRY(tc_device_options_parse("--device", word, &choice));
  TC_TRY(tc_world_agree(app->world, tc_device_open(&choice, app->world->shm_rank, out)));
  double all = *out ? 1.0 : 0.0;
  TC_TRY(tc_world_min(app->world, &all, 1));
  if (all > 0.0) return TC_OK;
  return tc_status_create(TC_USAGE, "--device %s: %s", word,
                          choice.automatic ? "a rank has no GPU: remove the option or use fewer ranks"
                                           : "no device to measure: name one or remove the option");
}

static tc_status measure_machine(app_context *app, tc_device *device, tc_machine *out) {
  const bool quick = app_arguments_value(&app->arguments, "quick");
  const tc_thoroughness how = quick ? TC_CALIBRATE_QUICK : TC_CALIBRATE_THOROUGH;
  tc_log_write(&app->log, TC_LOG_NORMAL, "measuring %d rank%s: takes %s (-v logs every measurement)",
               app->world->ranks, app->world->ranks == 1 ? "" : "s",
               quick ? "some seconds" : "about half a minute");
  TC_TRY(tc_calibrate(app->world, how, &app->log, out));
  /* after a thorough calibration this measures nothing, because that has measured all widths */
  for (int width = 0; width < TC_WIDTHS; width++)
    TC_TRY(tc_calibrate_gathers(app->world, tc_params_width(width), &app->log, out));
  if (device) TC_TRY(tc_calibrate_device(app->world, device, how, &app->log, out));
  return app_arguments_value(&app->arguments, "fit")
             ? tc_paraiso_fit_machine(app->world, quick, &app->log, out)
             : TC_OK;
}

/* Called on the root. Writes the table and, if `path` is not NULL, the machine file. */
static tc_status write_machine(const tc_machine *machine, const char *path, FILE *out) {
  TC_TRY(tc_report_machine(machine, out));
  if (!path) return TC_OK;
  TC_TRY(tc_machine_file_write(machine, path));
  fprintf(out, "written: %s\n", path);
  return TC_OK;
}

static tc_status run_calibrate(app_context *app) {
  const char *path = app->arguments.output;
  const bool root = app->world->rank == 0;
  tc_machine machine;
  tc_device *device = NULL;
  if (app->arguments.positionals)
    return tc_status_create(TC_USAGE, "calibrate accepts only options (see tetracast calibrate --help)");
  TC_TRY(tc_world_set_threads(app->world, 0));
  TC_TRY(tc_oversubscription_warn(app->world, &app->log, NULL));
  TC_TRY(tc_world_agree(app->world, root && path ? tc_machine_file_prepare(path) : TC_OK));
  tc_status status = open_device(app, &device);
  if (!status) status = measure_machine(app, device, &machine);
  tc_device_close(&device);
  TC_TRY(status);
  return tc_world_agree(app->world, root ? write_machine(&machine, path, app->out) : TC_OK);
}

const app_command app_command_calibrate = {
    .name = "calibrate",
    .summary = "measure the machine: a file for the forecast",
    .usage =
        "usage: [mpirun -np P] tetracast calibrate [-o FILE] [--quick] [--device NAME] [--fit] [-q]\n"
        "                                       [-v]\n\n"
        "Measures the parameters of the performance model with all ranks at the same time, each with\n"
        "OMP_NUM_THREADS threads: memory bandwidth, time per row of the product in every format and, on\n"
        "two nodes or more, the network. Prints medians and their spread: (largest - smallest) / median,\n"
        "without the highest and the lowest tenth. Start it as a run will be started, with the same\n"
        "number of ranks on each node and of threads. Two nodes suffice for all parameters.\n\n"
        "  -o FILE        writes a machine file for the key `machine` of a config and for\n"
        "                 `tetracast predict --machine FILE` (configs/machines/README.md)\n"
        "  --quick        measures less accurately, in some seconds, as a run with `machine: auto`\n"
        "  --device NAME  also measures a device, for runs with the key `device`: opencl or cuda, or\n"
        "                 opencl:i or cuda:i for device number i, or auto. Ranks of a node use its devices\n"
        "                 alternately; ranks that share a device measure at the same time\n"
        "  --fit          also times iterations of cg, sor, jacobi and qmr, and fits straight lines to\n"
        "                 them and to messages, for the model paraiso; R^2 = 1 is a perfect line\n\n"
        "example: mpirun -np 2 tetracast calibrate -o my-machine.yaml\n",
    .options = (const char *const[]){"-o", "--device", NULL},
    .flags = (const char *const[]){"--quick", "--fit", NULL},
    .run = run_calibrate,
};
