/* What a run has to say at its end. Nothing here is collective: the root holds the report and writes it. */
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

/* A model's forecast of a step. */
typedef struct tc_forecast {
  tc_seconds *phase_s; /* [ranks], NULL when there is none */
  double total_s;
  tc_costs costs;            /* zero without a forecast */
  tc_missing_params missing; /* what is missing for one; of a forecast, nothing */
} tc_forecast;

/* How the systems of a run's steps were solved. */
typedef struct tc_result_solver {
  tc_implicit_options options; /* with the method that was taken */
  tc_solve_statistics record;
  int64_t trial, bound;  /* iterations of the first step: tried beforehand; at most. 0: not known */
  int64_t products;      /* that the step made which was tried, those with the adjoint included */
  tc_setup_times set_up; /* a forecast of what the record's took */
  double
      field_difference; /* from the field of the first method that solved the same, relative to the larger of
                     the norms at the start and at the end; NaN where there is nothing to compare with */
} tc_result_solver;

/* What gave no result: a method, or an imagined number of ranks. */
typedef struct tc_failure {
  const char *method, *preconditioner, *strategy; /* NULL: of an imagined run */
  int32_t block_size;
  char reason[512];
  int nodes, ranks; /* imagined ones, 0: those of the run */
} tc_failure;

/* One strategy's run, real or imagined. Arrays have one entry per rank, in rank order; whoever fills a result
 * owns them. */
typedef struct tc_result {
  const char *strategy, *distribution;
  const char *order; /* of the cells; NULL: not known */
  int32_t order_block, block_size;
  int ranks, nodes, ranks_per_node; /* ranks_per_node: the most on any node */
  const tc_format *storage;         /* of the matrix; NULL: the first of them */
  bool valid;                       /* false: the field is not a solution (strategy none) */
  bool dry_run;                     /* it did not take place: no times, no field, no memory */
  tc_measurement *measured;         /* [ranks] */
  tc_forecast forecast[TC_MODEL_COUNT];
  tc_field_stats field;
  double l2_error, max_error; /* against `exact`; NaN without */
  bool on_device;             /* products are made on a device, */
  tc_staging staging;         /* by this kernel */
  double rank_B, root_B;      /* memory that was expected of a rank, and of the root; 0: not known */
  tc_result_solver *solver;   /* NULL: there were no systems */
} tc_result;

/* The circumstances of a run. Texts and pointers are borrowed, and NULL where there is nothing to tell. */
typedef struct tc_report_run {
  const char *command;   /* of the program: "run" */
  const char *libraries; /* with their versions: MPI first */
  const char *directory; /* in which it was started: paths are relative to it */
  const char *date;      /* when the program began, "2026-11-20T13:05:00Z" */
  double wall_s;         /* since then */
  const char *hosts;     /* of the nodes that really took part, one name per line */
  const char *cluster;   /* SLURM's name of it */
  const char *machine;   /* the name of the machine of the forecasts: cluster, host, or what its file says */
  bool is_other_machine; /* that machine is not known to be the one of this run */
  bool virtual_nodes;    /* `nodes` of the report are not those that really took part */
  const char *config_file, *config_text;
  const char *given_machine, *given_model; /* on the command line, in place of the config's */
  const tc_file_list *files;
  const tc_log_record *log;
  const tc_stable_step *stable_step; /* how it is known that nothing grows */
  uint64_t mesh_hash, matrix_hash;   /* 0: not known */
  const tc_step_spans *spans;        /* sizes of the steps; NULL: there were none */
  bool is_one_go;                    /* a run in one go has the same steps */
  int64_t start_step; /* the step of the checkpoint that the run has gone on from; 0: from the start */
} tc_report_run;

typedef struct tc_report {
  const char *title; /* NULL: none */
  const char *mesh_file, *scheme, *overrides;
  const char *method; /* time.method; NULL: not known */
  tc_gid cells, nodes_of_mesh;
  const tc_topology *topology; /* of the mesh; NULL: not known */
  int width;
  int64_t steps;
  double dt, time;           /* time: at the end; 0 when no steps were chosen */
  int ranks, threads, nodes; /* ranks and nodes: 0 when results differ in them */
  bool in_cache;             /* the working set of a step fits into the caches */
  double cpu_share;          /* as in tc_machine; 0 when the machine was not measured by this run */
  bool is_oversubscribed;    /* more ranks and threads than cores on some node */
  tc_row_form kernel;        /* how rows are computed */
  tc_device_config device;   /* that makes steps; device NULL: none */
  tc_placement placement;    /* of matrix and vectors, */
  int memory_nodes;          /* of the root's node: where there is one it does not matter; 0: not known */
  bool tells_pages;          /* tables say where they came to lie */
  bool per_rank;             /* the table, and the JSON of imagined runs, show every rank */
  tc_report_run run;
  const tc_field_stats *initial; /* the field at the start; NULL: not known */
  const tc_steady_stop *steady;  /* whether the run was to end by itself; NULL: nobody asked */
  const tc_outcome *outcome;     /* what is told of the field at the end; NULL: not known */
  double disk_B;                 /* that outputs were expected to take; 0: nothing, or not known */
  int model;                     /* the main one: whose forecast is predicted_s */
  const char *machine_name;      /* where the parameters come from, for people */
  tc_params machine;             /* as the model used them */
  int results;
  const tc_result *result;
  int failures;
  const tc_failure *failure;
} tc_report;

/* The main model of a report: `chosen`, or for TC_MODEL_AUTO the last of models.def that forecasts as many of
 * the results as any model does. */
int tc_report_main_model(int chosen, int results, const tc_result *result);

/* Whose forecast is missed where the main model has none of a result: it, or on a device the first model that
 * knows devices. */
int tc_report_unavailable_model(const tc_report *report, const tc_result *result);

/* Largest over ranks of one part (of the total for part < 0), in seconds per step; of `wait` that is the rank
 * with the least to do. */
double tc_result_measured_s(const tc_result *result, int part);
double tc_result_predicted_s(const tc_result *result, int model, int part); /* needs that forecast */

/* Of the rank whose time loop took longest; zero where nothing was measured. */
tc_wall_times tc_result_wall(const tc_result *result);

/* Counts summed over ranks. */
tc_counts tc_result_counts(const tc_result *result);

/* Peak resident memory of all ranks together, in bytes. */
double tc_result_memory_B(const tc_result *result);

/* The same as it was expected; 0: not known. */
double tc_result_expected_memory_B(const tc_result *result);

/* Of all ranks' pages that are known, the share that lies on the memory node of the thread that works on
 * them; NaN where none is. */
double tc_result_local_page_share(const tc_result *result);

/* The rank that the others wait for: whose step takes longest, measured or, when imagined, by the model.
 * Barriers make all steps end together, so a rank's own waiting is left out. -1 when nothing is known. */
int tc_result_slowest(const tc_result *result, int model);

/* One sentence, without a full stop: which part takes most of the step of the slowest rank, what bounds it,
 * how uneven the ranks work on their rows (imbalance: the longest over the mean), and how long the fastest
 * waits where that is much. "" when nothing was measured. */
void tc_result_bottleneck(const tc_report *report, const tc_result *result, char *out, size_t size);

/* The table for people: a forecast more than 25 % off is marked. */
void tc_report_table(const tc_report *report, FILE *out);

/* One table of all results, at least one: a line per strategy and block size. */
void tc_report_comparison(const tc_report *report, FILE *out);

/* The same for several methods and preconditioners, of which some may have failed: what they need, what that
 * costs, and why the others gave nothing. */
void tc_report_methods(const tc_report *report, FILE *out);

/* The same for several orders of the cells, with what a row takes and where its values come from. */
void tc_report_orders(const tc_report *report, FILE *out);

/* The same for imagined runs: a line per number of ranks and block size, a column per strategy, then advice.
 * Results are in the order of nodes, ranks a node, block size, strategy, with the same strategies each time.
 */
void tc_report_prediction(const tc_report *report, FILE *out);

/* To be called before the work of reports that are to be written (NULL: not): makes missing folders and
 * checks that they can be, and that what is there already is such a report of this program: other files are
 * not overwritten.
 * Not collective. Errors: TC_OUTPUT. */
tc_status tc_report_prepare(const char *program, const char *json, const char *csv);

/* The same for one file (NULL: none) that begins with these bytes; kind: "a JSON report of Tetracast". */
tc_status tc_report_prepare_file(const char *path, const char *begin, const char *kind);

/* JSON (apps/tetracast/README.md, "The report") and CSV (one row per result and part). The file appears under
 * its name only when complete. Errors: TC_OUTPUT naming the file and the reason. */
tc_status tc_report_json(const tc_report *report, const char *path);
tc_status tc_report_csv(const tc_report *report, const char *path);

#endif
