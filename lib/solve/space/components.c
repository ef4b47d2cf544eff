/* Finds connected components by union-find within a rank and by exchanging labels between ranks. Both public
 * functions first set the labels and join the coupled rows of the rank to trees. They then repeat two
 * operations until no label changes on any rank: a ghost exchange, and a minimum of the labels over each
 * tree. */
#include "solve/space/components.h"

#include <math.h>

#include "base/core/memory.h"
#include "comm/layout/neighbour_exchange.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "finding components of the mesh"

/* Union-find forest over owned rows and ghosts. The root of a tree is its own parent. */
typedef struct forest {
  const tc_space *space;
  int32_t rows;
  int32_t *parent; /* [rows] Parent of each row and ghost in the union-find forest. */
  double *label; /* [rows] Smallest label found so far in the component of each row and ghost; negative if the
                    component has an outflow, or if the row belongs to no component. */
} forest;

static int32_t find_root(const forest *p, int32_t i) {
  while (p->parent[i] != i) i = p->parent[i] = p->parent[p->parent[i]];
  return i;
}

static void join_rows(forest *p, const tc_ell *A) {
  for (int32_t i = 0; i < p->rows; i++) p->parent[i] = i;
  for (int32_t i = 0; i < A->rows; i++)
    for (size_t e = tc_ell_begin(A, i), end = tc_ell_end(A, i); e < end; e++)
      if (A->value[e] != 0.0) p->parent[find_root(p, A->column[e])] = find_root(p, i);
}

/* Sets the label of every row and ghost to the smallest label in its tree. Returns true if a label changed.
 */
static bool lower_labels(forest *p) {
  bool changed = false;
  for (int32_t i = 0; i < p->rows; i++) {
    double *label = &p->label[find_root(p, i)];
    *label = fmin(*label, p->label[i]);
  }
  for (int32_t i = 0; i < p->rows; i++) {
    const double label = p->label[find_root(p, i)];
    changed = changed || label < p->label[i];
    p->label[i] = label;
  }
  return changed;
}

/* Collective. Alternates ghost exchanges and lower_labels until no label changes on any rank. The last pass
 * only detects that no label changes. */
static tc_status propagate_labels(forest *p) {
  for (double changed = 1.0; changed > 0.0;) {
    TC_TRY(tc_neighbour_exchange_ghosts(p->space->world, p->space->halo, sizeof *p->label, p->label));
    changed = lower_labels(p);
    TC_TRY(tc_world_max(p->space->world, &changed, 1));
  }
  return TC_OK;
}

static tc_status alloc_components(forest *p) {
  TC_TRY(TC_ALLOC(p->parent, p->rows));
  return TC_ALLOC(p->label, p->rows);
}

/* Collective. Builds the union-find forest of this rank. The caller frees `*p` with free_components, also
 * after an error. */
static tc_status init_components(const tc_space *space, const tc_ell *A, forest *p) {
  *p = (forest){.space = space, .rows = space->owned + space->halo->ghosts};
  TC_TRY(tc_world_agree(space->world, alloc_components(p)));
  join_rows(p, A);
  return TC_OK;
}

static void free_components(forest *p) {
  tc_free(p->parent);
  tc_free(p->label);
}

tc_status tc_components_count_closed(const tc_space *space, const tc_ell *A, const bool *leaves,
                                     int64_t *closed, int64_t *others) {
  forest p;
  tc_status status = TC_OK;
  *closed = *others = 0;
  TC_GUARD(status, init_components(space, A, &p));
  for (int32_t i = 0; i < space->owned; i++) p.label[i] = leaves[i] ? -1.0 : (double)space->id[i];
  TC_GUARD(status, propagate_labels(&p));
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
static double component_number(const forest *p, int32_t i, int64_t *next) {
  if (p->label[i] < 0.0) return p->label[i];
  return p->label[i] == (double)p->space->id[i] ? (double)(*next)++ : (double)INFINITY;
}

/* Collective. Numbers the components. In each component, the cell with the smallest cell number gets the
 * number of the component, and the other cells receive it as the minimum over the component. A row counts as
 * empty if its diagonal entry is 0. */
static tc_status number_components(forest *p, const tc_ell *A, tc_empty_rows empty, int64_t *count) {
  const tc_space *space = p->space;
  const bool with_empty_rows = empty == TC_COMPONENTS_WITH_EMPTY_ROWS;
  int64_t roots = 0, next_number = 0;
  for (int32_t i = 0; i < space->owned; i++)
    p->label[i] = with_empty_rows || A->diagonal[i] != 0.0 ? (double)space->id[i] : -1.0;
  TC_TRY(propagate_labels(p));
  for (int32_t i = 0; i < space->owned; i++) roots += p->label[i] == (double)space->id[i];
  TC_TRY(TC_MPI(space->world,
                MPI_Exscan(&roots, &next_number, 1, MPI_INT64_T, MPI_SUM, tc_world_comm(space->world))));
  for (int32_t i = 0; i < space->owned; i++) p->label[i] = component_number(p, i, &next_number);
  *count = roots;
  TC_TRY(tc_world_sum_int64(space->world, count, 1));
  return propagate_labels(p);
}

tc_status tc_components_label(const tc_space *space, const tc_ell *A, tc_empty_rows empty, int64_t *of,
                              int64_t *count) {
  forest p;
  tc_status status = TC_OK;
  TC_GUARD(status, init_components(space, A, &p));
  TC_GUARD(status, number_components(&p, A, empty, count));
  for (int32_t i = 0; i < space->owned; i++) of[i] = (int64_t)p.label[i];
cleanup:
  free_components(&p);
  return status;
}
