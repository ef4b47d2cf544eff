/* `tetracast run`: computes the time steps of a config and writes snapshots and a report. */
#include "commands/command.h"
#include "common/run_config.h"

static tc_status run_run(tc_command_call *call) {
  const app_options *o = call->options;
  return app_run_config(call, &o->run, NULL);
}

const tc_command app_command_run = {
    .name = "run",
    .summary = "compute time steps; report measured and forecast times of each part",
    .about = "Computes the time steps of a config (keys: tetracast --help=config) and prints the time of "
             "each part.\n",
    .notes =
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
        "  hierarchy     refined; the cost of a read depends on the reuse distance of the cache line\n"
        "  STREAM        bandwidth of a rank for arrays of that size; rows may be faster, as they write "
        "less\n"
        "  imbalance     longest compute time of a rank / mean\n"
        "  blocks of N   rows per block: strategy `block` transfers whole blocks; the cyclic distribution\n"
        "                assigns blocks to ranks cyclically\n"
        "  condensed ..  strategies, distributions and orders: see tetracast list\n"
        "Terms of the table of the job:\n"
        "  phase         part of the job; all phases together are the wall time, `other work` is the rest\n"
        "  forecast      by the model, corrected by the records of earlier jobs (tetracast records)\n"
        "  at most 95 %  bound: 95 of 100 jobs stay below it. It follows from the records. With fewer than "
        "19\n"
        "                records it uses an assumed spread of 35 %\n"
        "  remaining     remaining time that the run showed, and how long it then took\n",
    .example =
        "example: mpirun -np 2 tetracast run configs/ventricle.yaml -s time.steps=200 --json report.json\n",
    .is_parallel = true,
    .check = app_options_check,
    .run = run_run,
};
