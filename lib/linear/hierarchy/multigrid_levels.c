/* Creation of the levels of a multigrid hierarchy, one after another: aggregates of the rows, transfer and
 * graph of the next coarser level, and storage for the cycle. The graph of a level is destroyed once all of
 * these exist. Coarsening ends at a level that is small enough for the direct solution. If a level cannot be
 * coarsened further, the smoother treats it, and the solver warns of it (linear/solver/solver.c). */
#include "base/core/timer.h"
#include "linear/hierarchy/multigrid_internal.h"
#include "linear/multigrid/level_zero.h"
#include "linear/multigrid/smoothed.h"

/* Largest number of rows of the next coarser level, relative to a level, for which coarsening continues. */
static const double max_ratio = 0.8;

/* A plain correction is too small, because piecewise constant functions have more energy than smooth ones.
 * This factor compensates for it. */
static const float plain_factor = 1.5f;

/* ---- figures ---- */

/* Collective. Begins the figures of a new level, whose graph is complete. */
static tc_status describe_level(tc_multigrid *m, const tc_level_graph *graph) {
  tc_multigrid_level *level = &m->figures.level[m->figures.levels++];
  *level = (tc_multigrid_level){.rows = graph->all_rows,
                                .entries = graph->begin[graph->rows],
                                .aggregation = graph->all_rows <= m->options.coarsest ? "direct" : "none",
                                .ranks = graph->ranks,
                                .ghosts = graph->ghosts,
                                .peers = graph->halo->peers};
  return tc_world_sum_int64(graph->world, &level->entries, 1);
}

static void add_storage_figures(tc_multigrid *m, const tc_multigrid_part *part) {
  const tc_cycle_counts counts =
      part->storage ? tc_cycle_level_counts(part->storage) : tc_coarsest_counts(m->coarsest);
  m->figures.cycle.messages += counts.messages;
  m->figures.cycle.values += counts.values;
  m->figures.bytes +=
      (int64_t)(part->storage ? tc_cycle_level_bytes(part->storage) : tc_coarsest_bytes(m->coarsest));
}

static void compute_complexity(tc_multigrid_figures *f) {
  double sum = 0.0;
  for (int l = 0; l < f->levels; l++) sum += (double)(f->level[l].rows + f->level[l].entries);
  f->complexity = sum > 0.0 ? sum / (double)(f->level[0].rows + f->level[0].entries) : 1.0;
}

/* ---- levels ---- */

/* Collective. Forms the aggregates of the newest level. *out is NULL if the level is the coarsest one. */
static tc_status aggregate_level(tc_multigrid *m, const tc_level_graph *graph, tc_aggregation **out) {
  tc_multigrid_figures *f = &m->figures;
  const tc_level_owners owners = {graph->world->ranks, graph->ranks};
  const double began = tc_now_s();
  if (f->levels == TC_MULTIGRID_LEVELS) return TC_OK;
  TC_TRY(tc_aggregation_create(graph, m->options.strength, owners, m->options.rows_per_rank, out));
  f->rounds += (*out)->rounds;
  f->aggregates_s += tc_now_s() - began;
  const int64_t coarse_rows = (*out)->contracted->all_rows;
  /* If all rows are dominated by their diagonals, none has an aggregate, and the smoother suffices. */
  f->is_solved = coarse_rows == 0;
  f->level[f->levels - 1].excluded = (*out)->excluded;
  if (coarse_rows == 0 || (double)coarse_rows > max_ratio * (double)graph->all_rows)
    tc_aggregation_destroy(out);
  return TC_OK;
}

/* Collective. Creates the transfer from a level to the next coarser one, and the graph of the latter. */
static tc_status coarsen_level(tc_multigrid *m, const tc_level_graph *graph, tc_aggregation *aggregation,
                               tc_multigrid_part *part, tc_transfer **transfer, tc_level_graph **coarse) {
  const bool is_plain = m->figures.levels == 1 && !m->options.smooths_all;
  part->factor = is_plain ? plain_factor : 1.0f;
  m->figures.level[m->figures.levels - 1].aggregation = is_plain ? "plain" : "smoothed";
  if (!is_plain) return tc_smoothed_create(graph, aggregation, transfer, coarse);
  TC_TRY(tc_transfer_create_plain(graph, aggregation, aggregation->contracted->rows, transfer));
  *coarse = aggregation->contracted;
  aggregation->contracted = NULL;
  return TC_OK;
}

/* Collective. Creates the transfer and the storage of a level that is not solved directly. *coarse becomes
 * the graph of the next coarser level, or remains NULL if there is none. */
static tc_status create_smoothed_level(tc_multigrid *m, const tc_level_graph *graph, tc_multigrid_part *part,
                                       tc_level_graph **coarse) {
  tc_aggregation *aggregation = NULL;
  tc_transfer *transfer = NULL;
  tc_status status = aggregate_level(m, graph, &aggregation);
  if (!status && aggregation) status = coarsen_level(m, graph, aggregation, part, &transfer, coarse);
  tc_aggregation_destroy(&aggregation);
  if (!status) status = tc_cycle_level_create(graph, transfer, m->options.smoothing, &part->storage);
  tc_transfer_destroy(&transfer);
  return status;
}

/* Collective. Creates the parts of the level of `*graph` and replaces the graph by that of the next coarser
 * level, or by NULL after the coarsest level. */
static tc_status add_level(tc_multigrid *m, tc_level_graph **graph) {
  tc_multigrid_part *part = &m->part[m->figures.levels];
  tc_level_graph *coarse = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, describe_level(m, *graph));
  m->figures.is_solved = (*graph)->all_rows <= m->options.coarsest;
  TC_GUARD(status, m->figures.is_solved ? tc_coarsest_create(*graph, &m->coarsest)
                                        : create_smoothed_level(m, *graph, part, &coarse));
  add_storage_figures(m, part);
cleanup:
  tc_level_graph_destroy(graph);
  *graph = coarse;
  return status;
}

/* Adds the number of the level to an error such as exhausted memory. */
static tc_status name_level(const tc_multigrid *m, tc_status status) {
  if (tc_status_code(status) != TC_INTERNAL || tc_status_is_local(status)) return status;
  return tc_status_replace(status, tc_status_create(TC_INTERNAL, "multigrid: level %d: %s",
                                                    m->figures.levels - 1, tc_status_text(status)));
}

tc_status tc_multigrid_create_levels(tc_multigrid *m, const tc_ell *R) {
  const double began = tc_now_s();
  tc_level_graph *graph = NULL;
  TC_TRY(tc_level_zero_create(m->system, R, &graph));
  while (graph) {
    const tc_status status = add_level(m, &graph);
    if (!status) continue;
    tc_level_graph_destroy(&graph);
    return name_level(m, status);
  }
  compute_complexity(&m->figures);
  m->figures.coarse_matrices_s = tc_now_s() - began - m->figures.aggregates_s;
  return TC_OK;
}
