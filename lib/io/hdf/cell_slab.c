/* Redistributes row values into slabs of consecutive cells (see cell_slab.h). The setup sorts the owned rows
 * by the rank that holds their slab and sends the cell numbers with a sparse exchange. Later calls send only
 * the values, in the same order, with point-to-point messages. */
#include "io/hdf/cell_slab.h"

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "redistributing rows in the order of the mesh"

enum { tag = 12 };

static tc_gid slab_begin(tc_gid cells, int ranks, int rank) { return cells * rank / ranks; }

/* Returns the rank whose slab contains the cell: the largest r with floor(r*cells/ranks) <= cell. */
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

/* Sorts the owned rows by the rank that holds their cell, in slab->order, and lists their cells in
 * slab->give. */
static tc_status write_ids(tc_cell_slab *slab, tc_gid cells, const tc_gid *id, int32_t *holder) {
  const int ranks = slab->world->ranks;
  tc_sparse_exchange *give = &slab->give;
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

/* Fills in slab->row_of_cell. It is a permutation of 0 .. count-1 if every cell of the slab was received
 * once, which this function checks. slab->recv serves as a temporary counter of each cell. */
static tc_status read_ids(tc_cell_slab *slab) {
  const tc_sparse_exchange *take = &slab->take;
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
  return TC_ALLOC(slab->request, slab->give.peers + take->peers);
}

static void free_ids(tc_sparse_exchange *mail) {
  tc_free(mail->number);
  mail->number = NULL;
}

tc_status tc_cell_slab_create(const tc_world *world, tc_gid cells, int32_t owned, const tc_gid *id,
                              tc_cell_slab **out) {
  tc_cell_slab *slab = NULL;
  int32_t *holder = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, slab, 1));
  slab->world = world;
  slab->owned = owned;
  slab->first = slab_begin(cells, world->ranks, world->rank);
  slab->count = (int32_t)(slab_begin(cells, world->ranks, world->rank + 1) - slab->first);
  status = check_ids(cells, owned, id);
  if (!status) status = alloc_slab(slab);
  if (!status) status = TC_ALLOC(holder, owned);
  if (!status) status = write_ids(slab, cells, id, holder);
  tc_free(holder);
  TC_GUARD(status, tc_world_agree(world, status));
  TC_GUARD(status, tc_sparse_exchange_run(world, &slab->give, &slab->take));
  TC_GUARD(status, tc_world_agree(world, read_ids(slab)));
  free_ids(&slab->give);
  free_ids(&slab->take);
  *out = slab;
  return TC_OK;
cleanup:
  tc_cell_slab_destroy(&slab);
  return status;
}

void tc_cell_slab_destroy(tc_cell_slab **slab) {
  if (!*slab) return;
  tc_sparse_exchange_free(&(*slab)->give);
  tc_sparse_exchange_free(&(*slab)->take);
  tc_free((*slab)->order);
  tc_free((*slab)->row_of_cell);
  tc_free((*slab)->send);
  tc_free((*slab)->recv);
  tc_free((*slab)->request);
  tc_free(*slab);
  *slab = NULL;
}

tc_status tc_cell_slab_gather(tc_cell_slab *slab, const double *value, double *slab_value) {
  const tc_sparse_exchange *give = &slab->give, *take = &slab->take;
  MPI_Request *next = slab->request;
  for (int p = 0; p < take->peers; p++)
    TC_TRY(TC_MPI(MPI_Irecv(slab->recv + take->begin[p], take->begin[p + 1] - take->begin[p], MPI_DOUBLE,
                            take->peer[p], tag, tc_world_comm(slab->world), next++)));
  for (int32_t k = 0; k < slab->owned; k++) slab->send[k] = value[slab->order[k]];
  for (int p = 0; p < give->peers; p++)
    TC_TRY(TC_MPI(MPI_Isend(slab->send + give->begin[p], give->begin[p + 1] - give->begin[p], MPI_DOUBLE,
                            give->peer[p], tag, tc_world_comm(slab->world), next++)));
  TC_TRY(TC_MPI(MPI_Waitall((int)(next - slab->request), slab->request, MPI_STATUSES_IGNORE)));
  for (int32_t k = 0; k < slab->count; k++) slab_value[slab->row_of_cell[k]] = slab->recv[k];
  return TC_OK;
}
