#include "io/slab.h"

#include "base/memory.h"

#define TC_PHASE "bringing rows into the order of the mesh"

static tc_gid slab_begin(tc_gid cells, int ranks, int rank) { return cells * rank / ranks; }

/* The largest r with floor(r*cells/ranks) <= cell. */
static int slab_holder(tc_gid cells, int ranks, tc_gid cell) {
  return (int)(((cell + 1) * ranks - 1) / cells);
}

static tc_status check_ids(tc_gid cells, int32_t owned, const tc_gid *id) {
  for (int32_t i = 0; i < owned; i++)
    if (id[i] < 0 || id[i] >= cells)
      return tc_status_make(TC_INTERNAL, "row %d is said to be cell %lld, but there are %lld cells", (int)i,
                            (long long)id[i], (long long)cells);
  return TC_OK;
}

static tc_status allocate(tc_slab *slab, int ranks) {
  TC_TRY(TC_ALLOC_ZERO(slab->send_count, ranks));
  TC_TRY(TC_ALLOC_ZERO(slab->send_from, ranks));
  TC_TRY(TC_ALLOC_ZERO(slab->recv_count, ranks));
  TC_TRY(TC_ALLOC_ZERO(slab->recv_from, ranks));
  TC_TRY(TC_ALLOC(slab->order, slab->owned));
  TC_TRY(TC_ALLOC(slab->place, slab->count));
  TC_TRY(TC_ALLOC(slab->send, slab->owned));
  return TC_ALLOC(slab->recv, slab->count);
}

/* from[r] = sum of count[0..r-1]; returns the sum of all. */
static int64_t add_up(int ranks, const int *count, int *from) {
  int64_t sum = 0;
  for (int r = 0; r < ranks; r++) {
    from[r] = (int)sum;
    sum += count[r];
  }
  return sum;
}

/* Sorts the own rows by receiver (counting sort, stable). */
static void group_by_holder(tc_slab *slab, tc_gid cells, const tc_gid *id) {
  int ranks = slab->world->ranks;
  for (int32_t i = 0; i < slab->owned; i++) slab->send_count[slab_holder(cells, ranks, id[i])]++;
  add_up(ranks, slab->send_count, slab->send_from);
  for (int32_t i = 0; i < slab->owned; i++)
    slab->order[slab->send_from[slab_holder(cells, ranks, id[i])]++] = i;
  add_up(ranks, slab->send_count, slab->send_from);
}

static tc_status exchange_counts(tc_slab *slab) {
  const tc_world *world = slab->world;
  TC_TRY(TC_MPI(MPI_Alltoall(slab->send_count, 1, MPI_INT, slab->recv_count, 1, MPI_INT, world->comm)));
  int64_t sum = add_up(world->ranks, slab->recv_count, slab->recv_from);
  if (sum == slab->count) return TC_OK;
  return tc_status_make(TC_INTERNAL, "cells %lld to %lld: %lld rows are owned, not %d",
                        (long long)slab->first, (long long)(slab->first + slab->count) - 1, (long long)sum,
                        (int)slab->count);
}

/* place[] becomes a permutation of 0..count-1, or the rows do not cover the cells. The memory of recv[]
 * serves as the marks. */
static tc_status fill_places(tc_slab *slab, const tc_gid *got) {
  for (int32_t k = 0; k < slab->count; k++) slab->recv[k] = 0;
  for (int32_t k = 0; k < slab->count; k++) {
    slab->place[k] = (int32_t)(got[k] - slab->first);
    if (slab->recv[slab->place[k]]++ > 0)
      return tc_status_make(TC_INTERNAL, "cell %lld is owned twice", (long long)got[k]);
  }
  return TC_OK;
}

static tc_status exchange_ids(tc_slab *slab, const tc_gid *id) {
  tc_gid *sent = NULL, *got = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(slab->world, sent, slab->owned));
  TC_GUARD(status, TC_WORLD_ALLOC(slab->world, got, slab->count));
  for (int32_t k = 0; k < slab->owned; k++) sent[k] = id[slab->order[k]];
  TC_GUARD(status, TC_MPI(MPI_Alltoallv(sent, slab->send_count, slab->send_from, TC_MPI_GID, got,
                                        slab->recv_count, slab->recv_from, TC_MPI_GID, slab->world->comm)));
  TC_GUARD(status, fill_places(slab, got));
cleanup:
  tc_free(sent);
  tc_free(got);
  return status;
}

tc_status tc_slab_create(const tc_world *world, tc_gid cells, int32_t owned, const tc_gid *id,
                         tc_slab **out) {
  tc_slab *slab = NULL;
  tc_status status = TC_ALLOC_ZERO(slab, 1);
  if (slab) {
    slab->world = world;
    slab->owned = owned;
    slab->first = slab_begin(cells, world->ranks, world->rank);
    slab->count = (int32_t)(slab_begin(cells, world->ranks, world->rank + 1) - slab->first);
    status = allocate(slab, world->ranks);
  }
  if (!status) status = check_ids(cells, owned, id);
  TC_GUARD(status, tc_world_agree(world, status));
  group_by_holder(slab, cells, id);
  TC_GUARD(status, tc_world_agree(world, exchange_counts(slab)));
  TC_GUARD(status, tc_world_agree(world, exchange_ids(slab, id)));
  *out = slab;
  return TC_OK;
cleanup:
  tc_slab_destroy(&slab);
  return status;
}

void tc_slab_destroy(tc_slab **slab) {
  if (!*slab) return;
  tc_free((*slab)->send_count);
  tc_free((*slab)->send_from);
  tc_free((*slab)->recv_count);
  tc_free((*slab)->recv_from);
  tc_free((*slab)->order);
  tc_free((*slab)->place);
  tc_free((*slab)->send);
  tc_free((*slab)->recv);
  tc_free(*slab);
  *slab = NULL;
}

tc_status tc_slab_gather(tc_slab *slab, const double *value, double *slab_value) {
  for (int32_t k = 0; k < slab->owned; k++) slab->send[k] = value[slab->order[k]];
  TC_TRY(TC_MPI(MPI_Alltoallv(slab->send, slab->send_count, slab->send_from, MPI_DOUBLE, slab->recv,
                              slab->recv_count, slab->recv_from, MPI_DOUBLE, slab->world->comm)));
  for (int32_t k = 0; k < slab->count; k++) slab_value[slab->place[k]] = slab->recv[k];
  return TC_OK;
}
