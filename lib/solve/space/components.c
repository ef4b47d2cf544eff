/* Finds connected components by union-find within a rank and by exchanging labels between ranks. Both public
 * functions initialise the labels and join the rows of the rank once. Both then repeat a ghost exchange and a
 * local minimum over each tree until no label changes on any rank. */
#include "solve/space/components.h"

#include <math.h>

#include "base/core/memory.h"
#include "comm/layout/neighbour_exchange.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "finding components of the mesh"

/* Union-find forest over owned rows and ghosts. The root of a tree is its own parent. */
typedef struct pieces {
  const tc_space *space;
  int32_t all;
  int32_t *known; /* [all] Parent of each row and ghost in the union-find forest. */
  double *label; /* [all] Smallest label found so far in the component of each row and ghost; negative if that
                    component has an outflow or is ignored. */
} pieces;

static int32_t first_of(const pieces *p, int32_t i) {
  while (p->known[i] != i) i = p->known[i] = p->known[p->known[i]];
  return i;
}

static void join_rows(pieces *p, const tc_ell *A) {
  for (int32_t i = 0; i < p->all; i++) p->known[i] = i;
  for (int32_t i = 0; i < A->rows; i++)
    for (int64_t e = (int64_t)i * A->width; e < ((int64_t)i + 1) * A->width; e++)
      if (A->value[e] != 0.0) p->known[first_of(p, A->column[e])] = first_of(p, i);
}

/* Sets the label of every row and ghost to the smallest label in its tree. Returns true if a label changed.
 */
static bool spread_labels(pieces *p) {
  bool changed = false;
  for (int32_t i = 0; i < p->all; i++) {
    double *label = &p->label[first_of(p, i)];
    *label = fmin(*label, p->label[i]);
  }
  for (int32_t i = 0; i < p->all; i++) {
    const double label = p->label[first_of(p, i)];
    changed = changed || label < p->label[i];
    p->label[i] = label;
  }
  return changed;
}

/* Collective. Alternates ghost exchanges and spread_labels until no label changes on any rank. The last pass
 * only detects that no label changes. */
static tc_status spread_everywhere(pieces *p) {
  for (double changed = 1.0; changed > 0.0;) {
    TC_TRY(tc_neighbour_exchange_ghosts(p->space->world, p->space->halo, sizeof *p->label, p->label));
    changed = spread_labels(p);
    TC_TRY(tc_world_max(p->space->world, &changed, 1));
  }
  return TC_OK;
}

static tc_status alloc_components(pieces *p) {
  TC_TRY(TC_ALLOC(p->known, p->all));
  return TC_ALLOC(p->label, p->all);
}

/* Collective. Builds the union-find forest of this rank. The caller frees `*p` with free_components, also
 * after an error. */
static tc_status init_components(const tc_space *space, const tc_ell *A, pieces *p) {
  *p = (pieces){.space = space, .all = space->owned + space->halo->ghosts};
  TC_TRY(tc_world_agree(space->world, alloc_components(p)));
  join_rows(p, A);
  return TC_OK;
}

static void free_components(pieces *p) {
  tc_free(p->known);
  tc_free(p->label);
}

tc_status tc_components_count_closed(const tc_space *space, const tc_ell *A, const bool *leaves,
                                     int64_t *closed, int64_t *others) {
  pieces p;
  tc_status status = TC_OK;
  *closed = *others = 0;
  TC_GUARD(status, init_components(space, A, &p));
  for (int32_t i = 0; i < space->owned; i++) p.label[i] = leaves[i] ? -1.0 : (double)space->id[i];
  TC_GUARD(status, spread_everywhere(&p));
  for (int32_t i = 0; i < space->owned; i++) {
    *closed += p.label[i] == (double)space->id[i];
    *others += p.label[i] < 0.0;
  }
  TC_GUARD(status, tc_world_sum_int64(space->world, closed, 1));
  TC_GUARD(status, tc_world_sum_int64(space->world, others, 1));
cleanup:
  free_components(&p);
  return status;
}

/* If cell i has the smallest cell number in its component, assigns the number *next to the component,
 * increments *next and returns the number. Otherwise returns INFINITY. A cell outside all components retains
 * its negative label. */
static double number_of(const pieces *p, int32_t i, int64_t *next) {
  if (p->label[i] < 0.0) return p->label[i];
  return p->label[i] == (double)p->space->id[i] ? (double)(*next)++ : (double)INFINITY;
}

/* Collective. Numbers the components. In each component, the cell with the smallest cell number gets the
 * number of the component, and the other cells receive it as the minimum over the component. A row counts as
 * empty if its diagonal entry is 0. */
static tc_status number_components(pieces *p, const tc_ell *A, tc_empty_rows empty, int64_t *count) {
  const tc_space *space = p->space;
  const bool all = empty == TC_COMPONENTS_WITH_EMPTY_ROWS;
  int64_t own = 0, before = 0;
  for (int32_t i = 0; i < space->owned; i++)
    p->label[i] = all || A->diagonal[i] != 0.0 ? (double)space->id[i] : -1.0;
  TC_TRY(spread_everywhere(p));
  for (int32_t i = 0; i < space->owned; i++) own += p->label[i] == (double)space->id[i];
  TC_TRY(
      TC_MPI(space->world, MPI_Exscan(&own, &before, 1, MPI_INT64_T, MPI_SUM, tc_world_comm(space->world))));
  for (int32_t i = 0; i < space->owned; i++) p->label[i] = number_of(p, i, &before);
  *count = own;
  TC_TRY(tc_world_sum_int64(space->world, count, 1));
  return spread_everywhere(p);
}

tc_status tc_components_label(const tc_space *space, const tc_ell *A, tc_empty_rows empty, int64_t *of,
                              int64_t *count) {
  pieces p;
  tc_status status = TC_OK;
  TC_GUARD(status, init_components(space, A, &p));
  TC_GUARD(status, number_components(&p, A, empty, count));
  for (int32_t i = 0; i < space->owned; i++) of[i] = (int64_t)p.label[i];
cleanup:
  free_components(&p);
  return status;
}
