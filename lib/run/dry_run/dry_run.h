/* Runs that do not take place: the mesh, how it would lie on any number of ranks, and what each of them would
 * move. Not collective: one process works. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_H
#define TC_RUN_DRY_RUN_DRY_RUN_H

#include "base/program/log.h"
#include "count/dry_run_counts.h"
#include "io/config/config.h"
#include "report/document/report.h"
#include "run/dry_run/dry_run_forcing.h"
#include "run/dry_run/dry_run_trial.h"

/* What all imagined runs share. Zeroed before use; released by tc_dry_run_free. */
typedef struct tc_dry_run {
  const tc_config *config;
  const tc_log *log;
  tc_graph *dual;
  tc_topology topology;              /* of the mesh */
  tc_dry_run_formula_costs formulas; /* what is prescribed */
  int32_t cells, nodes;              /* of the mesh (mesh/mesh.h: below 2^29) */
  uint64_t mesh_hash;
  tc_layout layout; /* for layout_ranks ranks; kept while it serves the next run too */
  int32_t layout_ranks;
  bool reads;              /* reads are counted as well */
  bool on_device;          /* products are made on a device, as the config says */
  tc_dry_run_trial *trial; /* borrowed; NULL: no systems are solved */
  int32_t *position;       /* [cells] the inverse of layout.order */
} tc_dry_run;

/* Reads and checks the config's mesh; only its dual graph is kept. Errors: those of a run. */
tc_status tc_dry_run_init(const tc_config *config, const tc_log *log, tc_dry_run *out);
void tc_dry_run_free(tc_dry_run *runs);

/* One run: nodes x ranks_per_node ranks with blocks of block_size. */
typedef struct tc_dry_run_case {
  int32_t nodes, ranks_per_node, block_size;
} tc_dry_run_case;

/* result[strategies]: shape, rows and exact traffic of every rank and strategy, without forecasts; measured
 * is the caller's (tc_free), also after an error. Errors: TC_USAGE when there are more ranks than cells; what
 * METIS finds; TC_INTERNAL out of memory. */
tc_status tc_dry_run_count(tc_dry_run *runs, const tc_dry_run_case *shape, int strategies,
                           const tc_strategy *const *strategy, tc_result *result);

#endif
