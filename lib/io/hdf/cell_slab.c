/* Redistributes row values into slabs of consecutive cells (see cell_slab.h). The setup sorts the owned rows
 * by the rank whose slab contains the cell, and sends the cell numbers with a sparse exchange. Later calls of
 * tc_cell_slab_gather send only the values, in the same order, with a neighbour exchange. */
#include "io/hdf/cell_slab.h"

#include "base/containers/sort.h"
#include "base/core/memory.h"

static tc_gid slab_begin(tc_gid cells, int ranks, int rank) { return cells * rank / ranks; }

/* Returns the rank whose slab contains the cell, which is the largest r with floor(r*cells/ranks) <= cell. */
static int slab_holder(tc_gid cells, int ranks, tc_gid cell) {
  return (int)(((cell + 1) * ranks - 1) / cells);
}

static tc_status check_ids(tc_gid cells, int32_t owned, const tc_gid *id) {
  for (int32_t i = 0; i < owned; i++)
    if (id[i] < 0 || id[i] >= cells)
      return tc_status_create(TC_INTERNAL, "row %d has cell number %lld, but the mesh has %lld cells", (int)i,
                              (long long)id[i], (long long)cells);
  return TC_OK;
}

static tc_status alloc_slab(tc_cell_slab *slab) {
  TC_TRY(TC_ALLOC(slab->order, slab->owned));
  TC_TRY(TC_ALLOC(slab->row_of_cell, slab->count));
  TC_TRY(TC_ALLOC(slab->send, slab->owned));
  return TC_ALLOC(slab->recv, slab->count);
}

/* Fills in slab->order: the owned rows, sorted by the rank whose slab contains the cell. Fills in `give`: the
 * cell numbers to send to each of these ranks. `holder` is a buffer with one entry per owned row. */
static tc_status write_ids(const tc_cell_slab *slab, int ranks, tc_gid cells, const tc_gid *id,
                           int32_t *holder, tc_sparse_exchange *give) {
  for (int32_t i = 0; i < slab->owned; i++) holder[i] = slab_holder(cells, ranks, id[i]);
  TC_TRY(tc_sort_by_key(slab->owned, holder, ranks - 1, slab->order));
  for (int32_t k = 0; k < slab->owned; k++)
    give->peers += k == 0 || holder[slab->order[k]] != holder[slab->order[k - 1]];
  TC_TRY(TC_ALLOC(give->peer, give->peers));
  TC_TRY(TC_ALLOC(give->begin, give->peers + 1));
  TC_TRY(TC_ALLOC(give->number, slab->owned));
  for (int32_t k = 0, p = 0; k < slab->owned; k++) {
    give->number[k] = id[slab->order[k]];
    if (k > 0 && holder[slab->order[k]] == holder[slab->order[k - 1]]) continue;
    give->peer[p] = holder[slab->order[k]];
    give->begin[p++] = k;
  }
  give->begin[give->peers] = slab->owned;
  return TC_OK;
}

/* Fills in slab->row_of_cell from the received cell numbers `take`. Checks that each cell of the slab was
 * received exactly once. The buffer slab->recv counts how often each cell was received. */
static tc_status read_ids(tc_cell_slab *slab, const tc_sparse_exchange *take) {
  if (take->begin[take->peers] != slab->count)
    return tc_status_create(TC_INTERNAL, "cells %lld to %lld: %d rows are owned, not %d",
                            (long long)slab->first, (long long)(slab->first + slab->count) - 1,
                            (int)take->begin[take->peers], (int)slab->count);
  for (int32_t k = 0; k < slab->count; k++) slab->recv[k] = 0;
  for (int32_t k = 0; k < slab->count; k++) {
    slab->row_of_cell[k] = (int32_t)(take->number[k] - slab->first);
    if (slab->recv[slab->row_of_cell[k]]++ > 0)
      return tc_status_create(TC_INTERNAL, "cell %lld is owned twice", (long long)take->number[k]);
  }
  return TC_OK;
}

/* Checks the received cell numbers and creates slab->exchange. `give` and `take` are the cell numbers that
 * this rank sends and receives. */
static tc_status create_exchange(const tc_world *world, const tc_sparse_exchange *give,
                                 const tc_sparse_exchange *take, tc_cell_slab *slab) {
  const tc_neighbour_segments send = tc_sparse_exchange_segments(give, slab->send),
                              receive = tc_sparse_exchange_segments(take, slab->recv);
  TC_TRY(read_ids(slab, take));
  return tc_neighbour_exchange_create(world, sizeof(double), &send, &receive, &slab->exchange);
}

tc_status tc_cell_slab_create(const tc_world *world, tc_gid cells, int32_t owned, const tc_gid *id,
                              tc_cell_slab **out) {
  tc_cell_slab *slab = NULL;
  int32_t *holder = NULL;
  tc_sparse_exchange give = {0}, take = {0};
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, slab, 1));
  slab->owned = owned;
  slab->first = slab_begin(cells, world->ranks, world->rank);
  slab->count = (int32_t)(slab_begin(cells, world->ranks, world->rank + 1) - slab->first);
  status = check_ids(cells, owned, id);
  if (!status) status = alloc_slab(slab);
  if (!status) status = TC_ALLOC(holder, owned);
  if (!status) status = write_ids(slab, world->ranks, cells, id, holder, &give);
  TC_GUARD(status, tc_world_agree(world, status));
  TC_GUARD(status, tc_sparse_exchange_run(world, &give, &take));
  TC_GUARD(status, tc_world_agree(world, create_exchange(world, &give, &take, slab)));
  *out = slab;
  slab = NULL;
cleanup:
  tc_free(holder);
  tc_sparse_exchange_free(&give);
  tc_sparse_exchange_free(&take);
  tc_cell_slab_destroy(&slab);
  return status;
}

void tc_cell_slab_destroy(tc_cell_slab **slab) {
  if (!*slab) return;
  tc_neighbour_exchange_destroy(&(*slab)->exchange);
  tc_free((*slab)->order);
  tc_free((*slab)->row_of_cell);
  tc_free((*slab)->send);
  tc_free((*slab)->recv);
  tc_free(*slab);
  *slab = NULL;
}

tc_status tc_cell_slab_gather(tc_cell_slab *slab, const double *value, double *slab_value) {
  double now = 0.0;
  for (int32_t k = 0; k < slab->owned; k++) slab->send[k] = value[slab->order[k]];
  TC_TRY(tc_neighbour_exchange_begin(slab->exchange, &now, NULL));
  TC_TRY(tc_neighbour_exchange_end(slab->exchange, &now, NULL));
  for (int32_t k = 0; k < slab->count; k++) slab_value[slab->row_of_cell[k]] = slab->recv[k];
  return TC_OK;
}
