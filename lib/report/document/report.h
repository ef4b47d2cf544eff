/* Report of a run or dry run: results, forecasts and everything that the table, JSON and CSV contain.
 * Commands call tc_report_prepare before the work, fill a tc_report at the end, and then write table, JSON
 * and CSV. Nothing here is collective: the root holds the report and writes it. All pointers are borrowed
 * unless stated otherwise. */
#ifndef TC_REPORT_DOCUMENT_REPORT_H
#define TC_REPORT_DOCUMENT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/file/file_list.h"
#include "base/program/log.h"
#include "comm/world/placement.h"
#include "device/device_matrix.h"
#include "machine/parameters/params.h"
#include "mesh/topology.h"
#include "model/step/missing_parameters.h"
#include "solve/observe/measurement.h"
#include "solve/observe/outcome.h"
#include "solve/observe/steady_stop.h"
#include "solve/space/field.h"
#include "solve/stability/stable_step.h"
#include "solve/step/implicit.h"
#include "sparse/matrix.h"

/* Forecast of a step by one model. */
typedef struct tc_forecast {
  tc_seconds *phase_s; /* [ranks], NULL without a forecast */
  double total_s;
  tc_costs costs;            /* zero without a forecast */
  tc_missing_params missing; /* parameters missing for a forecast; empty if there is one */
} tc_forecast;

/* Solver of the systems of a run's steps. */
typedef struct tc_result_solver {
  tc_implicit_options options; /* options with the method in use */
  tc_solve_statistics record;
  int64_t trial, bound;  /* iterations of the first step: in the trial step, and an upper bound; 0: unknown */
  int64_t products;      /* products of the trial step, including those with the adjoint */
  tc_setup_times set_up; /* forecast of the setup times in record */
  /* Difference from the field of the first method that solved the same problem, relative to the larger norm
   * of the start and the end; NaN without a comparison. */
  double field_difference;
} tc_result_solver;

/* Method or case without a result. */
typedef struct tc_failure {
  const char *method, *preconditioner, *strategy; /* NULL for a case of a dry run */
  int32_t block_size;
  char reason[512];
  int nodes, ranks; /* of a case; 0: those of the run */
} tc_failure;

/* Run or dry run of one strategy. Arrays have one entry per rank, in rank order; the code that fills a result
 * owns them. */
typedef struct tc_result {
  const char *strategy, *distribution;
  const char *order; /* ordering of the cells; NULL: unknown */
  int32_t order_block, block_size;
  int ranks, nodes, ranks_per_node; /* ranks_per_node: maximum over nodes */
  const tc_format *storage;         /* format of the matrix; NULL: the first format */
  bool valid;                       /* false: the field is not a solution (strategy none) */
  bool dry_run;                     /* no run: no times, no field, no memory */
  tc_measurement *measured;         /* [ranks] */
  tc_forecast forecast[TC_MODEL_COUNT];
  tc_field_stats field;
  double l2_error, max_error; /* compared with `exact`; NaN without it */
  bool on_device;             /* true if a device computes the products */
  tc_staging staging;         /* kernel on the device */
  double rank_B, root_B;      /* forecast memory of a rank and of the root; 0: unknown */
  tc_result_solver *solver;   /* NULL without systems */
} tc_result;

/* Environment of a run. Texts and pointers are borrowed, and NULL if there is nothing to report. */
typedef struct tc_report_run {
  const char *command;   /* command of the program: "run" */
  const char *libraries; /* libraries with versions, MPI first */
  const char *directory; /* working directory, to which paths are relative */
  const char *date;      /* start of the program, "2026-11-20T13:05:00Z" */
  double wall_s;         /* seconds since `date` */
  const char *hosts;     /* names of the real nodes, one per line */
  const char *cluster;   /* name of the cluster in SLURM */
  const char *machine;   /* name of the machine of the forecasts: cluster, host, or name in its file */
  bool is_other_machine; /* true if that machine may differ from the one of this run */
  bool virtual_nodes;    /* true if `nodes` of the report are virtual nodes */
  const char *config_file, *config_text;
  const char *given_machine, *given_model; /* values of the command line that override the config */
  const tc_file_list *files;
  const tc_log_record *log;
  const tc_stable_step *stable_step; /* certificate that no error grows */
  uint64_t mesh_hash, matrix_hash;   /* 0: unknown */
  const tc_step_spans *spans;        /* sizes of the steps; NULL without steps */
  bool is_one_go;                    /* true if an uninterrupted run has the same steps */
  int64_t start_step;                /* step of the checkpoint that the run resumed from; 0: none */
} tc_report_run;

typedef struct tc_report {
  const char *title; /* NULL: none */
  const char *mesh_file, *scheme, *overrides;
  const char *method; /* time.method; NULL: unknown */
  tc_gid cells, nodes_of_mesh;
  const tc_topology *topology; /* topology of the mesh; NULL: unknown */
  int width;
  int64_t steps;
  double dt, time;           /* time: at the end; 0 without steps */
  int ranks, threads, nodes; /* ranks and nodes: 0 if they differ between results */
  bool in_cache;             /* true if the working set of a step fits into the caches */
  double cpu_share;          /* as in tc_machine; 0 if this run did not measure the machine */
  bool is_oversubscribed;    /* true if a node has more ranks x threads than cores */
  tc_row_form kernel;        /* row form */
  tc_device_config device;   /* device of the steps; member device is NULL if none */
  tc_placement placement;    /* placement of matrix and vectors */
  int memory_nodes; /* NUMA nodes of the root's node; placement has no effect if there is one; 0: unknown */
  bool tells_pages; /* true if tables contain the share of local pages */
  bool per_rank;    /* true if the table, and the JSON of dry runs, contain every rank */
  tc_report_run run;
  const tc_field_stats *initial; /* field at the start; NULL: unknown */
  const tc_steady_stop *steady;  /* steady stop of the run; NULL: not requested */
  const tc_outcome *outcome;     /* outcome of the field at the end; NULL: unknown */
  double disk_B;                 /* forecast disk space of the output files; 0: none, or unknown */
  int model;                     /* main model, whose forecast is predicted_s */
  const char *machine_name;      /* source of the parameters, for the table */
  tc_params machine;             /* parameters as the model used them */
  int results;
  const tc_result *result;
  int failures;
  const tc_failure *failure;
} tc_report;

/* Returns the main model of a report: `chosen`, or for TC_MODEL_AUTO the last model of models.def with the
 * largest number of forecasts. */
int tc_report_main_model(int chosen, int results, const tc_result *result);

/* Returns the model whose missing parameters explain a missing forecast of a result: the main model, or on a
 * device the first model that supports devices. */
int tc_report_unavailable_model(const tc_report *report, const tc_result *result);

/* Return the maximum over ranks of one part (of the total for part < 0) in seconds per step. For `wait` this
 * is the rank with the least work. */
double tc_result_measured_s(const tc_result *result, int part);
double tc_result_predicted_s(const tc_result *result, int model, int part); /* that forecast must exist */

/* Returns the wall times of the rank with the longest time loop; zero without measurements. */
tc_wall_times tc_result_wall(const tc_result *result);

/* Returns the counts summed over ranks. */
tc_counts tc_result_counts(const tc_result *result);

/* Returns the sum of the peak resident memory of all ranks in bytes. */
double tc_result_memory_B(const tc_result *result);

/* Returns the forecast memory of all ranks in bytes; 0: unknown. */
double tc_result_expected_memory_B(const tc_result *result);

/* Returns the share of pages on the NUMA node of the thread that works on them, among the pages of all ranks
 * whose node is known; NaN if there are none. */
double tc_result_local_page_share(const tc_result *result);

/* Returns the rank with the longest step, measured or, in a dry run, forecast by the model. Waiting is
 * excluded, because barriers make all steps end together. -1 if nothing is known. */
int tc_result_slowest(const tc_result *result, int model);

/* Writes one sentence without a full stop: the largest part of the slowest rank's step, its bottleneck, the
 * imbalance of the work on rows (longest over mean), and the waiting of the fastest rank if it is large. ""
 * without measurements. */
void tc_result_bottleneck(const tc_report *report, const tc_result *result, char *out, size_t size);

/* Writes the table; a forecast with an error above 25 % is marked. */
void tc_report_table(const tc_report *report, FILE *out);

/* Writes one table of all results, at least one, with a line per strategy and block size. */
void tc_report_comparison(const tc_report *report, FILE *out);

/* Writes a table of several methods and preconditioners: iterations, costs, and the reasons of those that
 * failed. */
void tc_report_methods(const tc_report *report, FILE *out);

/* Writes a table of several orderings, with the time per row and the cache lines per row. */
void tc_report_orders(const tc_report *report, FILE *out);

/* Writes a table of cases: a line per number of ranks and block size, a column per strategy, then advice.
 * Results must be sorted by nodes, ranks per node, block size and strategy, with the same strategies in each
 * line. */
void tc_report_prediction(const tc_report *report, FILE *out);

/* Not collective. Checks before the work that the requested files can be written (NULL: not requested).
 * Creates missing directories. An existing file must be such a report of this program, because other files
 * are not overwritten. Errors: TC_OUTPUT. */
tc_status tc_report_prepare(const char *program, const char *json, const char *csv);

/* Not collective. As tc_report_prepare for one file (NULL: none) that starts with the bytes `begin`; kind: "a
 * JSON report of Tetracast". */
tc_status tc_report_prepare_file(const char *path, const char *begin, const char *kind);

/* Not collective. Write JSON (apps/tetracast/README.md, "The report") and CSV (one row per result and part).
 * The file is published when it is complete. Errors: TC_OUTPUT with the file and the reason. */
tc_status tc_report_json(const tc_report *report, const char *path);
tc_status tc_report_csv(const tc_report *report, const char *path);

#endif
