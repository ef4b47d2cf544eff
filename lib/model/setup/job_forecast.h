/* Forecast of each phase of a job, from counts of the job and parameters of the machine. Each phase has a
 * function in job_phases_*.c, which names its source and its parameters. Commands fill a tc_job_counts: `run`
 * from its prepared problem (run/job/job.c), `predict` and `quote` from a dry run. model/interval/job_bound.h
 * corrects the forecasts with the records of earlier jobs. A change of a formula increases
 * TC_JOB_RECORD_VERSION. Pure: no MPI, no clock. */
#ifndef TC_MODEL_SETUP_JOB_FORECAST_H
#define TC_MODEL_SETUP_JOB_FORECAST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/program/job_phases.h"
#include "count/layout.h"
#include "machine/parameters/params.h"
#include "model/step/cycle_load.h"

/* Numbers of cells of the two meshes on which the calibration measures seconds per cell. Parameters with
 * `large` in their name belong to the large mesh (run/environment/job_rates.h). */
enum { TC_JOB_SMALL_CELLS = 6 * 36 * 36 * 36, TC_JOB_LARGE_CELLS = 6 * 64 * 64 * 64 };

/* Counts of a job. Zero-initialise before use; a count of 0 means that the work does not occur. Members about
 * "the rank" describe the rank with the most rows. Seconds that come from other models are NaN if unknown. */
typedef struct tc_job_counts {
  /* numbers that determine the times of reading and dividing the mesh */
  int64_t cells, vertices, faces;
  /* Bytes of text files and of BASE.mesh.h5 that the root reads. If several ranks read the text, these are
   * the bytes that one rank could read in the same time. */
  double text_B, binary_B;
  double import_text_B; /* bytes of source files that the job imports first */
  int files;            /* number of mesh and fibre files */
  const char *order;    /* name of the ordering of the cells (graph/order/orders.def) */
  int64_t order_blocks; /* METIS blocks into which the ordering divides the cells of a rank; 0 if none */
  bool partitions;      /* true if the mesh is divided into a subdomain for each rank */
  tc_partitioner partitioner; /* method of the division; TC_PARTITIONER_AUTO: metis */
  /* ranks */
  int ranks, nodes, threads; /* threads of each rank */
  int64_t rows, ghosts;
  int peers;     /* number of ranks with which the rank exchanges values */
  int64_t moved; /* number of cells that the root sends to ranks on other nodes */
  /* matrix of the rank with the most rows */
  const char *scheme; /* name of the scheme (fv/scheme/schemes.def) */
  int width;
  double scratch_B; /* bytes per row that the assembly needs temporarily */
  bool has_tensors; /* true if the diffusion tensor of some cell is anisotropic */
  /* search for a stable step. If the number of trials or of products is 0, the forecast assumes a typical
   * number. */
  bool searches; /* true if the job searches for a stable step; false if it reads the result from the cache */
  int trials;    /* number of values of the stabilisation for which the job assembles the matrix */
  int64_t search_products;   /* products of the search */
  int64_t response_products; /* number of these products in linear solves for the response to noise */
  /* measurements and other work before the steps */
  bool tries_formats;    /* true if the job measures storage formats */
  int strategies;        /* number of strategies whose traffic the job counts */
  bool uses_machine;     /* true if the job measures some machine parameters at the size of the run */
  bool probes;           /* true if the job calls the speed probe */
  bool measures_machine; /* true if the job first measures the machine parameters that it needs, because none
                            are stored */
  double machine_budget_s; /* seconds that measuring these parameters may take
                              (calibration/driver/calibration_budget.h) */
  double product_s;        /* seconds of one product */
  double trial_s;          /* seconds of the trial step; 0 if there is none */
  int64_t method_products; /* number of products in the comparison of time-stepping methods; 0 without such a
                              comparison */
  double solver_s; /* seconds of the setup of the solver without multigrid levels; 0 if there is none */
  int hierarchies; /* number of times that the job creates the multigrid levels, including the trial step */
  tc_levels_work levels; /* work of creating the multigrid levels once */
  double formulas_s;     /* seconds of evaluating all formulas once */
  /* steps of the job */
  int64_t steps;
  int stages;     /* RK stages of a step of a stabilised explicit method, each with one product; 0 for other
                     methods */
  double step_s;  /* forecast seconds of a step (model/step) */
  double tail;    /* mean / median of the time of a step, minus 1 (tc_job_tail) */
  int64_t checks; /* number of checks of the field */
  /* outputs; fields are values per cell */
  int64_t snapshots; /* number of snapshots after the snapshot of step 0 */
  bool has_snapshot_file;
  int snapshot_fields, compress;
  int axis_values; /* values per cell that a snapshot file contains once: 6 for tensors, 3 for fibres */
  int64_t checkpoints;
  double checkpoint_B; /* bytes of one checkpoint */
  int64_t history_rows;
  int history_points;
} tc_job_counts;

/* Forecast of a job. */
typedef struct tc_job_forecast {
  double phase_s[TC_JOB_PHASE_COUNT]; /* seconds of each phase; 0 for phases that do not occur; NaN if a
                                         parameter is missing */
  double total_s;                     /* sum of all phases; NaN if a phase is NaN */
  bool uses_defaults;                 /* true if a parameter was not measured and its default was used */
  int missing; /* TC_PARAM_.. number of the first missing parameter; -1 if there is none */
} tc_job_forecast;

/* Computes the forecast. If `allows_defaults` is true, unknown parameters have the values of
 * tc_job_param_default; otherwise their phases are NaN. Phases of the root do not depend on the number of
 * ranks, other phases are those of the rank with the most rows. */
void tc_job_forecast_compute(const tc_params *machine, const tc_job_counts *counts, bool allows_defaults,
                             tc_job_forecast *out);

/* Sets fresh_B[phase] to the bytes of memory that the process touches for the first time in a phase. This is
 * the amount by which the phase raises the maximum of the process's memory. Memory that an earlier phase has
 * freed is not fresh, because it is reused. Phases of the root count the root's memory, and other phases that
 * of the rank with the most rows. With several ranks this rank is assumed not to be the root, because the
 * root reuses memory of the earlier phases. Outputs are not included. Derived here from the arrays of
 * model/setup/memory_footprint.c. The sums agree with counted maxima for 604 053 cells within 25 %. */
void tc_job_fresh_memory(const tc_job_counts *counts, double fresh_B[TC_JOB_PHASE_COUNT]);

/* Returns the default value of a machine parameter; 0 if `param` has none. Parameters of the section `job`
 * and those of a message and a reduction within a node have defaults. Parameters of the network have none. */
double tc_job_param_default(int param);

/* Returns the TC_PARAM_.. number of the seconds per row that the work `kind` ("assemble" or "certificate")
 * needs with a scheme; -1 if there is none. The parameter has the name KIND_SCHEME_row_s, with "_" for
 * "-". */
int tc_job_scheme_param(const char *kind, const char *scheme);

/* True if at least one parameter of the section `job` was measured. A calibration measures only the
 * parameters that have an effect on its machine, and the others then have their defaults. */
bool tc_job_params_exist(const tc_params *machine);

/* Returns the seconds that a launcher needs before and after the program. They are not part of the wall time
 * of the job, but of the time limit that a scheduler needs. Unknown parameters have their defaults. */
double tc_job_launch_s(const tc_params *machine, int ranks, int nodes);

#endif
