/* Report of a run or dry run: the results, the forecasts and all other data that the table, the JSON file and
 * the CSV file contain. Commands call tc_report_prepare before the work, fill in a tc_report at the end, and
 * then write table, JSON and CSV. No function is collective, because only the root has the report. All
 * pointers are borrowed unless stated otherwise. */
#ifndef TC_REPORT_DOCUMENT_REPORT_H
#define TC_REPORT_DOCUMENT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/document/document.h"
#include "base/file/file_list.h"
#include "base/program/log.h"
#include "comm/exchange/strategy.h"
#include "comm/world/placement.h"
#include "device/device_matrix.h"
#include "linear/choice/preconditioner_choice.h"
#include "machine/parameters/params.h"
#include "mesh/topology.h"
#include "model/step/forecast.h"
#include "report/document/job_report.h"
#include "report/document/time_methods.h"
#include "solve/local/local_steps.h"
#include "solve/observe/error_control.h"
#include "solve/observe/extremes.h"
#include "solve/observe/measurement.h"
#include "solve/observe/outcome.h"
#include "solve/observe/steady_stop.h"
#include "solve/space/field.h"
#include "solve/stability/stable_step.h"
#include "solve/step/implicit.h"
#include "sparse/matrix.h"
#include "system/routine_report.h"
#include "system/system_facts.h"

/* Options, statistics and forecasts of the solver of the linear systems in a run's steps. */
typedef struct tc_result_solver {
  tc_implicit_options options; /* options of the solver, with the method that was used */
  tc_solve_statistics record;
  int64_t trial, bound; /* `trial` is the number of iterations in the trial step, which is computed before the
                           run. `bound` is the largest number of iterations that one solve may make. Both are
                           0 if unknown */
  /* number of matrix-vector products of the trial step, including products with the transposed matrix */
  int64_t products;
  /* Forecast of the times of the solver's setup; `record` contains the measured times. */
  tc_setup_times set_up;
  tc_cycle_load cycle; /* work of one multigrid cycle; it has 0 levels without multigrid or before the levels
                          are known */
  double cycle_s;      /* forecast of a multigrid cycle (tc_cycle_predict) */
  double choice_s; /* seconds of the trials by which an automatic preconditioner was chosen; 0 if there were
                      none */
  /* Difference between the final field of this method and that of the first method that solved the same
   * problem: the norm of the difference, divided by a norm of the first method's field minus its mean. The
   * divisor is the larger one of the norms at the start and at the end of the run; for steady states it is
   * the norm at the end. NaN if no methods were compared. */
  double field_difference;
} tc_result_solver;

/* A run with one method that failed, or a case of a dry run that failed, with the reason. */
typedef struct tc_failure {
  const char *method, *preconditioner, *strategy; /* NULL for a case of a dry run */
  int32_t block_size;
  char reason[512];
  int nodes, ranks; /* numbers of nodes and ranks of a case; 0 for a run */
} tc_failure;

/* Result of a run or dry run with one strategy. Arrays have one entry per rank, in the order of the ranks.
 * The code that fills a result owns them. */
typedef struct tc_result {
  const char *strategy, *distribution;
  const char
      *partitioner;       /* method that divided the cells into subdomains; NULL if there are no subdomains */
  const tc_strategy *how; /* strategy with the name `strategy`; borrowed; may be NULL if the registry of
                             strategies contains the name */
  const char *order;      /* name of the ordering of the cells; NULL if unknown */
  int32_t order_block, block_size;
  int ranks, nodes, ranks_per_node; /* ranks_per_node is the maximum over the nodes */
  const tc_format *storage;         /* format of the matrix; NULL means the first format of formats.def */
  bool valid;   /* false if the strategy exchanges no ghosts, like `none`, so that the field is wrong */
  bool dry_run; /* true for a dry run, which has no times, no field and no memory */
  tc_measurement *measured; /* [ranks] measurements of each rank; a dry run fills in only the counts */
  tc_forecast forecast[TC_MODEL_COUNT];
  tc_field_stats field;
  double l2_error, max_error; /* errors of the final field, compared with the formula of the config key
                                 `exact`; NaN without this key */
  bool on_device;             /* true if a device computes the products */
  tc_staging staging;         /* memory from which the kernel on the device reads the matrix */
  double rank_B, root_B;      /* forecast memory in bytes of a rank and of the root; 0 if unknown */
  tc_result_solver *solver;   /* solver of the linear systems in the steps; NULL if there are none */
  /* number of Runge-Kutta stages of a step of a stabilised explicit method, each with one product; 0 for
   * other methods. With error control, the mean number of products of a step. */
  int stages;
  /* Largest numbers of rows and of ghosts that a rank has, for dry runs; 0 for runs. */
  int64_t rows_max, ghosts_max;
  int peers_max; /* largest number of ranks with which a rank exchanges values, for dry runs; 0 for runs */
  tc_job_report *job; /* forecast of the time of the whole job, for dry runs; NULL if unknown, and for runs */
} tc_result;

/* Returns the strategy of a result; NULL if its name is unknown. */
static inline const tc_strategy *tc_result_strategy(const tc_result *result) {
  return result->how ? result->how : tc_strategy_find(result->strategy);
}

/* Returns the text that follows "metis distribution" in headings if `partitioner` has divided the cells: " by
 * chunks", " by curve", or "" for metis and NULL. */
const char *tc_report_partition_text(const char *partitioner);

/* Environment of a run. Texts and pointers are borrowed. A pointer is NULL if its value is unknown or does
 * not exist. */
typedef struct tc_report_run {
  const char *command;   /* command of the program, such as "run" */
  const char *libraries; /* libraries with versions, MPI first */
  const char *directory; /* working directory, to which paths are relative */
  const char *date;      /* start of the program, such as "2026-11-20T13:05:00Z" */
  double wall_s;         /* wall time in seconds since `date` */
  const char *hosts;     /* names of the physical nodes, one per line */
  const char *cluster;   /* name of the cluster in SLURM */
  const char *machine;   /* name of the machine whose parameters the forecasts use: a cluster, a host, or the
                            name in a machine file */
  bool is_other_machine; /* true if `machine` may differ from the machine of this run */
  bool virtual_nodes;    /* true if `nodes` of the report are virtual nodes */
  const char *config_file, *config_text;
  const char *given_machine,
      /* given_machine and given_model are set on the command line; they override those of the config */
      *given_model;
  const tc_file_list *files;
  const tc_log_record *log;
  int powers; /* number of Runge-Kutta stages that a stabilised method computes in one pass through the
                 matrix; 0 if unknown */
  /* measured time of one of these stages, divided by the time of a stage with one stage per pass; 0 if
   * unknown */
  double powers_ratio;
  const tc_stable_step *stable_step; /* result of the stability analysis, with the size of the step */
  tc_local_steps local;              /* local steps of operator splitting */
  uint64_t mesh_hash, matrix_hash;   /* hashes of the mesh and the matrix; 0 if unknown */
  const char *mesh_source;           /* source file from which the mesh was imported; NULL if unknown */
  uint64_t mesh_source_hash;         /* hash of the bytes of the source files */
  double mesh_source_scale;   /* factor by which the import multiplied the coordinates; 0 without an import */
  const tc_step_spans *spans; /* sizes of the steps; each size applies to an interval of steps; NULL without
                                 steps */
  int64_t shortened_steps;    /* number of steps that were shortened to end at requested times */
  bool is_one_go;             /* true if a run that was neither interrupted nor extended would have made the
                                 same steps */
  /* Error control of the steps, and a record of all steps of the run, including those before a resumption.
   * They are NULL if the config sets the size of the steps. */
  const tc_error_control *control;
  const tc_error_control_record *controlled;
  const tc_time_methods *choice; /* candidates of time.method: auto; NULL if the method was not chosen */
  /* candidates of solver.preconditioner.name: auto; NULL or without candidates if the preconditioner was not
   * chosen */
  const tc_preconditioner_choice *preconditioners;
  int64_t start_step; /* step of the checkpoint from which the run was resumed; 0 if the run was not
                         resumed */
} tc_report_run;

typedef struct tc_report {
  const char *title; /* title of the config; NULL if it has none */
  const char *mesh_file, *scheme, *overrides;
  const char *method; /* value of the key time.method; NULL if unknown */
  double mesh_scale;  /* factor of the coordinates (key mesh.scale) */
  tc_gid cells, nodes_of_mesh;
  const tc_topology *topology; /* topology of the mesh; NULL if unknown */
  /* Linear system from a user's matrix file; NULL for problems with a mesh. `cells` is then the number of the
   * rows, and there are no mesh, scheme and field. */
  const tc_system_facts *system;
  double width; /* mean number of off-diagonal entries stored per row, including padding */
  int64_t steps;
  double dt, time;           /* size of a step; simulated time at the end; both are 0 without steps */
  double safety;             /* an automatic step of explicit Euler is this factor times the largest stable
                                step */
  int ranks, threads, nodes; /* ranks and nodes are 0 if they differ between results */
  bool in_cache;             /* true if the working set of a step fits into the caches */
  double cpu_share;          /* CPU share while the machine was measured; 0 if this run did not measure it */
  bool is_oversubscribed;    /* true if a node has more ranks x threads than cores */
  tc_row_form kernel;        /* form of the matrix rows (config key kernel) */
  tc_device_config device; /* device that computes the steps; its member `device` is NULL if there is none */
  tc_placement placement;  /* placement of matrix and vectors on NUMA nodes */
  int memory_nodes; /* number of NUMA nodes of the root's node; placement has no effect if there is only one;
                       0 if unknown */
  bool shows_pages; /* true if tables show which share of the memory pages is local */
  bool per_rank;    /* true if the table and, for dry runs, the JSON report list every rank */
  tc_report_run run;
  const tc_field_stats *initial; /* statistics of the field at the start; NULL if unknown */
  const tc_steady_stop *steady; /* result of the steady stop, which ends a run if the field no longer changes;
                                   NULL if not requested */
  const tc_extremes *extremes;  /* extremes of the field over time; NULL if the run recorded no history */
  const tc_outcome *outcome;    /* values by region, marker and probe at the end; NULL if unknown */
  const tc_job_report *job;     /* forecast and measured times of the whole job; for a dry run with several
                                   results, the forecast of the fastest one; NULL if unknown */
  const tc_time_methods *time_methods; /* comparison of methods of time integration; NULL if there is none */
  double disk_B; /* forecast disk space of the output files in bytes; 0 if there are none, or if unknown */
  int model;     /* index of the main model, whose forecast is predicted_s in JSON */
  const char *machine_name; /* source of the machine parameters, as a text for tables */
  tc_params machine;        /* machine parameters that the models used */
  int results;
  const tc_result *result;
  int failures;
  const tc_failure *failure;
  int routines;                          /* number of predictions by routine (model/paraiso); 0 unless these
                                            were requested */
  const tc_routine_case *const *routine; /* [routines] predictions for the cases of a dry run */
} tc_report;

/* Returns the index of the main model, whose forecast a report shows first. The main model is `chosen`,
 * unless this is TC_MODEL_AUTO. For TC_MODEL_AUTO it is the model that has forecasts for the largest number
 * of results. If several models have equal numbers, it is the last of these models in models.def. */
int tc_report_main_model(int chosen, int results, const tc_result *result);

/* Returns the index of the model whose missing parameters explain why a result has no forecast. Usually this
 * is the main model. If a device computed the products and the main model does not support devices, it is the
 * first model that supports them. */
int tc_report_unavailable_model(const tc_report *report, const tc_result *result);

/* Return the seconds of one part of a step, or of the whole step if part < 0, as the maximum over the ranks.
 * The maxima of the parts may belong to different ranks. For the part `wait` it is usually the rank with the
 * least work. tc_result_measured_s returns the measurement, 0 for a dry run. tc_result_predicted_s returns
 * the forecast of a model. */
double tc_result_measured_s(const tc_result *result, int part);
double tc_result_predicted_s(const tc_result *result, int model,
                             int part); /* the result must have a forecast of the model */

/* Returns the wall times of the rank whose time loop took longest; all zero for a dry run. */
tc_wall_times tc_result_wall(const tc_result *result);

/* Returns the counts of a step, summed over all ranks. */
tc_counts tc_result_counts(const tc_result *result);

/* Returns the sum of the peak resident memory of all ranks in bytes. */
double tc_result_memory_B(const tc_result *result);

/* Returns the forecast memory in bytes, summed over all ranks; 0 if unknown. */
double tc_result_expected_memory_B(const tc_result *result);

/* Returns the share of memory pages that are on the same NUMA node as the thread which works on them, over
 * all ranks. Pages whose NUMA node is unknown are not counted. NaN if no page is counted. */
double tc_result_local_page_share(const tc_result *result);

/* Returns the rank with the longest step, not counting the time that it waits. Waiting is excluded because
 * the steps of all ranks end at a barrier and would otherwise be equally long. The step is the measured one
 * or, for a dry run, the forecast of `model`. Returns -1 for a dry run without a forecast of `model`. */
int tc_result_slowest(const tc_result *result, int model);

/* Writes one sentence without a full stop to `out`. It states the largest part of the slowest rank's step and
 * the cause of the duration. Then it states the imbalance of the work on rows (maximum over mean), and the
 * waiting of the fastest rank if this exceeds 10 %. Writes "" for a dry run. */
void tc_result_bottleneck(const tc_report *report, const tc_result *result, char *out, size_t size);

/* Tables, which append lines and tables to the text of a report:
 * - tc_report_table: a block of lines for each result. A mark shows forecasts with an error above 25 %. -
 *   tc_report_comparison: one table of all results, with a line per strategy and block size, followed by the
 *   fastest result. There must be at least one result.
 * - tc_report_methods: a line for each solver method and preconditioner, with iterations and costs, followed
 *   by the methods that failed and the reasons.
 * - tc_report_orders: several orderings of the cells, with the time per row and the number of cache lines of
 *   x per row.
 * - tc_report_prediction: the cases of a dry run, followed by advice. It has a line per number of ranks and
 *   block size and a column per strategy. Results must be sorted by nodes, ranks per node, block size and
 *   strategy, with the same strategies in each line.
 * - tc_report_solve: times and forecasts of the solve of a system, after the report of the command solve
 *   (system/system_report.h).
 * - tc_report_job: the forecast of the whole job for each case of a dry run, the phases of the fastest case,
 *   and a last sentence with the time of that job. */
typedef void tc_report_text(const tc_report *report, tc_section *out);
tc_report_text tc_report_table, tc_report_comparison, tc_report_methods, tc_report_orders,
    tc_report_prediction, tc_report_solve, tc_report_job;

/* Fills a document with the table `text` (NULL for no table) and with the content of JSON and CSV. The caller
 * can append sections, which all renderers then show, and must render or free the document. */
void tc_report_build(const tc_report *report, tc_report_text *text, tc_document *document);

/* Appends to the report of the command solve: the table tc_report_solve, and the section "forecast" of JSON
 * with model, machine and the result. `report` is NULL if no machine was requested, and the section is then
 * null. */
void tc_report_add_solve(const tc_report *report, tc_section *root);

/* Not collective. Writes a table of the report. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_report_print(const tc_report *report, tc_report_text *text, FILE *out);

/* Not collective. Called before the computation. Checks that the report files json and csv can be written,
 * and creates missing directories. A path is NULL if its file is not requested. An existing JSON file must be
 * a report that `program` wrote, and an existing CSV file one of Tetracast, because other files are not
 * overwritten. Errors: TC_OUTPUT. */
tc_status tc_report_prepare(const char *program, const char *json, const char *csv);

/* Not collective. Checks that existing reports at these paths were written by the command `command`, such as
 * "compare", because a command replaces only its own reports. Called after tc_report_prepare. A path is NULL
 * if its file is not requested. A CSV report does not contain the name of a command. A CSV report without
 * measured times is treated as a report of `predict`. Errors: TC_OUTPUT. */
tc_status tc_report_check_command(const char *command, const char *json, const char *csv);

/* Not collective. Checks that the HTML report `path` can be written. An existing file must be a report of the
 * command `command`, or of any command if it is NULL. `path` is NULL if the file is not requested. Errors:
 * TC_OUTPUT. */
tc_status tc_report_prepare_html(const char *command, const char *path);

/* Not collective. tc_report_json writes the JSON report (apps/tetracast/reports.md, "JSON report"), and
 * tc_report_csv the CSV report, with one row per result and part. A file gets its final name when it is
 * complete. Errors: TC_OUTPUT with the file and the reason. */
tc_status tc_report_json(const tc_report *report, const char *path);
tc_status tc_report_csv(const tc_report *report, const char *path);

/* Not collective. Writes the report as one HTML page: pictures, the table that `text` appends, and all values
 * of the JSON report. A file gets its final name when it is complete. Errors: TC_OUTPUT with the file and the
 * reason. */
tc_status tc_report_html(const tc_report *report, tc_report_text *text, const char *path);

#endif
