#include "linear/multigrid/level_zero_internal.h"

/* ---- pairs with only one coupling ---- */

void tc_level_zero_add_lacking(tc_level_source *s, tc_gid row, tc_gid lower) {
  tc_lacking_pair *lowest = &s->lacking;
  if (row < lowest->row || (row == lowest->row && lower < lowest->lower))
    *lowest = (tc_lacking_pair){row, lower};
}

static bool has_entry(const tc_level_graph *graph, int32_t i, int32_t j) {
  for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++)
    if (graph->column[k] == j) return true;
  return false;
}

/* Records the pairs of rows of this rank in which only the row with the lower id has a coupling to the
 * other. */
static void find_lacking_rows(tc_level_source *s) {
  const tc_level_graph *graph = s->graph;
  for (int32_t i = 0; s->unmatched != 0 && i < graph->rows; i++)
    for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++) {
      const int32_t j = graph->column[k];
      if (j >= graph->rows || graph->id[j] < graph->id[i] || graph->coupling[k] == 0.0F) continue;
      if (!has_entry(graph, j, i)) tc_level_zero_add_lacking(s, graph->id[j], graph->id[i]);
    }
}

static tc_status lacking_error(const tc_linear_system *system, tc_gid row, tc_gid other) {
  return tc_status_create(TC_NUMERICAL,
                          "multigrid: only one of the couplings between %ss %lld and %lld exists: use a "
                          "symmetric matrix, or set solver.preconditioner.name to ssor",
                          tc_linear_system_noun(system), (long long)(row + system->base),
                          (long long)(other + system->base));
}

/* ---- rows with wrong values ---- */

/* Returns the index of the first coupling of row i that is negative or not finite; -1 if there is none. */
static int64_t find_wrong_coupling(const tc_level_graph *graph, int32_t i) {
  for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++)
    if (!(graph->coupling[k] >= 0.0F && graph->coupling[k] < INFINITY)) return k;
  return -1;
}

static bool row_is_wrong(const tc_level_graph *graph, int32_t i) {
  return find_wrong_coupling(graph, i) >= 0 || !(graph->excess[i] >= 0.0);
}

/* Clears the sign of a NaN. The sign depends on the machine, so messages that print it would differ. */
static double without_nan_sign(double value) { return isnan(value) ? fabs(value) : value; }

/* Returns the error for coupling number k of row i. The row has the lower id, so the coupling was computed
 * from its matrix entry. Users who provide a matrix know its entries but not the couplings, so their message
 * contains the entry. */
static tc_status coupling_error(const tc_level_source *s, int32_t i, int64_t k) {
  const tc_level_graph *graph = s->graph;
  const tc_linear_system *system = s->system;
  const double coupling = without_nan_sign((double)graph->coupling[k] / s->factor);
  const long long row = (long long)(graph->id[i] + system->base),
                  other = (long long)(graph->id[graph->column[k]] + system->base);
  if (!system->noun)
    return tc_status_create(TC_NUMERICAL,
                            "multigrid: the flux coefficient between cells %lld and %lld is %.2g, but must "
                            "be finite and at least 0: set solver.preconditioner.name to ssor",
                            row, other, coupling);
  return tc_status_create(TC_NUMERICAL,
                          "multigrid: the off-diagonal entry in row %lld and column %lld is %.2g, but must "
                          "be finite and at most 0: set solver.preconditioner.name to ssor",
                          row, other,
                          without_nan_sign(ldexp(-coupling / system->volume[i], system->exponent)));
}

static tc_status row_error(const tc_level_source *s, int32_t i) {
  const tc_level_graph *graph = s->graph;
  const char *noun = tc_linear_system_noun(s->system);
  const long long row = (long long)(graph->id[i] + s->system->base);
  const int64_t k = find_wrong_coupling(graph, i);
  if (k < 0)
    return tc_status_create(TC_NUMERICAL,
                            "multigrid: the row sum of %s %lld is %.2g times its diagonal, but must be at "
                            "least 0: set solver.preconditioner.name to ssor",
                            noun, row, without_nan_sign(graph->excess[i]));
  const tc_gid other = graph->id[graph->column[k]];
  if (graph->coupling[k] == tc_level_zero_missing && other < graph->id[i])
    return lacking_error(s->system, graph->id[i], other);
  return coupling_error(s, i, k);
}

/* Returns the error that describes what is wrong in the row of this rank with the given id. */
static tc_status error_of(const tc_level_source *s, tc_gid id) {
  const tc_level_graph *graph = s->graph;
  tc_status status = TC_OK;
  if (s->lacking.row == id) return lacking_error(s->system, id, s->lacking.lower);
  for (int32_t i = 0; i < graph->rows && !status; i++)
    if (graph->id[i] == id) status = row_error(s, i);
  return status;
}

tc_status tc_level_zero_check(tc_level_source *s) {
  const tc_level_graph *graph = s->graph;
  find_lacking_rows(s);
  tc_gid lowest = s->lacking.row;
#pragma omp parallel for schedule(static) reduction(min : lowest)
  for (int32_t i = 0; i < graph->rows; i++)
    if (row_is_wrong(graph, i) && graph->id[i] < lowest) lowest = graph->id[i];
  double lowest_of_all = (double)lowest;
  TC_TRY(tc_world_min(graph->world, &lowest_of_all, 1));
  const bool is_lowest = lowest != TC_GID_NONE && (double)lowest == lowest_of_all;
  return tc_world_agree(graph->world, is_lowest ? error_of(s, lowest) : TC_OK);
}
