/* `tetracast run`: computes the time steps of a config and writes snapshots and a report. */
#include "commands/command.h"
#include "commands/run_config.h"

static tc_status run_run(app_context *app) {
  tc_run_options choice;
  TC_TRY(app_arguments_run_options(&app->arguments, &choice));
  return app_run_config(app, &choice, NULL);
}

const app_command app_command_run = {
    .name = "run",
    .summary = "compute time steps; report measured and forecast times of each part",
    .usage =
        "usage: [mpirun -np P] tetracast run CONFIG [--machine FILE] [--model NAME] [-s "
        "key.sub=value]...\n"
        "                            [--json FILE] [--csv FILE] [--resume | --force] [-q] [-v]\n\n"
        "Computes the time steps of a config (keys: configs/README.md) and prints the time of each part.\n\n"
        "  -s key.sub=value   overrides a key of the config; may be repeated\n"
        "  --json FILE        writes the report as JSON\n"
        "  --csv FILE         writes the report as CSV, one row per part\n"
        "  --machine FILE     machine parameters of the forecast (configs/machines); default: measured once\n"
        "                     and then cached, unless ranks share cores; none: no forecast and no\n"
        "                     measurement, so the run starts at once\n"
        "  --model NAME       model whose forecast counts: auto (the best model whose parameters are\n"
        "                     available), paper, paper-cached, paraiso, patterns, refined, hierarchy\n"
        "  --resume           continues from the latest complete checkpoint (key checkpoint.file), on any\n"
        "                     number of ranks and threads; starts with the first step if there is none. A\n"
        "                     larger time.steps, a later time.end or other outputs extend the run\n"
        "                     (configs/README.md, Checkpoints)\n"
        "  --force            starts with the first step and replaces the outputs of an earlier run\n"
        "  -q                 no progress lines\n"
        "  -v                 more about the setup, and times of every rank\n\n"
        "Terms of the table:\n"
        "  measured      median over the steps, of the slowest rank\n"
        "  forecast      time computed by the model\n"
        "  pack          copying the values that other ranks need into messages\n"
        "  transfer      moving values between ranks\n"
        "  wait          waiting for other ranks in barriers and for messages\n"
        "  copy          copying a rank's own values into the vector that the product reads\n"
        "  unpack        copying values received from other ranks into that vector\n"
        "  compute       rows of the product, including reads from other ranks during the product\n"
        "  vector        vector updates and dot products of a solver\n"
        "  reduce        global sums of a solver\n"
        "  precond       preconditioning without its products\n"
        "  boundary      boundary data that depend on time, and the flow through boundary faces\n"
        "  source        formulas of the source and of the local states\n"
        "  paper         published model: bytes / memory bandwidth, and network latency\n"
        "  paper-cached  paper with the bandwidth of the memory level that holds the working set; not shown\n"
        "                if it equals paper\n"
        "  refined       same counts, with measured caches, costs per row and barriers\n"
        "  hierarchy     refined, with reads of neighbours priced by the reuse distance of their cache line\n"
        "  STREAM        bandwidth of a rank for arrays of that size; rows may be faster, as they write "
        "less\n"
        "  imbalance     longest compute time of a rank / mean\n"
        "  blocks of N   rows per block: strategy `block` transfers whole blocks; the cyclic distribution\n"
        "                assigns blocks to ranks cyclically\n"
        "  condensed ..  strategies, distributions and orders: see tetracast list\n\n"
        "example: mpirun -np 2 tetracast run configs/ventricle.yaml -s time.steps=200 --json report.json\n",
    .options = (const char *const[]){"--machine", "--model", "-s", "--json", "--csv", NULL},
    .flags = (const char *const[]){"--resume", "--force", NULL},
    .run = run_run,
};
