/* Forecast of each phase of a job, from counts of the job and parameters of the machine. Each formula is one
 * line of a table in job_forecast.c, which names its source and its parameters. Commands fill a
 * tc_job_counts: `run` from its prepared problem (run/session/job.c), `predict` and `quote` from a dry run.
 * The centre of earlier records corrects the forecasts (model/interval/job_bound.h). A change of a formula
 * increases TC_JOB_RECORD_VERSION. Pure: no MPI, no clock. */
#ifndef TC_MODEL_SETUP_JOB_FORECAST_H
#define TC_MODEL_SETUP_JOB_FORECAST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/program/job_phases.h"
#include "machine/parameters/params.h"

/* Counts of a job. Zero-initialise before use; a count of 0 means that the work does not occur. "Rank" is the
 * rank with the most rows. Seconds that come from other models are NaN if unknown. */
typedef struct tc_job_counts {
  /* mesh */
  int64_t cells, vertices, faces;
  double text_B, binary_B; /* bytes of text files and of BASE.mesh.h5 that the root reads */
  double import_text_B;    /* bytes of source files that the job imports first */
  int files;               /* number of mesh and fibre files */
  const char *order;       /* name of the ordering of the cells (graph/orders.def) */
  bool partitions;         /* true if METIS partitions the mesh */
  /* ranks */
  int ranks, nodes, threads; /* threads of each rank */
  int64_t rows, ghosts;
  int peers;     /* ranks with which the rank exchanges values */
  int64_t moved; /* cells that the root sends to ranks on other nodes */
  /* matrix */
  const char *scheme; /* name of the scheme (fv/scheme/schemes.def) */
  int width;
  bool has_tensors;
  bool searches; /* true if the job searches for a stable step */
  bool tries_formats, measures_machine, uses_machine;
  double product_s;  /* seconds of one product */
  double trial_s;    /* seconds of the trial step; 0 if there is none */
  double solver_s;   /* seconds of the setup of the solver; 0 if there is none */
  double formulas_s; /* seconds of evaluating all formulas once */
  /* steps */
  int64_t steps;
  double step_s;  /* seconds of a step by the step model */
  double tail;    /* mean / median of the time of a step, minus 1 (tc_job_tail) */
  int64_t checks; /* number of checks of the field */
  /* outputs; fields are values per cell */
  int64_t snapshots; /* snapshots after that of step 0 */
  bool has_snapshot_file;
  int snapshot_fields, compress;
  int64_t checkpoints;
  double checkpoint_B; /* bytes of one checkpoint */
  int64_t history_rows;
  int history_points;
} tc_job_counts;

/* Sources of the parameters of a forecast. */
typedef struct tc_job_forecast {
  double phase_s[TC_JOB_PHASE_COUNT]; /* seconds of each phase; 0 for phases that do not occur; NaN if a
                                         parameter is missing */
  double total_s;                     /* sum of all phases; NaN if a phase is NaN */
  bool uses_defaults;                 /* true if a parameter was not measured and its default was used */
  int missing; /* TC_PARAM_.. number of the first missing parameter; -1 if there is none */
} tc_job_forecast;

/* Computes the forecast. If `allows_defaults` is true, the parameters of the section `job` of a machine file
 * that are unknown have the values of tc_job_param_default; otherwise their phases are NaN. */
void tc_job_forecast_compute(const tc_params *machine, const tc_job_counts *counts, bool allows_defaults,
                             tc_job_forecast *out);

/* Returns the default of a parameter of the section `job`; 0 if `param` has none. */
double tc_job_param_default(int param);

/* Returns the seconds that a launcher needs before and after the program. They are not part of the wall time
 * of the job, but of the time limit that a scheduler needs. */
double tc_job_launch_s(const tc_params *machine, int ranks, int nodes);

#endif
