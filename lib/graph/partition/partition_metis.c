#include <metis.h>
#include <stdbool.h>
#include <stddef.h>

#include "graph/partition/partition.h"

_Static_assert(sizeof(idx_t) == sizeof(int32_t), "tetracast needs METIS built with 32-bit indices");

/* Number of attempts to divide a graph. METIS returns METIS_ERROR after an internal error, but also if it
 * caught a SIGTERM from outside. In the second case the next attempt succeeds. */
enum { attempts_max = 3 };

static const tc_named_item objectives[] = {
    [TC_OBJECTIVE_CUT] = {"cut", "minimise the number of faces between subdomains"},
    [TC_OBJECTIVE_VOLUME] =
        {"volume", "minimise the number of values that subdomains exchange, as in hypergraph partitioning"},
};
TC_REGISTRY_NAMED_ITEMS(tc_objectives, objectives);

typedef int partitioner(idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, idx_t *, real_t *,
                        real_t *, idx_t *, idx_t *, idx_t *);

/* Graph to divide. Weights are NULL if all are 1. */
typedef struct problem {
  const tc_graph *graph;
  tc_partition_weights weights;
  int32_t parts;
} problem;

static const tc_partition_guard *guard;

void tc_partition_set_guard(const tc_partition_guard *new_guard) { guard = new_guard; }

/* Calls METIS once. Returns the code of METIS, or METIS_ERROR_INPUT if METIS has raised SIGTERM because of an
 * internal error. */
static int call_metis(partitioner *partition, const problem *p, idx_t *options, idx_t *part) {
  idx_t vertices = p->graph->vertices, constraints = 1, parts = p->parts, cut;
  if (guard) guard->begin();
  const int code = partition(&vertices, &constraints, p->graph->start, p->graph->adjacent, p->weights.vertex,
                             NULL, p->weights.edge, &parts, NULL, NULL, options, &cut, part);
  return guard && guard->end() ? METIS_ERROR_INPUT : code;
}

/* Sets *is_interrupted to true if METIS has caught a SIGTERM from outside. */
static int partition_with_retries(partitioner *partition, const problem *p, idx_t *options, idx_t *part,
                                  bool *is_interrupted) {
  int code = METIS_ERROR, calls = 0;
  while (code == METIS_ERROR && calls++ < attempts_max) code = call_metis(partition, p, options, part);
  *is_interrupted = calls > 1 && code != METIS_ERROR && code != METIS_ERROR_INPUT;
  return code;
}

static tc_status divide(const problem *p, tc_objective objective, int32_t *part) {
  const int32_t vertices = p->graph->vertices, parts = p->parts;
  for (int32_t v = 0; v < vertices; v++) part[v] = 0;
  if (parts <= 1 || vertices == 0) return TC_OK;
  /* METIS requires more vertices than parts. Each vertex therefore becomes a part, without METIS. */
  if (parts >= vertices) {
    for (int32_t v = 0; v < vertices; v++) part[v] = v;
    return TC_OK;
  }
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NUMBERING] = 0;
  const bool volume = objective == TC_OBJECTIVE_VOLUME;
  if (volume) options[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_VOL;
  /* Recursive bisection has a smaller cut for few parts, k-way is faster for many (METIS manual,
   * section 5.7). Only k-way supports other objectives than the cut. */
  partitioner *partition = parts <= 8 && !volume ? METIS_PartGraphRecursive : METIS_PartGraphKway;
  bool is_interrupted;
  const int code = partition_with_retries(partition, p, options, part, &is_interrupted);
  if (is_interrupted && !guard)
    return tc_status_create(TC_STOPPED, "METIS was interrupted by SIGTERM: start again to continue");
  if (is_interrupted) guard->forward();
  if (code == METIS_OK) return TC_OK;
  return tc_status_create(TC_INTERNAL,
                          "METIS failed to divide %d cells or rows into %d subdomains (%s): free memory, or "
                          "change the number of ranks or the distribution",
                          (int)vertices, (int)parts,
                          code == METIS_ERROR_MEMORY ? "out of memory" : "an internal error of METIS");
}

tc_status tc_partition_metis(const tc_graph *graph, int32_t parts, tc_objective objective, int32_t *part) {
  return divide(&(problem){graph, {NULL, NULL}, parts}, objective, part);
}

tc_status tc_partition_metis_weighted(const tc_graph *graph, const tc_partition_weights *weights,
                                      int32_t parts, int32_t *part) {
  return divide(&(problem){graph, *weights, parts}, TC_OBJECTIVE_CUT, part);
}
