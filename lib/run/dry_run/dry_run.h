/* Dry runs: one process computes which cells each rank of a run would own, and counts the exact traffic of a
 * step on each rank. The number of ranks is arbitrary. These ranks do not exist and are called virtual ranks.
 * The command `predict` calls tc_dry_run_init once, then dry_run_cases.c calls tc_dry_run_count for each
 * case. The counts equal those of a real run (count/dry_run_counts.h). A linear system without a mesh
 * supplies its row pattern (tc_dry_run_rows). Not collective: one process computes everything. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_H
#define TC_RUN_DRY_RUN_DRY_RUN_H

#include "base/program/log.h"
#include "count/dry_run_counts.h"
#include "io/config/config.h"
#include "io/mesh_input/mesh_input.h"
#include "report/document/report.h"
#include "run/dry_run/dry_run_forcing.h"
#include "run/dry_run/dry_run_trial.h"

/* Rows of the matrix of a dry run: their couplings, from which the ghosts of a rank follow, and their
 * sizes. */
typedef struct tc_dry_run_rows {
  tc_graph *graph;  /* dual graph of a mesh, with cells as vertices, or graph of a matrix; owned */
  int rings, width; /* rings of neighbours that a row reads, and entries per row: arguments of
                       tc_pattern_create_from_graph (count/pattern.h) */
  double average;   /* off-diagonal entries stored per row; the average over all rows if rows differ in
                       length */
} tc_dry_run_rows;

/* A case: `nodes` nodes with ranks_per_node ranks each, and a distribution in blocks of block_size rows. */
typedef struct tc_dry_run_case {
  int32_t nodes, ranks_per_node, block_size;
} tc_dry_run_case;

/* Function that a dry run calls for each case, with the layout of the virtual ranks and the counts
 * swept[ranks] of all preconditioner sweeps in the trial step. All arguments are valid during the call. */
typedef struct tc_dry_run_observer {
  void *self;
  tc_status (*observe)(void *self, const tc_dry_run_case *shape, const tc_dry_run_layout *run,
                       const tc_counts *swept); /* NULL: not called */
} tc_dry_run_observer;

/* Data common to all cases of a dry run. A case is a combination of nodes, ranks per node and block size.
 * Zero-initialise before use; released by tc_dry_run_free. */
typedef struct tc_dry_run {
  const tc_config *config;
  const tc_log *log;
  tc_dry_run_rows rows;
  bool has_mesh;        /* false for a linear system without a mesh; each row then counts as a cell */
  tc_topology topology; /* result of tc_topology_find: components and coincident vertices of the mesh */
  tc_dry_run_formula_costs formulas; /* measured costs of evaluating boundary data and source */
  int32_t cells, nodes;              /* numbers of cells and vertices of the mesh, below 2^29 (mesh/mesh.h) */
  uint64_t mesh_hash;
  tc_mesh_input input; /* files in which the mesh was found; all zero for a mesh of the caller */
  tc_layout layout; /* layout of the previous case, which had layout_ranks ranks; reused for the next case if
                       possible */
  int32_t layout_ranks;
  bool reads;              /* true if the dry run counts the reuse distances of x: the bytes that a product M
                              x touches between two reads of the same cache line of x */
  bool on_device;          /* true if a device computes the products */
  bool job_uses_machine;   /* true if the job measures its machine, although `config` has a machine file */
  tc_dry_run_trial *trial; /* trial step: the first step of the run, computed to count solver iterations. For
                              stabilised steps only the setup, which finds the number of stages. Borrowed;
                              NULL if no trial is needed (tc_dry_run_trial_is_needed) */
  int32_t *curve;          /* [cells] cells in the order of a Hilbert curve; NULL if layouts do not need it */
  int32_t *position;       /* [cells] position of each cell, the inverse of layout.order */
  tc_dry_run_observer observer; /* called for each case; set by the caller */
} tc_dry_run;

/* Reads and checks the mesh of the config, stores its dual graph and measures the time of evaluating the
 * formulas of the config. Replaces names of regions and markers in the config by numbers
 * (io/config/config_labels.h). Errors: those of reading and checking a mesh in a run. */
tc_status tc_dry_run_init(tc_config *config, const tc_log *log, tc_dry_run *out);

/* Does the same as tc_dry_run_init for a mesh of the caller, which replaces the key mesh.file. Orients the
 * cells of this mesh in place. Does not check if the available memory suffices. */
tc_status tc_dry_run_init_with_mesh(tc_config *config, tc_mesh *mesh, const tc_log *log, tc_dry_run *out);

/* Initialises the dry run of a system without a mesh, whose trial solve the caller stores in the member
 * `trial`. mesh.file of the config is the name of the system in messages. Does not check if the available
 * memory suffices. *out owns rows->graph, also after an error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_dry_run_init_with_rows(const tc_config *config, const tc_dry_run_rows *rows, const tc_log *log,
                                    tc_dry_run *out);
void tc_dry_run_free(tc_dry_run *runs);

/* Pure. Returns the number of planned steps, including steps that are shortened to end at a requested output
 * time. Returns -1 if the number is unknown. It is unknown if error control chooses the lengths of the steps.
 * It is also unknown if time.end is set without time.dt and no trial step has determined the step size. */
int64_t tc_dry_run_steps(const tc_dry_run *runs);

/* Pure. Returns the number of steps that are shortened to end at requested output times; 0 if it is
 * unknown. */
int64_t tc_dry_run_shortened_steps(const tc_dry_run *runs);

/* Counts the traffic of one case with each of strategy[strategies]. Fills in result[strategies] with the rows
 * and the exact traffic of all ranks, but without forecasts. The caller frees `measured` and `solver` of each
 * result with tc_free, also after an error. Errors: TC_USAGE if there are more ranks than cells; those of
 * METIS and of the observer; TC_INTERNAL if memory is exhausted. */
tc_status tc_dry_run_count(tc_dry_run *runs, const tc_dry_run_case *shape, int strategies,
                           const tc_strategy *const *strategy, tc_result *result);

#endif
