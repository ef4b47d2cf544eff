/* Measures the machine parameters from which the setup of a job is forecast: the seconds per cell or row of
 * each phase of the setup. The command `calibrate` calls tc_job_rates_measure after the benchmarks of cores
 * and network, unless it is called with --quick. tc_job_rates_measure sets up a generated mesh (rates_mesh.h)
 * in the same way as a run, and times each phase. A parameter that is not measured remains unknown, and
 * forecasts use its default (model/setup/job_forecast.h). */
#ifndef TC_RUN_ENVIRONMENT_JOB_RATES_H
#define TC_RUN_ENVIRONMENT_JOB_RATES_H

#include <stdint.h>

#include "base/program/log.h"
#include "comm/world/world.h"
#include "machine/parameters/machine.h"

/* Sizes of what is measured. */
typedef struct tc_job_rates_size {
  int32_t bricks;       /* the small mesh has 6 bricks^3 cells */
  int32_t large_bricks; /* the large mesh has 6 large_bricks^3 cells */
  int64_t memory_B;     /* bytes of fresh memory that are touched to time pages */
} tc_job_rates_size;

/* Usual sizes. The meshes have TC_JOB_SMALL_CELLS and TC_JOB_LARGE_CELLS cells. */
static const tc_job_rates_size tc_job_rates_usual_size = {36, 64, 1 << 30};

/* Collective. Measures on the root, while the other ranks wait. Sets up an irregular mesh with each scheme,
 * touches fresh memory, and sets up a larger mesh with the scheme two-point, because the costs of a cell grow
 * with the number of cells. It stores in `machine` the seconds of a page, and the seconds per cell for
 * finding neighbours, ordering, partitioning and distributing both meshes. It also stores the seconds per row
 * for building the halo, for assembly, for counting reads and traffic and for the stability certificate, and
 * the speed of checksums in bytes per second. Only the rates of METIS and of counting include pages. Then all
 * ranks receive the root's `machine`. `machine` must contain the times per row of a product. They are
 * subtracted from the time of the search for a stable step, which consists of the certificate and of
 * products. Needs about 13 s for the usual sizes. Errors (on all ranks): those of tc_mesh_stable_step and
 * tc_problem_create; TC_INTERNAL if memory is exhausted. */
tc_status tc_job_rates_measure(const tc_world *world, const tc_job_rates_size *size, const tc_log *log,
                               tc_machine *machine);

#endif
