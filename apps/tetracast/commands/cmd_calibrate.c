/* `tetracast calibrate`: measures the parameters of the machine on which it runs. */
#include "calibration/driver/calibrate_device.h"
#include "comm/world/world_threads.h"
#include "commands/command.h"
#include "io/machine/job_records.h"
#include "io/machine/machine_file.h"
#include "model/setup/job_forecast.h"
#include "report/sections/machine_table.h"
#include "run/environment/file_rates.h"
#include "run/environment/job_rates.h"
#include "run/environment/oversubscription.h"
#include "run/studies/fit_paraiso.h"

/* Collective. Opens the device that --device names. *out is NULL if the option is not given. */
static tc_status open_device(tc_command_call *call, tc_device **out) {
  const char *word = ((const app_options *)call->options)->device;
  tc_device_options choice;
  *out = NULL;
  if (!word) return TC_OK;
  TC_TRY(tc_device_options_parse("--device", word, &choice));
  TC_TRY(tc_world_agree(call->world, tc_device_open(&choice, call->world->shm_rank, out)));
  double all = *out ? 1.0 : 0.0;
  TC_TRY(tc_world_min(call->world, &all, 1));
  if (all > 0.0) return TC_OK;
  /* Example: --device auto: a rank has no GPU: remove the option or use fewer ranks */
  return tc_status_create(TC_USAGE, "--device %s: %s", word,
                          choice.automatic ? "a rank has no GPU: remove the option or use fewer ranks"
                                           : "no device to measure: name one or remove the option");
}

static tc_status measure_machine(tc_command_call *call, tc_device *device, tc_machine *out) {
  const app_options *o = call->options;
  const bool quick = o->quick;
  const tc_thoroughness how = quick ? TC_CALIBRATE_QUICK : TC_CALIBRATE_THOROUGH;
  tc_log_write(&call->log, TC_LOG_NORMAL,
               "measuring this machine with %d rank%s: takes %s (-v logs every measurement)",
               call->world->ranks, call->world->ranks == 1 ? "" : "s",
               quick ? "a few seconds" : "1 to 3 minutes, longer if other programs run");
  TC_TRY(tc_calibrate(call->world, how, &call->log, out));
  /* tc_calibrate_gathers measures nothing after a thorough calibration, which has measured all widths */
  for (int width = 0; width < TC_WIDTHS; width++)
    TC_TRY(tc_calibrate_gathers(call->world, tc_params_width(width), &call->log, out));
  if (device) TC_TRY(tc_calibrate_device(call->world, device, how, &call->log, out));
  if (!quick) TC_TRY(tc_job_rates_measure(call->world, &tc_job_rates_usual_size, &call->log, out));
  return o->fit ? tc_paraiso_fit_machine(call->world, quick, &call->log, out) : TC_OK;
}

/* Stores the time that the program has needed for its start, start_s. The part of each rank has its default.
 */
static void record_start(const tc_command_call *call, double start_s, tc_machine *machine) {
  const double ranks_s = call->world->max_ranks_on_node * tc_job_param_default(TC_PARAM_job_start_rank_s);
  const bool is_quick = ((const app_options *)call->options)->quick;
  if (!is_quick && start_s > ranks_s) machine->params.job_start_s = start_s - ranks_s;
}

/* Called on the root. Measures the speed of reading and writing files in the directory of the machine file.
 * Does nothing without a machine file or with --quick. */
static tc_status measure_files(const app_options *options, tc_machine *machine) {
  if (options->quick || !options->output) return TC_OK;
  return tc_file_rates_measure(options->output, TC_FILE_RATES_BYTES, TC_FILE_RATES_BRICKS, machine);
}

/* Called on the root before the measurement. Checks that the machine file can be written. If the file exists,
 * reads the keys about the site that a user has set in it. In a SLURM job also sets the machine name under
 * which jobs of this partition are recorded. */
static tc_status prepare_file(const char *path, const tc_log *log, tc_machine_site *site) {
  TC_TRY(tc_machine_file_prepare(path));
  TC_TRY(tc_machine_file_read_site(path, log, site));
  tc_job_records_set_site(site);
  return TC_OK;
}

/* Called on the root. Writes the table and, if the option -o is set, the machine file. */
static tc_status write_machine(const app_options *options, tc_machine *machine, FILE *out) {
  const char *path = options->output;
  TC_TRY(measure_files(options, machine));
  TC_TRY(tc_report_machine(machine, out));
  if (!path) return TC_OK;
  TC_TRY(tc_machine_file_write(machine, path));
  fprintf(out, "written: %s\n", path);
  return TC_OK;
}

static tc_status run_calibrate(tc_command_call *call) {
  const char *path = ((const app_options *)call->options)->output;
  tc_machine machine;
  tc_machine_site site = {.identity = ""};
  tc_device *device = NULL;
  const double start_s = tc_job_clock_read(&call->clock, NULL);
  TC_TRY(tc_world_set_threads(call->world, 0));
  TC_TRY(tc_oversubscription_warn(call->world, &call->log, NULL));
  if (path) TC_TRY(TC_ON_ROOT(call->world, prepare_file(path, &call->log, &site)));
  tc_status status = open_device(call, &device);
  if (!status) status = measure_machine(call, device, &machine);
  tc_device_close(&device);
  TC_TRY(status);
  record_start(call, start_s, &machine);
  machine.site = site;
  return TC_ON_ROOT(call->world, write_machine(call->options, &machine, call->out));
}

static const tc_option table[] = {
    {"-o", "FILE",
     "writes a machine file for the key `machine` of a config and for `tetracast predict --machine FILE` "
     "(configs/machines/README.md)",
     TC_OPTION_TEXT(app_options, output)},
    {"--quick", NULL,
     "measures less accurately, in some seconds, as a run with `machine: auto`, and no setup, which "
     "`tetracast quote` needs",
     TC_OPTION_FLAG(app_options, quick)},
    {"--device", "NAME",
     "also measures a device, for runs with the key `device`: opencl or cuda, or opencl:i or cuda:i for "
     "device number i, or auto. Ranks of a node use its devices alternately; ranks that share a device "
     "measure at the same time",
     TC_OPTION_TEXT(app_options, device)},
    {"--fit", NULL,
     "also times iterations of cg, sor, jacobi and qmr, and fits straight lines to them and to messages, for "
     "the model paraiso; R^2 = 1 is a perfect line",
     TC_OPTION_FLAG(app_options, fit)},
    {0},
};

const tc_command app_command_calibrate = {
    .name = "calibrate",
    .summary = "measure the machine: a file for the forecast",
    .about =
        "Measures the parameters of the performance model with all ranks at the same time, each with\n"
        "OMP_NUM_THREADS threads: memory bandwidth, time per row of the product in every format and, on\n"
        "two nodes or more, the network. Prints medians and their spread: (largest - smallest) / median,\n"
        "without the highest and the lowest tenth. Start it as a run will be started, with the same\n"
        "number of ranks on each node and of threads. Two nodes suffice for all parameters.\n",
    .example = "example: mpirun -np 2 tetracast calibrate -o my-machine.yaml\n",
    .options = table,
    .is_parallel = true,
    .run = run_calibrate,
};
