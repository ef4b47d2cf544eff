/* Redistributes row values into slabs of consecutive cells (see cell_slab.h). The setup sorts the owned rows
 * by the rank whose slab contains the cell, and sends the cell numbers with a sparse exchange. Later calls of
 * tc_cell_slab_gather send only the values, in the same order, with a neighbour exchange. */
#include "io/hdf/cell_slab.h"

#include "base/containers/sort.h"
#include "base/core/memory.h"

static tc_gid first_slab_cell(tc_gid cells, int ranks, int rank) { return cells * rank / ranks; }

/* Returns the rank whose slab contains the cell, which is the largest r with floor(r*cells/ranks) <= cell. */
static int find_slab_rank(tc_gid cells, int ranks, tc_gid cell) {
  return (int)(((cell + 1) * ranks - 1) / cells);
}

static tc_status check_ids(tc_gid cells, int32_t owned, const tc_gid *id) {
  for (int32_t i = 0; i < owned; i++)
    if (id[i] < 0 || id[i] >= cells)
      return tc_status_create(TC_INTERNAL,
                              "row %d has cell number %lld, but the mesh has %lld cells: please report this "
                              "as a bug",
                              (int)i, (long long)id[i], (long long)cells);
  return TC_OK;
}

static tc_status alloc_slab(tc_cell_slab *slab) {
  TC_TRY(TC_ALLOC(slab->send_row, slab->owned));
  TC_TRY(TC_ALLOC(slab->received_cell, slab->count));
  TC_TRY(TC_ALLOC(slab->send, slab->owned));
  return TC_ALLOC(slab->recv, slab->count);
}

/* Fills in slab->send_row: the owned rows, sorted by the rank whose slab contains the cell. Fills in
 * `send_ids`: the cell numbers to send to each of these ranks. `slab_rank` is a buffer with one entry per
 * owned row. */
static tc_status list_ids_to_send(const tc_cell_slab *slab, int ranks, tc_gid cells, const tc_gid *id,
                                  int32_t *slab_rank, tc_sparse_exchange *send_ids) {
  for (int32_t i = 0; i < slab->owned; i++) slab_rank[i] = find_slab_rank(cells, ranks, id[i]);
  TC_TRY(tc_sort_by_key(slab->owned, slab_rank, ranks - 1, slab->send_row));
  for (int32_t k = 0; k < slab->owned; k++)
    send_ids->peers += k == 0 || slab_rank[slab->send_row[k]] != slab_rank[slab->send_row[k - 1]];
  TC_TRY(TC_ALLOC(send_ids->peer, send_ids->peers));
  TC_TRY(TC_ALLOC(send_ids->begin, send_ids->peers + 1));
  TC_TRY(TC_ALLOC(send_ids->number, slab->owned));
  for (int32_t k = 0, p = 0; k < slab->owned; k++) {
    send_ids->number[k] = id[slab->send_row[k]];
    if (k > 0 && slab_rank[slab->send_row[k]] == slab_rank[slab->send_row[k - 1]]) continue;
    send_ids->peer[p] = slab_rank[slab->send_row[k]];
    send_ids->begin[p++] = k;
  }
  send_ids->begin[send_ids->peers] = slab->owned;
  return TC_OK;
}

/* Fills in slab->received_cell from the received cell numbers `received_ids`. Checks that each cell of the
 * slab was received exactly once. The buffer slab->recv counts how often each cell was received. */
static tc_status record_received_ids(tc_cell_slab *slab, const tc_sparse_exchange *received_ids) {
  if (received_ids->begin[received_ids->peers] != slab->count)
    return tc_status_create(TC_INTERNAL,
                            "cells %lld to %lld: the ranks own %d of these cells, not %d: please report this "
                            "as a bug",
                            (long long)slab->first, (long long)(slab->first + slab->count) - 1,
                            (int)received_ids->begin[received_ids->peers], (int)slab->count);
  for (int32_t k = 0; k < slab->count; k++) slab->recv[k] = 0;
  for (int32_t k = 0; k < slab->count; k++) {
    slab->received_cell[k] = (int32_t)(received_ids->number[k] - slab->first);
    if (slab->recv[slab->received_cell[k]]++ > 0)
      return tc_status_create(TC_INTERNAL, "cell %lld has two owners: please report this as a bug",
                              (long long)received_ids->number[k]);
  }
  return TC_OK;
}

/* Checks the received cell numbers and creates slab->exchange. `send_ids` and `received_ids` are the cell
 * numbers that this rank sends and receives. */
static tc_status create_exchange(const tc_world *world, const tc_sparse_exchange *send_ids,
                                 const tc_sparse_exchange *received_ids, tc_cell_slab *slab) {
  const tc_neighbour_segments send = tc_sparse_exchange_segments(send_ids, slab->send),
                              receive = tc_sparse_exchange_segments(received_ids, slab->recv);
  TC_TRY(record_received_ids(slab, received_ids));
  return tc_neighbour_exchange_create(world, sizeof(double), &send, &receive, &slab->exchange);
}

tc_status tc_cell_slab_create(const tc_world *world, tc_gid cells, int32_t owned, const tc_gid *id,
                              tc_cell_slab **out) {
  tc_cell_slab *slab = NULL;
  int32_t *slab_rank = NULL;
  tc_sparse_exchange send_ids = {0}, received_ids = {0};
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, slab, 1));
  slab->owned = owned;
  slab->first = first_slab_cell(cells, world->ranks, world->rank);
  slab->count = (int32_t)(first_slab_cell(cells, world->ranks, world->rank + 1) - slab->first);
  status = check_ids(cells, owned, id);
  if (!status) status = alloc_slab(slab);
  if (!status) status = TC_ALLOC(slab_rank, owned);
  if (!status) status = list_ids_to_send(slab, world->ranks, cells, id, slab_rank, &send_ids);
  TC_GUARD(status, tc_world_agree(world, status));
  TC_GUARD(status, tc_sparse_exchange_run(world, &send_ids, &received_ids));
  TC_GUARD(status, tc_world_agree(world, create_exchange(world, &send_ids, &received_ids, slab)));
  *out = slab;
  slab = NULL;
cleanup:
  tc_free(slab_rank);
  tc_sparse_exchange_free(&send_ids);
  tc_sparse_exchange_free(&received_ids);
  tc_cell_slab_destroy(&slab);
  return status;
}

void tc_cell_slab_destroy(tc_cell_slab **slab) {
  if (!*slab) return;
  tc_neighbour_exchange_destroy(&(*slab)->exchange);
  tc_free((*slab)->send_row);
  tc_free((*slab)->received_cell);
  tc_free((*slab)->send);
  tc_free((*slab)->recv);
  tc_free(*slab);
  *slab = NULL;
}

tc_status tc_cell_slab_gather(tc_cell_slab *slab, const double *value, double *slab_value) {
  double now = 0.0;
  for (int32_t k = 0; k < slab->owned; k++) slab->send[k] = value[slab->send_row[k]];
  TC_TRY(tc_neighbour_exchange_begin(slab->exchange, &now, NULL));
  TC_TRY(tc_neighbour_exchange_end(slab->exchange, &now, NULL));
  for (int32_t k = 0; k < slab->count; k++) slab_value[slab->received_cell[k]] = slab->recv[k];
  return TC_OK;
}
