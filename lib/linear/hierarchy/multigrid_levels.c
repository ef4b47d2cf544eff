/* Creation of the levels of a multigrid hierarchy, one after another: aggregates of the rows, transfer and
 * graph of the next coarser level, and storage for the cycle. The graph of a level is destroyed once all of
 * these exist. Coarsening ends at a level that is small enough for the direct solution. If a level cannot be
 * coarsened further, the smoother treats it, and the solver warns of it (linear/solver/solver.c). */
#include <math.h>

#include "base/core/memory_failure.h"
#include "base/core/timer.h"
#include "linear/hierarchy/multigrid_internal.h"
#include "linear/multigrid/level_zero.h"
#include "linear/multigrid/smoothed.h"

/* Coarsening ends if the next coarser level would have more than this fraction of the rows of a level. */
static const double max_ratio = 0.8;

/* Factor of the correction from a level of plain aggregation. The correction itself is too small, because
 * piecewise constant functions have more energy than smooth ones. */
static const float plain_factor = 1.5f;

/* ---- sizes and messages of the levels ---- */

/* Collective. Appends the level of `graph` to the figures of the hierarchy, with the numbers that follow from
 * the graph. */
static tc_status describe_level(tc_multigrid *m, const tc_level_graph *graph) {
  tc_multigrid_level *level = &m->figures.level[m->figures.levels++];
  *level = (tc_multigrid_level){.rows = graph->all_rows,
                                .entries = graph->begin[graph->rows],
                                .rank_rows = graph->rows,
                                .aggregation = graph->all_rows <= m->options.coarsest ? "direct" : "none",
                                .ranks = graph->ranks,
                                .ghosts = graph->ghosts,
                                .peers = graph->halo->peers};
  return tc_world_sum_int64(graph->world, &level->entries, 1);
}

static void add_storage_figures(tc_multigrid *m, const tc_multigrid_part *part) {
  const tc_cycle_counts counts =
      part->storage ? tc_cycle_level_counts(part->storage) : tc_coarsest_counts(m->coarsest);
  m->figures.level[m->figures.levels - 1].cycle = counts;
  tc_cycle_counts_add(&m->figures.cycle, 1, &counts);
  m->figures.bytes +=
      (int64_t)(part->storage ? tc_cycle_level_bytes(part->storage) : tc_coarsest_bytes(m->coarsest));
}

/* Collective. Sets the figures that depend on all levels, such as the complexity. */
static tc_status complete_figures(const tc_world *world, int degree, tc_multigrid_figures *f) {
  int64_t transfers[TC_MULTIGRID_LEVELS] = {0};
  double sum = 0.0;
  for (int l = 0; l < f->levels; l++) sum += (double)(f->level[l].rows + f->level[l].entries);
  f->complexity = sum > 0.0 ? sum / (double)(f->level[0].rows + f->level[0].entries) : 1.0;
  for (int l = 0; l < f->levels; l++) transfers[l] = f->level[l].transfers;
  TC_TRY(tc_world_sum_int64(world, transfers, f->levels));
  for (int l = 0; l < f->levels; l++) f->level[l].transfers = transfers[l];
  f->cycle_B = tc_multigrid_count_cycle_bytes(f, degree);
  return TC_OK;
}

/* ---- creation of the levels ---- */

/* True if the newest level uses plain aggregation. */
static bool is_plain(const tc_multigrid *m) { return m->figures.levels == 1 && !m->options.smooths_all; }

/* Collective. Forms the aggregates of the newest level. *out is NULL if the level is the coarsest one. */
static tc_status aggregate_level(tc_multigrid *m, const tc_level_graph *graph, tc_aggregation **out) {
  tc_multigrid_figures *f = &m->figures;
  const tc_level_owners owners = {graph->world->ranks, graph->ranks};
  const double began = tc_now_s();
  if (f->levels == TC_MULTIGRID_LEVELS) return TC_OK;
  TC_TRY(tc_aggregation_create(graph, m->options.strength, owners, m->options.rows_per_rank, out));
  f->rounds += (*out)->rounds;
  f->contraction_s += (*out)->contraction_s;
  f->aggregates_s += tc_now_s() - began;
  const int64_t coarse_rows = (*out)->contracted->all_rows;
  /* If the diagonal dominates each row, no row has an aggregate, and the smoother alone solves the level. */
  f->is_solved = coarse_rows == 0;
  f->level[f->levels - 1].excluded = (*out)->excluded;
  if (coarse_rows == 0 || (double)coarse_rows > max_ratio * (double)graph->all_rows)
    tc_aggregation_destroy(out);
  return *out && (m->visitor || !is_plain(m)) ? tc_aggregation_find_ids(graph, *out) : TC_OK;
}

static tc_status smooth_aggregation(tc_multigrid *m, const tc_level_graph *graph,
                                    const tc_aggregation *aggregation, tc_transfer **transfer,
                                    tc_level_graph **coarse) {
  const double began = tc_now_s();
  const tc_status status = tc_smoothed_create(graph, aggregation, transfer, coarse);
  m->figures.smoothing_s += tc_now_s() - began;
  return status;
}

/* Collective. Creates the transfer from a level to the next coarser one, and the graph of the latter. */
static tc_status coarsen_level(tc_multigrid *m, const tc_level_graph *graph, tc_aggregation *aggregation,
                               tc_multigrid_part *part, tc_transfer **transfer, tc_level_graph **coarse) {
  part->factor = is_plain(m) ? plain_factor : 1.0f;
  m->figures.level[m->figures.levels - 1].aggregation = is_plain(m) ? "plain" : "smoothed";
  if (!is_plain(m)) return smooth_aggregation(m, graph, aggregation, transfer, coarse);
  TC_TRY(tc_transfer_create_plain(graph, aggregation, aggregation->contracted->rows, transfer));
  *coarse = aggregation->contracted;
  aggregation->contracted = NULL;
  return TC_OK;
}

/* Collective. Passes the newest level to the visitor. */
static tc_status visit_level(const tc_multigrid *m, const tc_level_graph *graph, const tc_gid *aggregate,
                             const tc_transfer *transfer) {
  const tc_multigrid_visitor *visitor = m->visitor;
  if (!visitor) return TC_OK;
  return visitor->visit(visitor->self, m->figures.levels - 1, graph, m->exponent, aggregate, transfer);
}

/* Collective. Creates the transfer and the storage of a level that is not solved directly. *coarse becomes
 * the graph of the next coarser level, or remains NULL if there is none. */
static tc_status create_smoothed_level(tc_multigrid *m, const tc_level_graph *graph, tc_multigrid_part *part,
                                       tc_level_graph **coarse) {
  tc_multigrid_level *level = &m->figures.level[m->figures.levels - 1];
  tc_aggregation *aggregation = NULL;
  tc_transfer *transfer = NULL;
  tc_status status = aggregate_level(m, graph, &aggregation);
  if (!status && aggregation) status = coarsen_level(m, graph, aggregation, part, &transfer, coarse);
  if (!status) status = visit_level(m, graph, aggregation ? aggregation->id : NULL, transfer);
  tc_aggregation_destroy(&aggregation);
  if (transfer) level->transfers = transfer->prolongation.begin[transfer->prolongation.rows];
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
  if (m->figures.is_solved) TC_GUARD(status, visit_level(m, *graph, NULL, NULL));
  TC_GUARD(status, m->figures.is_solved ? tc_coarsest_create(*graph, &m->coarsest)
                                        : create_smoothed_level(m, *graph, part, &coarse));
  add_storage_figures(m, part);
cleanup:
  tc_level_graph_destroy(graph);
  *graph = coarse;
  return status;
}

/* Collective. Finds the lowest rank on which an allocation has failed since the setup began. `failures` is
 * the number of allocations that had failed before on the calling rank. Sets *rank to the rank found, or to
 * -1 if there is none, and *mb to the size in MB of the last failed allocation there. */
static tc_status find_exhausted_rank(const tc_world *world, int64_t failures, int *rank, double *mb) {
  size_t bytes;
  const bool has_failed = tc_memory_failures(&bytes) > failures;
  double lowest = has_failed ? (double)world->rank : (double)INFINITY;
  TC_TRY(tc_world_min(world, &lowest, 1));
  *rank = isfinite(lowest) ? (int)lowest : -1;
  *mb = has_failed && *rank == world->rank ? ceil((double)bytes / 1e5) / 10.0 : 0.0;
  return tc_world_max(world, mb, 1);
}

/* Collective. Adds the number of the level to an error. If memory was exhausted, the error states the rank
 * and the MB that it lacked. `failures` is the number of allocations that had failed on this rank before the
 * setup. */
static tc_status name_level(const tc_multigrid *m, int64_t failures, tc_status status) {
  const int level = m->figures.levels > 0 ? m->figures.levels - 1 : 0;
  int rank;
  double mb;
  if (tc_status_code(status) != TC_INTERNAL || tc_status_is_local(status)) return status;
  const tc_status failure = find_exhausted_rank(m->system->world, failures, &rank, &mb);
  if (failure) return tc_status_replace(status, failure);
  if (rank < 0)
    return tc_status_replace(status, tc_status_create(TC_INTERNAL, "multigrid: level %d: %s", level,
                                                      tc_status_text(status)));
  return tc_status_replace(status, tc_status_create(TC_INTERNAL,
                                                    "multigrid: out of memory: level %d needs %.1f MB more "
                                                    "on rank %d: use "
                                                    "more ranks or ssor",
                                                    level, mb, rank));
}

/* Collective. Creates all levels, the finest first. *graph is the graph of the newest level, and NULL after
 * the coarsest one. */
static tc_status add_levels(tc_multigrid *m, const tc_ell *R, tc_level_graph **graph) {
  TC_TRY(tc_level_zero_create(m->system, R, graph));
  m->exponent = (*graph)->exponent;
  while (*graph) TC_TRY(add_level(m, graph));
  return TC_OK;
}

tc_status tc_multigrid_create_levels(tc_multigrid *m, const tc_ell *R) {
  const double began = tc_now_s();
  const int64_t failures = tc_memory_failures(NULL);
  tc_level_graph *graph = NULL;
  const tc_status status = add_levels(m, R, &graph);
  tc_level_graph_destroy(&graph);
  if (status) return name_level(m, failures, status);
  TC_TRY(complete_figures(m->system->world, m->options.smoothing, &m->figures));
  m->figures.coarse_matrices_s = tc_now_s() - began - m->figures.aggregates_s;
  return TC_OK;
}
