/* Rates of the phases of a job: seconds per cell and row of the setup, and the speed of output files. The
 * command calibrate calls tc_job_rates_measure after it has measured all other parameters. The functions
 * perform the work of a setup on a generated mesh (rates_mesh.h), and read the clock of the job. Parameters
 * that are not measured remain unknown, and forecasts then use their defaults (model/setup/job_forecast.h).
 */
#ifndef TC_RUN_ENVIRONMENT_JOB_RATES_H
#define TC_RUN_ENVIRONMENT_JOB_RATES_H

#include <stdint.h>

#include "base/program/log.h"
#include "comm/world/world.h"
#include "machine/parameters/machine.h"

enum {
  TC_JOB_RATES_BRICKS = 36,      /* a mesh of 36^3 bricks has 279 936 cells */
  TC_JOB_RATES_FILE_B = 64 << 20 /* bytes of the file that is written */
};

/* Collective. The root sets up an irregular mesh of 6 bricks^3 cells with each scheme, while the other ranks
 * wait, and records the rates of neighbours, order, partition, distribution, halo, assembly and certificate,
 * and of checksums. All ranks get the machine of the root. `machine` contains the times of rows, because the
 * search for a stable step also computes products. Needs about 4 s for TC_JOB_RATES_BRICKS. Errors (on all
 * ranks): those of tc_mesh_stable_step and tc_problem_create. */
tc_status tc_job_rates_measure(const tc_world *world, int32_t bricks, const tc_log *log, tc_machine *machine);

/* Not collective. Writes a file of `bytes` bytes, and an almost empty one, into the directory of `path`, with
 * synchronisation, removes both, and records write_file_Bps and sync_s. Errors: TC_OUTPUT if a file cannot be
 * written; TC_INTERNAL if memory is exhausted. */
tc_status tc_job_rates_measure_files(const char *path, int64_t bytes, tc_machine *machine);

#endif
