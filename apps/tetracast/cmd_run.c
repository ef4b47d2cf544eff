/* `tetracast run`: computes the time steps of a config and writes snapshots and a report. */
#include "command.h"
#include "run_config.h"

static tc_status run_run(app_context *app) {
  tc_run_options choice;
  TC_TRY(app_arguments_run_options(&app->arguments, &choice));
  return app_run_config(app, &choice, NULL);
}

const app_command app_command_run = {
    .name = "run",
    .summary = "time steps; at the end measured beside forecast, per part",
    .usage =
        "usage: [mpirun -np P] tetracast run CONFIG [--machine FILE] [--model NAME] [-s "
        "key.sub=value]...\n"
        "                            [--json FILE] [--csv FILE] [--resume | --force] [-q] [-v]\n\n"
        "Runs the time steps of a config (configs/README.md tells every key) and prints where the time "
        "went.\n\n"
        "  -s key.sub=value   overrides a key of the config; may be repeated\n"
        "  --json FILE        the report as JSON      --csv FILE   the same as one row per part\n"
        "  --machine FILE     parameters of the forecast (configs/machines); default: measured, then "
        "remembered,\n                     unless ranks share cores; none: no forecast, the run starts at "
        "once\n"
        "  --model NAME       whose forecast counts: auto (the best that the machine is known well enough "
        "for), paper,\n"
        "                     paper-cached, paraiso, patterns, refined, hierarchy\n"
        "  --resume           continues from the latest checkpoint that is whole (key checkpoint.file), on "
        "any "
        "number of\n"
        "                     ranks and threads; starts with the first step if there is none. A larger "
        "time.steps, a later\n"
        "                     time.end and other outputs extend the run (configs/README.md, Checkpoints)\n"
        "  --force            begins anew, and puts outputs in place of those of an earlier run\n"
        "  -q                 no progress             -v           more about the setup, and every rank\n\n"
        "The words of the table:\n"
        "  measured      the median over the steps, then the slowest rank; forecast: what the model "
        "expected\n"
        "  pack          collecting the values that other ranks need into messages\n"
        "  transfer      moving values between ranks\n"
        "  wait          for other ranks: in barriers, and for messages that have not come yet\n"
        "  copy          a rank's own values into the copy of the vector that it computes with\n"
        "  unpack        what came from other ranks into that copy\n"
        "  compute       the rows of the product, with what is read from other ranks meanwhile\n"
        "  vector        of a solver: updates of vectors and dot products; reduce: what ranks add up "
        "together;\n"
        "  precond       preconditioning, without its products\n"
        "  boundary      data of faces that depend on time, and what enters through faces\n"
        "  source        formulas of the source and of the local states\n"
        "  paper         the published model: bytes over the bandwidth of the memory, latency of the "
        "network\n"
        "  paper-cached  the same with the bandwidth of the caches or the memory that the working set fits "
        "into;\n"
        "                not shown where it equals paper\n"
        "  refined       the same counts, with caches, the cost of a row, and barriers, as measured\n"
        "  hierarchy     refined, and what reads of neighbours cost by how long ago their line was used\n"
        "  STREAM        how fast a rank streams through arrays of that size; rows, which write less, may be "
        "faster\n"
        "  imbalance     the longest computing of a rank over the mean\n"
        "  blocks of N   rows in a block: `block` fetches such blocks whole; cyclic deals them to ranks\n"
        "  condensed ..  strategies, distributions and orders: tetracast list\n\n"
        "example: mpirun -np 2 tetracast run configs/ventricle.yaml -s time.steps=200 --json report.json\n",
    .options = (const char *const[]){"--machine", "--model", "-s", "--json", "--csv", NULL},
    .flags = (const char *const[]){"--resume", "--force", NULL},
    .run = run_run,
};
